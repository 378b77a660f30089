/** Endpoints and their slices. Source: describe.go EndpointsDescriber, EndpointSliceDescriber. */
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Page } from './page.ts';
import { describeMetadata, simpleDescriber } from './simple-describer.ts';

interface PortLike {
  readonly name?: string;
  readonly port?: number;
  readonly protocol?: string;
}

interface Endpoints extends KubeObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip: string }[];
    readonly notReadyAddresses?: readonly { readonly ip: string }[];
    readonly ports?: readonly PortLike[];
  }[];
}

function describePorts(page: Page, level: number, ports: readonly PortLike[]): void {
  page.line(level, 'Ports:');
  page.line(level + 1, 'Name\tPort\tProtocol');
  page.line(level + 1, '----\t----\t--------');
  for (const { name = '', port, protocol = '' } of ports) {
    page.line(level + 1, `${name || '<unset>'}\t${port ?? '<unset>'}\t${protocol}`);
  }
}

const listed = (addresses: readonly { readonly ip: string }[] = []): string =>
  addresses.map(({ ip }) => ip).join(',') || '<none>';

export const describeEndpoints = simpleDescriber<Endpoints>((page, endpoints) => {
  describeMetadata(page, endpoints);
  page.line(0, 'Subsets:');
  for (const { addresses, notReadyAddresses, ports = [] } of endpoints.subsets ?? []) {
    page.field(1, 'Addresses', listed(addresses));
    page.field(1, 'NotReadyAddresses', listed(notReadyAddresses));
    if (ports.length > 0) describePorts(page, 1, ports);
    page.line(0, '');
  }
});

export const describeEndpointSlice = simpleDescriber<EndpointSlice>((page, slice) => {
  describeMetadata(page, slice);
  page.field(0, 'AddressType', slice.addressType);
  if ((slice.ports ?? []).length === 0) page.line(0, 'Ports: <unset>');
  else describePorts(page, 0, slice.ports ?? []);
  const endpoints = slice.endpoints ?? [];
  page.line(0, `Endpoints:${endpoints.length === 0 ? ' <none>' : ''}`);
  for (const { addresses, conditions, hostname, targetRef, nodeName, zone } of endpoints) {
    page.field(1, '- Addresses', addresses.join(', ') || '<none>');
    page.line(2, 'Conditions:');
    page.field(3, 'Ready', conditions?.ready ?? '<unset>');
    page.field(2, 'Hostname', hostname ?? '<unset>');
    if (targetRef !== undefined) {
      page.field(2, 'TargetRef', `${targetRef.kind ?? ''}/${targetRef.name ?? ''}`);
    }
    page.field(2, 'NodeName', nodeName ?? '<unset>');
    page.field(2, 'Zone', zone ?? '<unset>');
  }
});

/** `kubectl describe service`. Source: describe.go ServiceDescriber. */
import { ok } from '#base/result';
import type { Service, ServicePort } from '#k8s.io/api/core/v1';
import type { Endpoint, EndpointSlice } from '#k8s.io/api/discovery/v1';
import { intOrStringText } from '#k8s.io/apimachinery/int-or-string';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { endpointSlices } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';

export function* describeService(request: DescribeRequest): Process<Outcome<string>> {
  const { session, namespace, name, chunkSize } = request;
  const service = yield* getObject<Service>(request);
  if (!service.ok) return service;
  const query = { labelSelector: `kubernetes.io/service-name=${name}`, limit: chunkSize };
  const list = yield* session.client.get<KubeList<EndpointSlice>>(endpointSlices, {
    namespace,
    query,
  });
  const events = yield* searchEvents(request, subjectOf(service.value, 'Service'));
  if (!events.ok) return events;
  const page = new Page();
  describeHead(page, service.value);
  for (const port of service.value.spec.ports ?? []) {
    describePort(page, port, list.ok ? list.value.items : []);
  }
  describeTraffic(page, service.value);
  describeEvents(page, events.value, session.sim.now);
  return ok(page.toString());
}

function describeHead(page: Page, { metadata, spec, status }: Service): void {
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  const selector = Object.entries(spec.selector ?? {}).map(([key, value]) => `${key}=${value}`);
  page.field(0, 'Selector', selector.sort().join(',') || '<none>');
  page.field(0, 'Type', spec.type ?? '');
  if (spec.ipFamilyPolicy !== undefined) page.field(0, 'IP Family Policy', spec.ipFamilyPolicy);
  page.field(0, 'IP Families', (spec.ipFamilies ?? []).join(',') || '<none>');
  page.field(0, 'IP', spec.clusterIP ?? '');
  page.field(0, 'IPs', (spec.clusterIPs ?? []).join(',') || '<none>');
  const external = spec.externalIPs ?? [];
  if (external.length > 0) page.field(0, 'External IPs', external.join(','));
  if (spec.loadBalancerIP) page.field(0, 'Desired LoadBalancer IP', spec.loadBalancerIP);
  if (spec.externalName) page.field(0, 'External Name', spec.externalName);
  const ingress = (status?.loadBalancer?.ingress ?? []).map(
    ({ ip, hostname, ipMode }) => `${ip ?? hostname}${ipMode === undefined ? '' : ` (${ipMode})`}`,
  );
  if (ingress.length > 0) page.field(0, 'LoadBalancer Ingress', ingress.join(', '));
}

function describePort(page: Page, port: ServicePort, slices: readonly EndpointSlice[]): void {
  const { name = '', protocol = '', targetPort = 0, nodePort = 0, appProtocol } = port;
  const title = name === '' ? '<unset>' : name;
  page.field(0, 'Port', `${title}\t${port.port}/${protocol}`);
  const target = typeof targetPort === 'number' ? targetPort : intOrStringText(targetPort);
  page.field(0, 'TargetPort', `${target}/${protocol}`);
  if (appProtocol !== undefined) page.field(0, 'AppProtocol', appProtocol);
  if (nodePort !== 0) page.field(0, 'NodePort', `${title}\t${nodePort}/${protocol}`);
  page.field(0, 'Endpoints', endpointsText(slices, name));
}

const shownEndpoints = 3;

/**
 * The ready addresses of a port, the first few by name; a slice without ports shows its addresses
 * for any port. Source: formatEndpointSlices.
 */
export function endpointsText(slices: readonly EndpointSlice[], name: string): string {
  if (slices.length === 0) return '<none>';
  const shown: string[] = [];
  let count = 0;
  let more = false;
  const show = (endpoints: readonly Endpoint[], text: (address: string) => string): void => {
    for (const { addresses, conditions } of endpoints) {
      // As in kubectl, endpoints that are not ready also count for the `+ more` text.
      if (shown.length === shownEndpoints) more = true;
      if (conditions?.ready === false) continue;
      if (!more) shown.push(text(addresses[0] ?? ''));
      count++;
    }
  };
  for (const { ports, endpoints } of slices) {
    if ((ports ?? []).length === 0) show(endpoints ?? [], (address) => address);
    for (const port of ports ?? []) {
      if ((port.name ?? '') !== name) continue;
      show(endpoints ?? [], (address) => hostPort(address, port.port ?? 0));
    }
  }
  return shown.join(',') + (more ? ` + ${count - shownEndpoints} more...` : '');
}

const hostPort = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

function describeTraffic(page: Page, { spec }: Service): void {
  page.field(0, 'Session Affinity', spec.sessionAffinity ?? '');
  if (spec.externalTrafficPolicy) {
    page.field(0, 'External Traffic Policy', spec.externalTrafficPolicy);
  }
  if (spec.internalTrafficPolicy) {
    page.field(0, 'Internal Traffic Policy', spec.internalTrafficPolicy);
  }
  if (spec.trafficDistribution) page.field(0, 'Traffic Distribution', spec.trafficDistribution);
  if (spec.healthCheckNodePort) {
    page.field(0, 'HealthCheck NodePort', String(spec.healthCheckNodePort));
  }
  const { loadBalancerSourceRanges = [] } = spec;
  if (loadBalancerSourceRanges.length > 0) {
    page.field(0, 'LoadBalancer Source Ranges', loadBalancerSourceRanges.join(','));
  }
}

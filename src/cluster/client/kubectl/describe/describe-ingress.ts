/** `kubectl describe ingress`. Source: describe.go IngressDescriber. */
import { ok } from '#base/result';
import type { Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { Ingress, IngressBackend, IngressTLS } from '#k8s.io/api/networking/v1';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { endpointSlices, services } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { failureMessage, type Outcome } from '../failure.ts';
import { endpointsText } from './describe-service.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';

export function* describeIngress(request: DescribeRequest): Process<Outcome<string>> {
  const ingress = yield* getObject<Ingress>(request);
  if (!ingress.ok) return ingress;
  const { metadata, spec = {}, status } = ingress.value;
  const { defaultBackend, rules = [], tls = [] } = spec;
  const events = yield* searchEvents(request, subjectOf(ingress.value, 'Ingress'));
  if (!events.ok) return events;
  const fallback =
    defaultBackend === undefined ? '<default>' : yield* backendText(request, defaultBackend);
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.labels('Labels', metadata.labels);
  page.field(0, 'Namespace', metadata.namespace ?? '');
  const addresses = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname);
  page.field(0, 'Address', [...new Set(addresses)].sort().join(','));
  page.field(0, 'Ingress Class', spec.ingressClassName ?? '<none>');
  page.field(0, 'Default backend', fallback);
  describeTls(page, tls);
  page.line(0, 'Rules:\n  Host\tPath\tBackends');
  page.line(1, '----\t----\t--------');
  const served = rules.filter(({ http }) => http !== undefined);
  for (const { host = '', http } of served) {
    page.line(1, `${host === '' ? '*' : host}\t`);
    for (const { path = '', backend } of http?.paths ?? []) {
      page.line(2, `\t${path} \t${yield* backendText(request, backend)}`);
    }
  }
  if (served.length === 0) page.line(1, `*\t*\t${fallback}`);
  page.annotations('Annotations', metadata.annotations);
  describeEvents(page, events.value, request.session.sim.now);
  return ok(page.toString());
}

function describeTls(page: Page, tls: readonly IngressTLS[]): void {
  if (tls.length > 0) page.line(0, 'TLS:');
  for (const { secretName = '', hosts = [] } of tls) {
    const way = secretName === '' ? 'SNI routes' : `${secretName} terminates`;
    page.line(1, `${way} ${hosts.join(',')}`);
  }
}

/** The service with its ready addresses, or why they are not known. */
function* backendText(
  { session, namespace }: DescribeRequest,
  { service, resource }: IngressBackend,
): Process<string> {
  if (service === undefined) {
    if (resource === undefined) return '';
    const { apiGroup = '<none>', kind, name } = resource;
    return `APIGroup: ${apiGroup}, Kind: ${kind}, Name: ${name}`;
  }
  const { name, port } = service;
  const shown = `${name}:${port?.number ?? port?.name ?? ''}`;
  const query = { labelSelector: `kubernetes.io/service-name=${name}` };
  const at = { namespace, query };
  const slices = yield* session.client.get<KubeList<EndpointSlice>>(endpointSlices, at);
  if (!slices.ok) return `${shown} (<error: ${failureMessage(slices.error)}>)`;
  const found = yield* session.client.get<Service>(services, { namespace, name });
  if (!found.ok) return `${shown} (<error: ${failureMessage(found.error)}>)`;
  const target = (found.value.spec.ports ?? []).find((each) =>
    port?.number === undefined ? each.name === port?.name : each.port === port.number,
  );
  return `${shown} (${endpointsText(slices.value.items, target?.name ?? '')})`;
}

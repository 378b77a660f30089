/** `kubectl describe networkpolicy` and `ingressclass`. Source: describe.go, their describers. */
import { ok } from '#base/result';
import type {
  IngressClass,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '#k8s.io/api/networking/v1';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { goTime } from './dates.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';

export function* describeNetworkPolicy(request: DescribeRequest): Process<Outcome<string>> {
  const policy = yield* getObject<NetworkPolicy>(request);
  if (!policy.ok) return policy;
  const { metadata, spec } = policy.value;
  const { policyTypes = [] } = spec;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  page.field(0, 'Created on', goTime(metadata.creationTimestamp));
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.line(0, 'Spec:');
  const selector = formatLabelSelector(spec.podSelector);
  const all = `${selector} (Allowing the specific traffic to all pods in this namespace)`;
  page.line(1, `PodSelector:     ${selector === '<none>' ? all : selector}`);
  const incoming = (spec.ingress ?? []).map(({ ports, from }) => ({ ports, peers: from }));
  const outgoing = (spec.egress ?? []).map(({ ports, to }) => ({ ports, peers: to }));
  describeRules(page, policyTypes.includes('Ingress') ? incoming : undefined, {
    traffic: 'ingress',
    way: 'From',
    end: 'source',
  });
  describeRules(page, policyTypes.includes('Egress') ? outgoing : undefined, {
    traffic: 'egress',
    way: 'To',
    end: 'destination',
  });
  page.line(1, `Policy Types: ${policyTypes.length === 0 ? '<none>' : policyTypes.join(', ')}`);
  return ok(page.toString());
}

interface Rule {
  readonly ports: readonly NetworkPolicyPort[] | undefined;
  readonly peers: readonly NetworkPolicyPeer[] | undefined;
}

interface Direction {
  readonly traffic: 'ingress' | 'egress';
  readonly way: 'From' | 'To';
  readonly end: 'source' | 'destination';
}

function describeRules(
  page: Page,
  rules: readonly Rule[] | undefined,
  { traffic, way, end }: Direction,
): void {
  if (rules === undefined) {
    page.line(1, `Not affecting ${traffic} traffic`);
    return;
  }
  page.line(1, `Allowing ${traffic} traffic:`);
  if (rules.length === 0) {
    page.line(2, `<none> (Selected pods are isolated for ${traffic} connectivity)`);
  }
  for (const [index, { ports = [], peers = [] }] of rules.entries()) {
    if (ports.length === 0) page.line(2, 'To Port: <any> (traffic allowed to all ports)');
    for (const port of ports) page.line(2, portText(port));
    if (peers.length === 0) page.line(2, `${way}: <any> (traffic not restricted by ${end})`);
    for (const peer of peers) {
      page.line(2, `${way}:`);
      describePeer(page, peer);
    }
    if (index < rules.length - 1) page.line(2, '----------');
  }
}

function portText({ port = '<nil>', endPort, protocol = 'TCP' }: NetworkPolicyPort): string {
  return endPort === undefined
    ? `To Port: ${port}/${protocol}`
    : `To Port Range: ${port}-${endPort}/${protocol}`;
}

function describePeer(
  page: Page,
  { namespaceSelector, podSelector, ipBlock }: NetworkPolicyPeer,
): void {
  if (namespaceSelector !== undefined) {
    page.line(3, `NamespaceSelector: ${formatLabelSelector(namespaceSelector)}`);
  }
  if (podSelector !== undefined) {
    page.line(3, `PodSelector: ${formatLabelSelector(podSelector)}`);
  }
  if (namespaceSelector !== undefined || podSelector !== undefined || ipBlock === undefined) return;
  page.line(3, 'IPBlock:');
  page.line(4, `CIDR: ${ipBlock.cidr}`);
  page.line(4, `Except: ${(ipBlock.except ?? []).join(', ')}`);
}

export function* describeIngressClass(request: DescribeRequest): Process<Outcome<string>> {
  const found = yield* getObject<IngressClass>(request);
  if (!found.ok) return found;
  const { metadata, spec } = found.value;
  const events = yield* searchEvents(request, subjectOf(found.value, 'IngressClass'));
  if (!events.ok) return events;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.field(0, 'Controller', spec?.controller ?? '');
  const parameters = spec?.parameters;
  if (parameters !== undefined) {
    page.line(0, 'Parameters:');
    if (parameters.apiGroup !== undefined) page.field(1, 'APIGroup', parameters.apiGroup);
    page.field(1, 'Kind', parameters.kind);
    page.field(1, 'Name', parameters.name);
  }
  describeEvents(page, events.value, request.session.sim.now);
  return ok(page.toString());
}

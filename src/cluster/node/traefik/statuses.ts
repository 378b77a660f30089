/**
 * What the controller writes into the status of classes, Gateways and routes.
 *
 * Models traefik pkg/provider/kubernetes/gateway kubernetes.go makeGatewayStatus and client.go
 * (which changes are written at all). In: listeners with what was found. Out: statuses.
 */

import type {
  Gateway,
  GatewayClass,
  GatewayStatus,
  HTTPRoute,
  ParentReference,
  RouteParentStatus,
} from '#k8s.io/api/gateway/v1';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { Condition } from '#k8s.io/apimachinery/meta/v1';
import type { Finding } from './finding.ts';
import type { GatewayListener } from './listeners.ts';

export const controllerName = 'traefik.io/gateway-controller';

const finding = (type: string, status: Finding['status'], reason: string, message: string) => ({
  ...{ type, status, reason, message },
});

/** Gives findings their time and generation. */
export type Stamp = (findings: readonly Finding[], generation: number) => readonly Condition[];

export const stampAt =
  (lastTransitionTime: string): Stamp =>
  (findings, observedGeneration) =>
    findings.map((one) => ({ ...one, observedGeneration, lastTransitionTime }));

const generationOf = ({ metadata }: { readonly metadata: { readonly generation?: number } }) =>
  metadata.generation ?? 0;

/** The names of what this controller does, in the words of the conformance tests. */
const features = [
  'Gateway',
  'HTTPRoute',
  'HTTPRoute303RedirectStatusCode',
  'HTTPRoute307RedirectStatusCode',
  'HTTPRoute308RedirectStatusCode',
  'HTTPRouteBackendRequestHeaderModification',
  'HTTPRouteDestinationPortMatching',
  'HTTPRouteHostRewrite',
  'HTTPRouteMethodMatching',
  'HTTPRouteNamedRouteRule',
  'HTTPRouteParentRefPort',
  'HTTPRoutePathRedirect',
  'HTTPRoutePathRewrite',
  'HTTPRoutePortRedirect',
  'HTTPRouteQueryParamMatching',
  'HTTPRouteResponseHeaderModification',
  'HTTPRouteSchemeRedirect',
  'ReferenceGrant',
] as const;

export function classStatus(gatewayClass: GatewayClass, stamp: Stamp) {
  const handled = finding('Accepted', 'True', 'Handled', 'Handled by Traefik controller');
  const others = (gatewayClass.status?.conditions ?? []).filter(({ type }) => type !== 'Accepted');
  return {
    conditions: [...others, ...stamp([handled], generationOf(gatewayClass))],
    supportedFeatures: features.map((name) => ({ name })),
  };
}

const noError = [
  finding('Accepted', 'True', 'Accepted', 'No error found'),
  finding('ResolvedRefs', 'True', 'ResolvedRefs', 'No error found'),
  finding('Programmed', 'True', 'Programmed', 'No error found'),
];

/** Source: makeGatewayStatus. */
export function gatewayStatus(
  gateway: Gateway,
  listeners: readonly GatewayListener[],
  addresses: readonly string[],
  stamp: Stamp,
): GatewayStatus {
  const generation = generationOf(gateway);
  const bad = listeners.filter(({ problems }) => problems.length > 0).length;
  return {
    ...(addresses.length > 0 && {
      addresses: addresses.map((value) => ({ type: 'IPAddress', value })),
    }),
    conditions: stamp(ofGateway(bad, listeners.length), generation),
    listeners: listeners.map(({ listener, kinds, problems, attachedRoutes }) => ({
      name: listener.name,
      supportedKinds: kinds,
      attachedRoutes,
      conditions: stamp(problems.length === 0 ? noError : problems, generation),
    })),
  };
}

function ofGateway(bad: number, all: number): readonly Finding[] {
  if (bad === all) {
    return [
      finding('Accepted', 'False', 'ListenersNotValid', 'At least one Listener must be valid'),
      finding('Programmed', 'False', 'Invalid', 'No Listener is valid'),
    ];
  }
  const but = bad === 0 ? '' : ', but some Listeners are not valid';
  const reason = bad === 0 ? 'Accepted' : 'ListenersNotValid';
  return [
    finding('Accepted', 'True', reason, `Gateway successfully scheduled${but}`),
    finding('Programmed', 'True', 'Programmed', `Gateway successfully programmed${but}`),
  ];
}

/** What a route is told about one of its parents. */
export function parentStatus(
  route: HTTPRoute,
  parentRef: ParentReference,
  findings: readonly Finding[],
  stamp: Stamp,
): RouteParentStatus {
  return { parentRef, controllerName, conditions: stamp(findings, generationOf(route)) };
}

/** Those of other controllers stay. */
export const withParents = (
  { status }: HTTPRoute,
  own: readonly RouteParentStatus[],
): { readonly parents: readonly RouteParentStatus[] } => ({
  parents: [
    ...(status?.parents ?? []).filter((one) => one.controllerName !== controllerName),
    ...own,
  ],
});

/** Whether two statuses say the same, whenever they say it. Source: conditionsEqual. */
export const saysTheSame = (a: object | undefined, b: object): boolean =>
  deepEqual(timeless(a as JsonValue), timeless(b as JsonValue));

function timeless(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(timeless);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      key === 'lastTransitionTime' ? [] : [[key, timeless(each as JsonValue)]],
    ),
  );
}

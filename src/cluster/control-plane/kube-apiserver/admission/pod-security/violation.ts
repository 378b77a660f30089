/**
 * The violation that a check of the Pod Security Standards reports, and the texts that all checks
 * share. Source: k8s.io/pod-security-admission policy/checks.go, helpers.go, visitor.go.
 */
import type {
  Container,
  Pod,
  PodSecurityContext,
  PodSpec,
  SecurityContext,
} from '#k8s.io/api/core/v1';

/** One thing that a level does not allow. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

export type CheckPod = (pod: Pod) => Violation | undefined;

/** All containers, in the order in which upstream visits them. */
export const containersOf = (spec: PodSpec): readonly Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
  ...(spec.ephemeralContainers ?? []),
];

export const quoted = (names: Iterable<string>): string =>
  [...names].map((name) => `"${name}"`).join(', ');

/** Each name once, in alphabetical order, in quotes. */
export const quotedSet = (names: Iterable<string>): string => quoted([...new Set(names)].sort());

export const plural = (count: number, word: string): string => (count === 1 ? word : `${word}s`);

export const namesOf = (
  pod: Pod,
  fails: (context: SecurityContext, container: Container) => boolean,
): readonly string[] =>
  containersOf(pod.spec)
    .filter((container) => fails(container.securityContext ?? {}, container))
    .map(({ name }) => name);

/** `container "a"`, `containers "a", "b"`. */
export const containersNamed = (names: readonly string[]): string =>
  `${plural(names.length, 'container')} ${quoted(names)}`;

type AnyContext = PodSecurityContext & SecurityContext;

/** What sets a wrong value: `pod`, `container "a"`, or both; undefined when nothing does. */
export function settersOf(pod: Pod, isWrong: (context: Partial<AnyContext>) => boolean) {
  const names = namesOf(pod, (context) => isWrong(context as Partial<AnyContext>));
  const parts = [
    ...(isWrong(pod.spec.securityContext ?? {}) ? ['pod'] : []),
    ...(names.length === 0 ? [] : [containersNamed(names)]),
  ];
  return parts.length === 0 ? undefined : parts.join(' and ');
}

/** The security contexts of the pod and of its containers. */
export const contextsOf = ({ spec }: Pod): readonly Partial<AnyContext>[] => [
  spec.securityContext ?? {},
  ...containersOf(spec).map(
    ({ securityContext }) => (securityContext ?? {}) as Partial<AnyContext>,
  ),
];

/** A violation by the containers that fail; undefined when none fails. */
export const mustOf = (
  reason: string,
  names: readonly string[],
  what: string,
): Violation | undefined =>
  names.length === 0 ? undefined : { reason, detail: `${containersNamed(names)} ${what}` };

/** A pod with its own user namespace may run as root, as that is not the host's root. */
export const hasUserNamespace = ({ spec }: Pod): boolean => spec.hostUsers === false;

/**
 * The checks that only the level restricted has: the hardening of containers. Source:
 * k8s.io/pod-security-admission policy/check_*.go of level restricted.
 */
import type { Volume } from '#k8s.io/api/core/v1';
import { seccompProfile as explicitSeccomp } from './baseline-checks.ts';
import {
  type CheckPod,
  containersNamed,
  containersOf,
  hasUserNamespace,
  mustOf,
  namesOf,
  plural,
  quoted,
  quotedSet,
  settersOf,
} from './violation.ts';

/** Since 1.25 a pod whose `os` is Windows need not set fields that only Linux has. */
export const unlessWindows =
  (check: CheckPod): CheckPod =>
  (pod) =>
    pod.spec.os?.name === 'windows' ? undefined : check(pod);

export const unlessUserNamespace =
  (check: CheckPod): CheckPod =>
  (pod) =>
    hasUserNamespace(pod) ? undefined : check(pod);

export const allowPrivilegeEscalation: CheckPod = (pod) =>
  mustOf(
    'allowPrivilegeEscalation != false',
    namesOf(pod, (context) => context.allowPrivilegeEscalation !== false),
    'must set securityContext.allowPrivilegeEscalation=false',
  );

export const droppedCapabilities: CheckPod = (pod) => {
  const lacking = namesOf(pod, ({ capabilities }) => !(capabilities?.drop ?? []).includes('ALL'));
  const foreign = (added: readonly string[] | undefined): readonly string[] =>
    (added ?? []).filter((name) => name !== 'NET_BIND_SERVICE');
  const adding = namesOf(pod, ({ capabilities }) => foreign(capabilities?.add).length > 0);
  const added = containersOf(pod.spec).flatMap(({ securityContext }) =>
    foreign(securityContext?.capabilities?.add),
  );
  const parts = [
    ...(lacking.length === 0
      ? []
      : [`${containersNamed(lacking)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adding.length === 0
      ? []
      : [
          `${containersNamed(adding)} must not include ${quotedSet(added)} in ` +
            'securityContext.capabilities.add',
        ]),
  ];
  if (parts.length === 0) return undefined;
  return { reason: 'unrestricted capabilities', detail: parts.join('; ') };
};

const allowedVolumes: ReadonlySet<string> = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

export const restrictedVolumes: CheckPod = ({ spec }) => {
  const typeOf = (volume: Volume): string =>
    Object.keys(volume).find((key) => key !== 'name') ?? 'unknown';
  const bad = (spec.volumes ?? []).filter((volume) => !allowedVolumes.has(typeOf(volume)));
  if (bad.length === 0) return undefined;
  const types = new Set(bad.map(typeOf));
  const use = `${bad.length === 1 ? 'uses' : 'use'} ${plural(types.size, 'restricted volume type')}`;
  const names = `${plural(bad.length, 'volume')} ${quoted(bad.map(({ name }) => name))}`;
  return { reason: 'restricted volume types', detail: `${names} ${use} ${quotedSet(types)}` };
};

/** The violation of containers that lack a field which neither they nor the pod set. */
const lackingOf = (names: readonly string[], reason: string, what: string) =>
  names.length === 0
    ? undefined
    : { reason, detail: `pod or ${containersNamed(names)} must set ${what}` };

export const runAsNonRoot: CheckPod = (pod) => {
  const reason = 'runAsNonRoot != true';
  const refusing = settersOf(pod, (context) => context.runAsNonRoot === false);
  if (refusing !== undefined) {
    return { reason, detail: `${refusing} must not set securityContext.runAsNonRoot=false` };
  }
  if (pod.spec.securityContext?.runAsNonRoot === true) return undefined;
  const names = namesOf(pod, (context) => context.runAsNonRoot === undefined);
  return lackingOf(names, reason, 'securityContext.runAsNonRoot=true');
};

export const runAsUser: CheckPod = (pod) => {
  const setters = settersOf(pod, (context) => context.runAsUser === 0);
  return setters === undefined
    ? undefined
    : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};

export const seccompProfile: CheckPod = (pod) => {
  const explicit = explicitSeccomp(pod);
  if (explicit !== undefined || pod.spec.securityContext?.seccompProfile !== undefined) {
    return explicit;
  }
  const names = namesOf(pod, (context) => context.seccompProfile === undefined);
  const what = 'securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return lackingOf(names, 'seccompProfile', what);
};

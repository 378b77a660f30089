/**
 * An ephemeral container in a running pod. Source: debug.go debugByEphemeralContainer: the
 * difference goes to the ephemeralcontainers subresource as a strategic merge patch.
 */
import { err } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { asJson, asObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { createTwoWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { structSchema } from '#k8s.io/apimachinery/schema/schema';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import type { Outcome } from '../failure.ts';
import { attachDebug } from './attach-debug.ts';
import { debugContainer, debugContainerName } from './debug-container.ts';

export function* debugPod(invocation: Invocation, pod: Pod): Process<Outcome> {
  const { session } = invocation;
  const name = debugContainerName(invocation, containerNames(pod));
  const container = debugContainer(invocation, name, 'ephemeral');
  if (!container.ok) return container;
  warnOfUser(invocation, container.value, pod);
  const before = asJson(pod);
  const spec = asJson(pod.spec);
  const present = asObject<readonly JsonObject[]>(pod.spec.ephemeralContainers ?? []);
  const after = {
    ...before,
    spec: { ...spec, ephemeralContainers: [...present, container.value] },
  };
  const patch = createTwoWayMergePatch(before, after, structSchema('core.Pod'));
  const { namespace, name: podName } = pod.metadata;
  const at = {
    namespace,
    name: podName,
    subresource: 'ephemeralcontainers',
    contentType: 'application/strategic-merge-patch+json',
  };
  const patched = yield* session.client.patch(podsResource, at, patch);
  if (patched.ok) return yield* attachDebug(invocation, pod, name);
  const { error } = patched;
  // The API server answers without a name when it does not know the subresource.
  const unknown =
    error.kind === 'status' &&
    error.status.reason === 'NotFound' &&
    error.status.details?.name === '';
  return unknown
    ? err({ kind: 'error', message: 'ephemeral containers are disabled for this cluster' })
    : err(error);
}

interface Rights {
  readonly runAsUser?: number;
  readonly privileged?: boolean;
  readonly capabilities?: { readonly add?: readonly string[] };
}

/** Warns about what the pod's non-root user cannot do. Source: debug.go displayWarning. */
function warnOfUser({ session }: Invocation, container: JsonObject, pod: Pod): void {
  if ((pod.spec.securityContext?.runAsUser ?? 0) === 0) return;
  const rights = container['securityContext'] as Rights | undefined;
  if (rights === undefined || rights.runAsUser === 0) return;
  if (rights.privileged !== true && (rights.capabilities?.add ?? []).length === 0) return;
  session.err(
    'Warning: Non-root user is configured for the entire target Pod, and some capabilities ' +
      'granted by debug profile may not work. Please consider using "--custom" with a custom ' +
      'profile that specifies "securityContext.runAsUser: 0".\n',
  );
}

export const containerNames = ({ spec }: Pod): readonly string[] =>
  [...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].map(
    ({ name }) => name,
  );

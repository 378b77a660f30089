/** A changed copy of a pod. Source: debug.go debugByCopy, generatePodCopyWithDebugContainer. */
import { defined } from '#base/defined';
import { ok } from '#base/result';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { asJson, asObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { fail, type Outcome } from '../failure.ts';
import { debugContainer, debugContainerName } from './debug-container.ts';
import { containerNames } from './debug-pod.ts';
import { changedSecurity } from './profiles.ts';

export function* debugByCopy(invocation: Invocation, pod: Pod): Process<Outcome> {
  const { session, flags } = invocation;
  const copy = copyOf(invocation, pod);
  if (!copy.ok) return copy;
  session.generated(copy.value);
  const { namespace, name } = pod.metadata;
  const created = yield* session.client.create<KubeObject>(podsResource, { namespace }, copy.value);
  if (!created.ok) return created;
  if (!flags.bool('replace')) return ok(undefined);
  const removed = yield* session.client.delete(podsResource, { namespace, name }, {});
  return removed.ok ? ok(undefined) : removed;
}

function copyOf(invocation: Invocation, pod: Pod): Outcome<New<Pod>> {
  const { flags } = invocation;
  const { ephemeralContainers: _ephemeral, nodeName, initContainers, ...spec } = pod.spec;
  const changed = changedContainers(invocation, pod);
  if (!changed.ok) return changed;
  const { labels = {}, annotations = {} } = pod.metadata;
  const shares = sharesProcesses(invocation, spec.shareProcessNamespace);
  const copy = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: flags.string('copy-to'),
      namespace: pod.metadata.namespace,
      ...(flags.bool('keep-labels') ? { labels } : {}),
      ...(flags.bool('keep-annotations') ? { annotations } : {}),
    },
    spec: {
      ...spec,
      ...defined({ shareProcessNamespace: shares }),
      ...(flags.bool('same-node') && nodeName !== undefined ? { nodeName } : {}),
      ...(flags.bool('keep-init-containers') && initContainers !== undefined
        ? { initContainers }
        : {}),
      containers: changed.value,
    },
  };
  return ok(asObject<New<Pod>>(copy));
}

/** Flags take precedence over the pod's values; only the legacy profile adds nothing. */
function sharesProcesses({ flags }: Invocation, own: boolean | undefined): boolean | undefined {
  if (flags.changed('share-processes')) return flags.bool('share-processes');
  return own ?? (flags.string('profile') === 'legacy' ? undefined : true);
}

function changedContainers(invocation: Invocation, pod: Pod): Outcome<readonly JsonObject[]> {
  const { flags, dashArgs = [] } = invocation;
  const images = new Map(
    flags.list('set-image').map((pair) => pair.split('=') as [string, string]),
  );
  const unknown = [...images.keys()].find(
    (name) => name !== '*' && !pod.spec.containers.some((each) => each.name === name),
  );
  if (unknown !== undefined) return fail(`unable to find container named "${unknown}"`);
  const kept = pod.spec.containers.map((container): JsonObject => {
    const image = images.get(container.name) ?? images.get('*');
    const probes = withoutProbes(invocation, container);
    return { ...probes, ...defined({ image }) };
  });
  const asked = flags.string('container');
  const existing = kept.findIndex((container) => container['name'] === asked);
  if (asked !== '' && existing >= 0) {
    const image = flags.string('image');
    const words = flags.bool('arguments-only') ? 'args' : 'command';
    // The profile applies to the debugged container, new or existing.
    const security = changedSecurity(
      flags.string('profile'),
      pod.spec.containers[existing]?.securityContext,
    );
    const { securityContext: _, args: __, ...present } = kept[existing] as JsonObject;
    const changed = {
      ...present,
      ...(dashArgs.length > 0 || kept[existing]?.['args'] === undefined
        ? {}
        : { args: kept[existing]['args'] }),
      ...(image === '' ? {} : { image }),
      ...(dashArgs.length === 0 ? {} : { [words]: dashArgs }),
      ...(security === undefined ? {} : { securityContext: asJson(security) }),
    };
    return ok(kept.with(existing, changed));
  }
  if (flags.string('image') === '') {
    return images.size > 0 ? ok(kept) : fail('you must specify image when creating new container');
  }
  const name = debugContainerName(invocation, containerNames(pod));
  const added = debugContainer(invocation, name, 'copy');
  return added.ok ? ok([...kept, added.value]) : added;
}

function withoutProbes({ flags }: Invocation, container: Container): JsonObject {
  const { livenessProbe, readinessProbe, startupProbe, ...rest } = container;
  return asJson({
    ...rest,
    ...(flags.bool('keep-liveness') && livenessProbe !== undefined ? { livenessProbe } : {}),
    ...(flags.bool('keep-readiness') && readinessProbe !== undefined ? { readinessProbe } : {}),
    ...(flags.bool('keep-startup') && startupProbe !== undefined ? { startupProbe } : {}),
  });
}

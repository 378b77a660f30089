/**
 * Deletes everything in a namespace: first pods, then everything else.
 *
 * Models kubernetes/pkg/controller/namespace/deletion/namespaced_resources_deleter.go with
 * OrderedNamespaceDeletion (on).
 */

import type { Environment } from '#cluster/environment';
import type { CustomResourceDefinition } from '#k8s.io/api/apiextensions/v1';
import type { Namespace, Pod } from '#k8s.io/api/core/v1';
import { isConflict, isNotFound } from '#k8s.io/apimachinery/errors';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resources } from '#k8s.io/apimachinery/resources';
import {
  apiServices,
  customResourceDefinitions,
  namespaces,
  type Resource,
} from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import { apiError, type SyncError } from '../controller/workers.ts';
import {
  type ContentLeft,
  discoveryError,
  type Remaining,
  statusConditions,
  withConditions,
} from './status-conditions.ts';

const kubernetesFinalizer = 'kubernetes';
/** The time allowed for an object with a finalizer. */
const finalizerEstimateSeconds = 15;

export type DeletionOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'remaining'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly error: SyncError };

const done: DeletionOutcome = { kind: 'done' };

interface ResourceOutcome {
  readonly estimateSeconds: number;
  readonly remaining?: Remaining;
  readonly error?: SyncError;
}

interface ApiService {
  readonly spec: { readonly group: string; readonly version: string };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Namespaced resources that can be listed and deleted as collections. */
const deletable: readonly ResourceInfo[] = resources.filter(
  ({ namespaced, verbs, version, group }) =>
    namespaced &&
    ['list', 'delete', 'deletecollection'].every((verb) => verbs.includes(verb)) &&
    !(group === 'autoscaling' && version === 'v1'),
);

export class NamespacedResourcesDeleter {
  readonly #env: Environment;
  readonly #client: RestClient;

  constructor(env: Environment, client: RestClient) {
    this.#env = env;
    this.#client = client;
  }

  /** Deletes as much as is possible now. Source: namespacedResourcesDeleter.Delete. */
  *delete(name: string): Process<DeletionOutcome> {
    const found = yield* this.#client.get<Namespace>(namespaces, { name });
    if (!found.ok) return isNotFound(found.error) ? done : failed(apiError(found.error));
    if (found.value.metadata.deletionTimestamp === undefined) return done;
    const terminating = yield* this.#markTerminating(found.value);
    if (!terminating.ok) return failed(apiError(terminating.error));
    const namespace = terminating.value;
    if ((namespace.spec.finalizers ?? []).length === 0) return done;
    const outcome = yield* this.#deleteAllContent(namespace);
    if (outcome.kind !== 'done') return outcome;
    return yield* this.#finalize(namespace);
  }

  *#markTerminating(namespace: Namespace) {
    if (namespace.status?.phase === 'Terminating') return { ok: true, value: namespace } as const;
    const body: Namespace = { ...namespace, status: { ...namespace.status, phase: 'Terminating' } };
    return yield* this.#updateStatus(body);
  }

  *#updateStatus(namespace: Namespace) {
    const target = { name: namespace.metadata.name, subresource: 'status' };
    return yield* this.#client.update<Namespace>(namespaces, namespace, target);
  }

  *#finalize(namespace: Namespace): Process<DeletionOutcome> {
    const { name } = namespace.metadata;
    let latest = namespace;
    for (;;) {
      const finalizers = (latest.spec.finalizers ?? []).filter((f) => f !== kubernetesFinalizer);
      const body: Namespace = { ...latest, spec: finalizers.length === 0 ? {} : { finalizers } };
      const target = { name, subresource: 'finalize' };
      const answer = yield* this.#client.update<Namespace>(namespaces, body, target);
      if (answer.ok || isNotFound(answer.error)) return done;
      if (!isConflict(answer.error)) return failed(apiError(answer.error));
      const fresh = yield* this.#client.get<Namespace>(namespaces, { name });
      if (!fresh.ok) return isNotFound(fresh.error) ? done : failed(apiError(fresh.error));
      latest = fresh.value;
    }
  }

  *#deleteAllContent(namespace: Namespace): Process<DeletionOutcome> {
    const { name } = namespace.metadata;
    const errors: SyncError[] = [];
    const remaining: Remaining[] = [];
    let seconds = 0;
    const stale = yield* this.#staleGroupVersions();
    for (const info of this.#env.sim.inTurn([...podsFirst, ...(yield* this.#customResources())])) {
      const outcome = yield* this.#deleteCollection(name, info);
      seconds = Math.max(seconds, outcome.estimateSeconds);
      if (outcome.error !== undefined) errors.push(outcome.error);
      if (outcome.remaining === undefined) continue;
      if (info.plural === 'pods') {
        // Everything else waits, and the conditions do not mention the pods.
        return yield* this.#report(namespace, { remaining: [], errors, stale }, seconds);
      }
      remaining.push(outcome.remaining);
    }
    return yield* this.#report(namespace, { remaining, errors, stale }, seconds);
  }

  /** Custom resources. Source: discovery ServerPreferredNamespacedResources. */
  *#customResources(): Process<readonly ResourceInfo[]> {
    const listed = yield* this.#client.list<KubeObject>(customResourceDefinitions, {});
    if (!listed.ok) return [];
    const found = listed.value.items as readonly unknown[] as readonly CustomResourceDefinition[];
    return found.flatMap(({ spec, status }) => {
      const version = spec.versions.find(({ served }) => served)?.name;
      const isThere = status?.conditions?.some(
        (condition) => condition.type === 'Established' && condition.status === 'True',
      );
      if (spec.scope !== 'Namespaced' || version === undefined || isThere !== true) return [];
      const { group, names } = spec;
      const apiVersion = `${group}/${version}`;
      const base = deletable[0] as ResourceInfo;
      return [{ ...base, group, version, apiVersion, kind: names.kind, plural: names.plural }];
    });
  }

  /** Aggregated versions whose server cannot be reached, so their content is unknown. */
  *#staleGroupVersions(): Process<readonly string[]> {
    const listed = yield* this.#client.list<KubeObject>(apiServices, {});
    if (!listed.ok) return [];
    const found = listed.value.items as readonly unknown[] as readonly ApiService[];
    return found.flatMap(({ spec, status }) => {
      const isGone = status?.conditions?.some(
        (condition) => condition.type === 'Available' && condition.status === 'False',
      );
      return isGone === true ? [`${spec.group}/${spec.version}`] : [];
    });
  }

  /** Writes the conditions if they have changed, and returns the outcome. */
  *#report(namespace: Namespace, left: ContentLeft, seconds: number): Process<DeletionOutcome> {
    const conditions = statusConditions(left, this.#env.sim.now);
    const updated = withConditions(namespace, conditions);
    if (updated !== undefined) {
      const answer = yield* this.#updateStatus(updated);
      if (!answer.ok && !isConflict(answer.error)) return failed(apiError(answer.error));
    }
    const [error] = left.errors;
    if (error !== undefined) return failed(error);
    if (left.stale.length > 0) return failed({ message: discoveryError(left.stale) });
    return seconds > 0 ? { kind: 'remaining', seconds } : done;
  }

  /** Source: deleteAllContentForGroupVersionResource. */
  *#deleteCollection(namespace: string, info: ResourceInfo): Process<ResourceOutcome> {
    const resource = toResource(info);
    let estimateSeconds = 0;
    if (info.plural === 'pods') {
      const before = yield* this.#client.list<Pod>(resource, { namespace });
      if (!before.ok) return { estimateSeconds, error: apiError(before.error) };
      estimateSeconds = longestGrace(before.value.items);
    }
    const options = {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      propagationPolicy: 'Background',
    } as const;
    const deleted = yield* this.#client.delete(resource, { namespace }, options);
    if (!deleted.ok && !isNotFound(deleted.error)) {
      return { estimateSeconds, error: apiError(deleted.error) };
    }
    const after = yield* this.#client.list<KubeObject>(resource, { namespace });
    if (!after.ok) return { estimateSeconds, error: apiError(after.error) };
    const { items } = after.value;
    if (items.length === 0) return { estimateSeconds: 0 };
    const finalizers = countFinalizers(items);
    const remaining: Remaining = { info, count: items.length, finalizers };
    if (estimateSeconds === 0 && finalizers.size > 0) {
      return { estimateSeconds: finalizerEstimateSeconds, remaining };
    }
    if (estimateSeconds > 0) return { estimateSeconds, remaining };
    const what = `${info.group}/${info.version}, Resource=${info.plural}`;
    const message = `unexpected items still remain in namespace: ${namespace} for gvr: ${what}`;
    return { estimateSeconds, remaining, error: { message } };
  }
}

const podsFirst: readonly ResourceInfo[] = [
  ...deletable.filter(({ plural }) => plural === 'pods'),
  ...deletable.filter(({ plural }) => plural !== 'pods'),
];

const failed = (error: SyncError): DeletionOutcome => ({ kind: 'failed', error });

const toResource = (info: ResourceInfo): Resource => ({ ...info, resource: info.plural });

const longestGrace = (pods: readonly Pod[]): number =>
  pods
    .filter((pod) => !isPodTerminal(pod))
    .reduce((max, { spec }) => Math.max(max, spec.terminationGracePeriodSeconds ?? 0), 0);

function countFinalizers(items: readonly KubeObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { metadata } of items) {
    for (const finalizer of metadata.finalizers ?? []) {
      counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
    }
  }
  return counts;
}

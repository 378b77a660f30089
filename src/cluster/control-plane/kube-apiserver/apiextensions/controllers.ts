/**
 * The controllers of definitions that run inside the API server.
 *
 * Models k8s.io/apiextensions-apiserver pkg/controller: status (naming), establish, finalizer, and
 * kubernetes pkg/controlplane/controller/crdregistration with the aggregator's autoregister and
 * local availability controllers. Each definition is synced when it changes; what a sync writes
 * arrives as the next change.
 */

import { rfc3339 } from '#base/sim-time';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
} from '#k8s.io/api/apiextensions/v1';
import { asObject, deepEqual } from '#k8s.io/apimachinery/json-value';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { apiServices, customResourceDefinitions } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process, Simulation } from '#sim/simulation';
import type { ResourceCache } from '../storage/resource-cache.ts';
import { conditionOf, isTrue, withCondition } from './conditions.ts';
import { cleanupFinalizer } from './crd-strategy.ts';

/** Source: crd_registration_controller.go handleVersionUpdate. */
const groupPriorityMinimum = 1000;
const versionPriority = 100;

export interface ControllerParts {
  readonly sim: Simulation;
  /** A client of this server itself. */
  readonly client: RestClient;
  readonly definitions: ResourceCache;
  /** The served versions of a definition. */
  readonly served: (name: string) => readonly ResourceInfo[];
  /** Makes the storages of a definition, before its condition Established is set. */
  readonly install: (definition: CustomResourceDefinition) => Process;
  /** Deletes all objects of a resource. Returns true when none is left. */
  readonly deleteInstances: (resource: ResourceInfo) => Process<boolean>;
  /** Syncs a definition again after a while. */
  readonly requeue: (name: string) => void;
}

export class DefinitionControllers {
  readonly #parts: ControllerParts;
  /** The APIServices that exist for group versions. */
  readonly #registered = new Set<string>();

  constructor(parts: ControllerParts) {
    this.#parts = parts;
  }

  *sync(name: string, definition: CustomResourceDefinition | undefined): Process {
    yield* this.#register(name);
    if (definition === undefined) return;
    if (definition.metadata.deletionTimestamp !== undefined) {
      return yield* this.#finalize(definition);
    }
    if (yield* this.#name(definition)) return;
    if (isTrue(definition, 'NamesAccepted') && !isTrue(definition, 'Established')) {
      yield* this.#establish(definition);
    }
  }

  #now(): string {
    return rfc3339(this.#parts.sim.now);
  }

  *#updateStatus(
    definition: CustomResourceDefinition,
  ): Process<CustomResourceDefinition | undefined> {
    const { name } = definition.metadata;
    const answer = yield* this.#parts.client.update<CustomResourceDefinition>(
      customResourceDefinitions,
      definition,
      { name, subresource: 'status' },
    );
    return answer.ok ? answer.value : undefined;
  }

  /** Source: naming_controller.go sync. Returns true when it wrote. */
  *#name(definition: CustomResourceDefinition): Process<boolean> {
    const { spec, status } = definition;
    const accepted = status?.acceptedNames ?? { plural: '', kind: '' };
    if (deepEqual(spec.names, accepted)) return false;
    const { names, reason, message } = this.#acceptedNames(definition, accepted);
    const isAccepted = reason === 'NoConflicts';
    const now = this.#now();
    const naming = {
      type: 'NamesAccepted',
      status: isAccepted ? ('True' as const) : ('False' as const),
      reason,
      message,
    };
    const before = conditionOf(definition, 'NamesAccepted');
    const same = before?.status === naming.status && before.message === message;
    if (same && deepEqual(accepted, names)) return false;
    let next = withCondition(definition, now, naming);
    if (!isTrue(definition, 'Established')) {
      next = withCondition(next, now, {
        type: 'Established',
        status: 'False',
        reason: isAccepted ? 'Installing' : 'NotAccepted',
        message: isAccepted ? 'the initial names have been accepted' : 'not all names are accepted',
      });
    }
    yield* this.#updateStatus({ ...next, status: { ...next.status, acceptedNames: names } });
    return true;
  }

  /** The names that no other definition in the group has. Source: calculateNamesAndConditions. */
  #acceptedNames(
    { metadata, spec }: CustomResourceDefinition,
    accepted: CustomResourceDefinitionNames,
  ): {
    readonly names: CustomResourceDefinitionNames;
    readonly reason: string;
    readonly message: string;
  } {
    const others = (
      this.#parts.definitions.list() as readonly unknown[] as readonly CustomResourceDefinition[]
    )
      .filter((other) => other.spec.group === spec.group && other.metadata.name !== metadata.name)
      .map(({ status }) => status?.acceptedNames);
    const words = others.flatMap((names) => [
      names?.plural,
      names?.singular,
      ...(names?.shortNames ?? []),
    ]);
    const kinds = others.flatMap((names) => [names?.kind, names?.listKind]);
    const names: Record<string, unknown> = { ...accepted, categories: spec.names.categories };
    let reason = 'NoConflicts';
    let message = 'no conflicts found';
    const claim = (
      key: 'plural' | 'singular' | 'kind' | 'listKind',
      taken: readonly unknown[],
      why: string,
    ) => {
      const wanted = spec.names[key];
      if (wanted === accepted[key] || !taken.includes(wanted)) names[key] = wanted;
      else [reason, message] = [why, `"${wanted}" is already in use`];
    };
    claim('plural', words, 'PluralConflict');
    claim('singular', words, 'SingularConflict');
    const clash = (spec.names.shortNames ?? []).filter((short) => words.includes(short));
    if (clash.length === 0) names['shortNames'] = spec.names.shortNames;
    else {
      const texts = clash.map((short) => `"${short}" is already in use`);
      reason = 'ShortNamesConflict';
      message = texts.length === 1 ? (texts[0] as string) : `[${texts.join(', ')}]`;
    }
    claim('kind', kinds, 'KindConflict');
    claim('listKind', kinds, 'ListKindConflict');
    const order = ['plural', 'singular', 'shortNames', 'kind', 'listKind', 'categories'];
    const ordered = Object.fromEntries(
      order.flatMap((key) => (names[key] === undefined ? [] : [[key, names[key]]])),
    );
    return { names: asObject<CustomResourceDefinitionNames>(ordered), reason, message };
  }

  /** Source: establishing_controller.go sync. */
  *#establish(definition: CustomResourceDefinition): Process {
    yield* this.#parts.install(definition);
    const established = withCondition(definition, this.#now(), {
      type: 'Established',
      status: 'True',
      reason: 'InitialNamesAccepted',
      message: 'the initial names have been accepted',
    });
    yield* this.#updateStatus(established);
  }

  /** Deletes every instance, then removes the finalizer. Source: crd_finalizer.go sync. */
  *#finalize(definition: CustomResourceDefinition): Process {
    const { finalizers = [] } = definition.metadata;
    if (!finalizers.includes(cleanupFinalizer)) return;
    const { reason } = conditionOf(definition, 'Terminating') ?? {};
    if (reason === 'InstanceDeletionPending') {
      yield* this.#updateStatus(
        withCondition(definition, this.#now(), {
          type: 'Terminating',
          status: 'True',
          reason: 'InstanceDeletionInProgress',
          message: 'CustomResource deletion is in progress',
        }),
      );
      return;
    }
    for (const resource of this.#parts.served(definition.metadata.name).slice(0, 1)) {
      if (yield* this.#parts.deleteInstances(resource)) continue;
      return this.#parts.requeue(definition.metadata.name);
    }
    const done = withCondition(definition, this.#now(), {
      type: 'Terminating',
      status: 'False',
      reason: 'InstanceDeletionCompleted',
      message: 'removed all instances',
    });
    const { finalizers: _, ...metadata } = done.metadata;
    const left = finalizers.filter((finalizer) => finalizer !== cleanupFinalizer);
    yield* this.#updateStatus({
      ...done,
      metadata: { ...metadata, ...(left.length > 0 && { finalizers: left }) },
    });
  }

  /** Keeps an APIService for each group version as long as a definition has it. */
  *#register(name: string): Process {
    const group = name.slice(name.indexOf('.') + 1);
    const wanted = new Set<string>();
    for (const object of this.#parts.definitions.list()) {
      const { spec } = asObject<CustomResourceDefinition>(object);
      if (spec.group !== group) continue;
      for (const version of spec.versions) if (version.served) wanted.add(version.name);
    }
    const { client } = this.#parts;
    for (const version of this.#parts.sim.inTurn(wanted)) {
      const service = `${version}.${group}`;
      if (this.#registered.has(service)) continue;
      this.#registered.add(service);
      yield* this.#registerVersion(service, group, version);
    }
    for (const service of this.#parts.sim.inTurn(this.#registered)) {
      const [version = ''] = service.split('.');
      if (service !== `${version}.${group}` || wanted.has(version)) continue;
      this.#registered.delete(service);
      yield* client.delete(apiServices, { name: service });
    }
  }

  *#registerVersion(service: string, group: string, version: string): Process {
    const { client } = this.#parts;
    yield* client.create(
      apiServices,
      {
        kind: 'APIService',
        apiVersion: 'apiregistration.k8s.io/v1',
        metadata: {
          name: service,
          labels: { 'kube-aggregator.kubernetes.io/automanaged': 'true' },
        },
        spec: { group, version, groupPriorityMinimum, versionPriority },
        status: {},
      },
      {},
    );
  }
}

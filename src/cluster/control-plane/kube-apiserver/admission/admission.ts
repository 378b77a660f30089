/**
 * The interface of an admission plugin: it may change the object of a request, or refuse it.
 *
 * Models k8s.io/apiserver pkg/admission interfaces.go (Attributes, MutationInterface,
 * ValidationInterface). Plugins never change an object in place: they return a new one.
 */

import type { Prng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import { forbidden } from '#k8s.io/apimachinery/errors';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { groupResource, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process, Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import type { Authorize } from '../authorizer/question.ts';
import type { Reach, ReachOutside } from '../reach.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** A request to change something, as plugins see it. */
export interface AdmissionAttributes {
  readonly request: RequestAttributes;
  readonly operation: Operation;
  /** The new state; for a delete the state to be deleted. */
  readonly object: KubeObject;
  /** The stored object, for updates and deletes. */
  readonly old: KubeObject | undefined;
  /** Set in the mutating pass if any plugin may request a second round. */
  readonly reinvocation?: Reinvocation;
}

/**
 * What plugins that call policies and webhooks keep from the first round of the mutating pass.
 * Source: admission.ReinvocationContext.
 */
export interface Reinvocation {
  /** True in the second round. */
  readonly again: boolean;
  /** Requests a second round. */
  request(): void;
  /** What each plugin keeps, by the plugin's name. */
  readonly kept: Map<string, unknown>;
}

/** The result of a plugin that admits: the same object, or another one with the reason. */
export interface Admitted {
  readonly object: KubeObject;
  /** Empty when nothing changed. */
  readonly detail: string;
}

export interface AdmissionPlugin {
  /** Its name in --enable-admission-plugins. */
  readonly name: string;
  /** False: this server does not run it (`off`). */
  readonly enabled: boolean;
  /** Nothing is configured for it: it is skipped at no cost. Called for each request. */
  dormant?(): boolean;
  /** Its changes may lead to a second round of the mutating pass. */
  readonly reinvokes?: boolean;
  /** The reason why it does nothing here, for a plugin that never does anything. */
  readonly inertBecause?: string;
  /** Whether it handles this kind of change. Called once for each kind of change. */
  handles(operation: Operation, resource: ResourceInfo, subresource: string): boolean;
  admit?(attributes: AdmissionAttributes): Process<Result<Admitted, Status>>;
  validate?(attributes: AdmissionAttributes): Process<Result<void, Status>>;
}

/** What plugins may read and call. */
export interface AdmissionEnvironment {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly prng: Prng;
  readonly config: ClusterConfig;
  readonly authorize: Authorize;
  /** Compiles the expressions of policies and webhooks. */
  readonly cel: Cel;
  /** The watch cache of a resource; upstream's plugins have informers instead. */
  cache(resource: ResourceInfo): ResourceCache;
  /** The resource of a kind, also of a custom one. */
  resourceForKind(apiVersion: string, kind: string): ResourceInfo | undefined;
  /** Reads an object from the store, past the cache. */
  live(resource: ResourceInfo, namespace: string, name: string): Process<KubeObject | undefined>;
  /** A client of this server itself. */
  readonly loopback: RestClient;
  /** The way to programs of Pods that serve webhooks. */
  readonly reach: Reach;
  /** The way to webhooks outside the cluster. */
  readonly reachOutside: ReachOutside;
}

export const admitted = ok<void>(undefined);

export const unchanged = (object: KubeObject): Result<Admitted, Status> =>
  ok({ object, detail: '' });

export const changed = (object: KubeObject, detail: string): Result<Admitted, Status> =>
  ok({ object, detail });

/** Source: admission.NewForbidden: the message names the object as precisely as possible. */
export function denied({ request, object }: AdmissionAttributes, detail: string): Status {
  const { name, generateName } = object.metadata;
  const shown = name || generateName || request.name || 'Unknown';
  return forbidden(groupResource(request.resource), shown, detail);
}

export const deny = (attributes: AdmissionAttributes, detail: string): Result<never, Status> =>
  err(denied(attributes, detail));

/**
 * Whether a change is one of these operations on the resource itself, given by plural and group.
 */
export const handlesResource =
  (operations: readonly Operation[], plural: string, group = '', subresource = '') =>
  (operation: Operation, resource: ResourceInfo, sub: string): boolean =>
    resource.plural === plural &&
    resource.group === group &&
    sub === subresource &&
    operations.includes(operation);

/** A plugin that this server does not run. */
export const offPlugin = (name: string, reason: string): AdmissionPlugin => ({
  name,
  enabled: false,
  inertBecause: reason,
  handles: () => false,
});

/** A plugin that runs but has nothing to do in this cluster. */
export const inertPlugin = (name: string, reason: string): AdmissionPlugin => ({
  name,
  enabled: true,
  inertBecause: reason,
  handles: () => false,
});

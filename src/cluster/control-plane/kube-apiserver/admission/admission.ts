/**
 * What an admission plugin is: it may change an object on its way in, or refuse it.
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
import type { RequestAttributes } from '../request-attributes.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** A change that asks to be admitted. */
export interface AdmissionAttributes {
  readonly request: RequestAttributes;
  readonly operation: Operation;
  /** The new state; for a delete the state that goes. */
  readonly object: KubeObject;
  /** What is stored, for updates and deletes. */
  readonly old: KubeObject | undefined;
  /** Set in the mutating pass, when there is anybody who may ask for another round. */
  readonly reinvocation?: Reinvocation;
}

/**
 * What plugins that call policies and webhooks remember from the first round of the mutating pass.
 * Source: admission.ReinvocationContext.
 */
export interface Reinvocation {
  /** This is the second round. */
  readonly again: boolean;
  /** Asks for a second round. */
  request(): void;
  /** What each plugin keeps, by its name. */
  readonly kept: Map<string, unknown>;
}

/** What a plugin made of an object: the same one, or another and why. */
export interface Admitted {
  readonly object: KubeObject;
  /** Empty when nothing changed. */
  readonly detail: string;
}

export interface AdmissionPlugin {
  /** As in --enable-admission-plugins. */
  readonly name: string;
  /** `off`: not among the plugins that this server runs. */
  readonly enabled: boolean;
  /** Nobody has set it up: it is passed over, at no cost. Asked each time. */
  dormant?(): boolean;
  /** Its changes may lead to a second round of the mutating pass. */
  readonly reinvokes?: boolean;
  /** Why it does nothing here, where it never does. */
  readonly inertBecause?: string;
  /** Whether it looks at all at this kind of change. Asked once for each kind of change. */
  handles(operation: Operation, resource: ResourceInfo, subresource: string): boolean;
  admit?(attributes: AdmissionAttributes): Process<Result<Admitted, Status>>;
  validate?(attributes: AdmissionAttributes): Process<Result<void, Status>>;
}

/** What plugins may read and ask. */
export interface AdmissionEnvironment {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly prng: Prng;
  readonly config: ClusterConfig;
  readonly authorize: Authorize;
  /** What expressions of policies and webhooks are compiled with. */
  readonly cel: Cel;
  /** The watch cache of a resource, as upstream's plugins have their informers. */
  cache(resource: ResourceInfo): ResourceCache;
  /** The resource of a kind, custom ones too. */
  resourceForKind(apiVersion: string, kind: string): ResourceInfo | undefined;
  /** An object straight from the store. */
  live(resource: ResourceInfo, namespace: string, name: string): Process<KubeObject | undefined>;
  /** The server as its own client. */
  readonly loopback: RestClient;
}

export const admitted = ok<void>(undefined);

export const unchanged = (object: KubeObject): Result<Admitted, Status> =>
  ok({ object, detail: '' });

export const changed = (object: KubeObject, detail: string): Result<Admitted, Status> =>
  ok({ object, detail });

/** Source: admission.NewForbidden: names the object as well as it can. */
export function denied({ request, object }: AdmissionAttributes, detail: string): Status {
  const { name, generateName } = object.metadata;
  const shown = name || generateName || request.name || 'Unknown';
  return forbidden(groupResource(request.resource), shown, detail);
}

export const deny = (attributes: AdmissionAttributes, detail: string): Result<never, Status> =>
  err(denied(attributes, detail));

/** Whether a change is one of these operations on a resource itself, by plural and group. */
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

/**
 * What a store is made of, and what a kind adds to it.
 * Models the fields of k8s.io/apiserver pkg/registry/generic/registry store.go Store.
 */
import type { Prng } from '#base/prng';
import type { Result } from '#base/result';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { etcdKey, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { Process, Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import type { AdmissionChain } from '../admission/chain.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import type { Etcd3Store, Target } from '../storage/etcd3.ts';
import type { Reader } from '../storage/reader.ts';
import type { AnyStrategy } from './strategy.ts';

/** Things of the outside that a kind takes for its objects, such as addresses. */
export interface Allocation {
  readonly object: KubeObject;
  /** Gives back what was taken, when the write fails. */
  revert(): Process;
}

/** What a kind does around the writes of its objects. */
export interface StoreHooks {
  beginCreate?(attrs: RequestAttributes, object: KubeObject): Process<Result<Allocation, Status>>;
  beginUpdate?(
    attrs: RequestAttributes,
    object: KubeObject,
    old: KubeObject,
  ): Process<Result<Allocation, Status>>;
  /** The object is gone. */
  afterDelete?(attrs: RequestAttributes, object: KubeObject): Process;
}

/** Between the version that is stored and the one that is served. */
export interface Conversion {
  toStorage(object: KubeObject): KubeObject;
  fromStorage(object: KubeObject): KubeObject;
}

export interface StoreOptions {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly prng: Prng;
  readonly admission: AdmissionChain;
  readonly resource: ResourceInfo;
  readonly strategy: AnyStrategy;
  readonly storage: Etcd3Store;
  readonly reader: Reader;
  readonly conversion?: Conversion;
  readonly hooks?: StoreHooks;
}

/** Where the object that a request names is stored, or another of its namespace. */
export const targetOf = (
  { resource }: StoreOptions,
  { request, namespace, name: own }: RequestAttributes,
  name = own,
): Target => ({ request, key: etcdKey(resource, namespace, name), name });

/** What is stored as the client asked to see it. */
export const servedForm = ({ conversion }: StoreOptions, object: KubeObject): KubeObject =>
  conversion?.fromStorage(object) ?? object;

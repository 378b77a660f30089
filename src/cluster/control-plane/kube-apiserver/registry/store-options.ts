/**
 * The parts of a store, and the hooks of a kind. Models the fields of k8s.io/apiserver
 * pkg/registry/generic/registry store.go Store.
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

/** An object with what its kind allocated for it outside the store, such as addresses. */
export interface Allocation {
  readonly object: KubeObject;
  /** Releases what was allocated, when the write fails. */
  revert(): Process;
}

/** The hooks of a kind around the writes of its objects. */
export interface StoreHooks {
  beginCreate?(attrs: RequestAttributes, object: KubeObject): Process<Result<Allocation, Status>>;
  beginUpdate?(
    attrs: RequestAttributes,
    object: KubeObject,
    old: KubeObject,
  ): Process<Result<Allocation, Status>>;
  /** Called when the object is gone. */
  afterDelete?(attrs: RequestAttributes, object: KubeObject): Process;
}

/** Converts between the stored and the served version. */
export interface Conversion {
  toStorage(object: KubeObject): KubeObject;
  fromStorage(object: KubeObject): KubeObject;
  /** What is left of an object that admission has changed, once it is written and read back. */
  readBack?(object: KubeObject): KubeObject;
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

/** The key under which the object of a request, or another one of its namespace, is stored. */
export const targetOf = (
  { resource }: StoreOptions,
  { request, namespace, name: own }: RequestAttributes,
  name = own,
): Target => ({ request, key: etcdKey(resource, namespace, name), name });

/** A stored object in the version that the client requested. */
export const servedForm = ({ conversion }: StoreOptions, object: KubeObject): KubeObject =>
  conversion?.fromStorage(object) ?? object;

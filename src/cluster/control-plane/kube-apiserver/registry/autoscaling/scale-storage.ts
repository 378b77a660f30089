/**
 * The scale subresource of workloads. Source: kubernetes pkg/registry/apps/deployment/storage
 * ScaleREST.
 */
import { err, ok } from '#base/result';
import { conflict, invalid } from '#k8s.io/apimachinery/errors';
import { formatSelector, labelSelectorAsSelector } from '#k8s.io/apimachinery/labels';
import type { KubeObject, LabelSelector, Table } from '#k8s.io/apimachinery/meta/v1';
import { groupResource } from '#k8s.io/apimachinery/resources';
import type { Process } from '#sim/simulation';
import { printScale } from '../../printers/print-table.ts';
import type { RequestAttributes } from '../../request-attributes.ts';
import { nonNegative } from '../common-strategies.ts';
import type { ResourceStorage } from '../resource-storage.ts';
import type {
  GetOptions,
  RestStorage,
  StorageResult,
  UpdateResult,
  UpdateTransform,
} from '../rest-storage.ts';

interface Scalable extends KubeObject {
  readonly spec: { readonly replicas?: number; readonly selector?: LabelSelector };
  readonly status?: { readonly replicas?: number };
}

const scaleKind = { group: 'autoscaling', kind: 'Scale' };

/** The Scale of a workload. */
function scaleOf(object: KubeObject): KubeObject {
  const { metadata, spec, status } = object as Scalable;
  const { name, namespace = '', uid, resourceVersion, creationTimestamp } = metadata;
  const selector = formatSelector(labelSelectorAsSelector(spec.selector));
  const { replicas = 0 } = spec;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: status?.replicas ?? 0, ...(selector !== '' && { selector }) },
  };
}

export class ScaleStorage implements RestStorage {
  readonly #whole: ResourceStorage;

  constructor(whole: ResourceStorage) {
    this.#whole = whole;
  }

  *get(attrs: RequestAttributes, options: GetOptions): Process<StorageResult<KubeObject>> {
    const object = yield* this.#whole.get(attrs, options);
    return object.ok ? ok(scaleOf(object.value)) : object;
  }

  convertToTable(scale: KubeObject): Table {
    return printScale(scale, this.#whole.store.options.sim.now);
  }

  *update(
    attrs: RequestAttributes,
    transform: UpdateTransform,
  ): Process<StorageResult<UpdateResult>> {
    const { store } = this.#whole;
    const group = groupResource(store.options.resource);
    const change: UpdateTransform = (current) => {
      if (current === undefined) return transform(undefined);
      const scale = transform(scaleOf(current));
      if (!scale.ok) return scale;
      const { uid, resourceVersion } = scale.value.metadata;
      if (uid !== undefined && uid !== current.metadata.uid)
        return err(conflict(group, attrs.name));
      const replicas = (scale.value as Scalable).spec?.replicas ?? 0;
      const errors = nonNegative('spec.replicas', replicas);
      if (errors.length > 0) return err(invalid(scaleKind, attrs.name, errors));
      return ok({
        ...current,
        metadata: { ...current.metadata, resourceVersion: resourceVersion ?? '' },
        spec: { ...(current as Scalable).spec, replicas },
      });
    };
    const updated = yield* store.update(attrs, change, store.strategy, scaleOf);
    if (!updated.ok) return updated;
    return ok({ object: scaleOf(updated.value.object), created: false });
  }
}

/**
 * The scale subresource of a custom resource: the numbers at the paths that its definition gives.
 * Source: apiextensions-apiserver pkg/registry/customresource/etcd.go ScaleREST.
 */
import { defined } from '#base/defined';
import { err, ok } from '#base/result';
import type { CustomResourceSubresources } from '#k8s.io/api/apiextensions/v1';
import { conflict, internalError } from '#k8s.io/apimachinery/errors';
import { asJson, asObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Table } from '#k8s.io/apimachinery/meta/v1';
import { groupResource } from '#k8s.io/apimachinery/resources';
import type { Process } from '#sim/simulation';
import { printScale } from '../printers/print-table.ts';
import type { ResourceStorage } from '../registry/resource-storage.ts';
import type {
  GetOptions,
  RestStorage,
  StorageResult,
  UpdateResult,
  UpdateTransform,
} from '../registry/rest-storage.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { valuesAt, withValueAt } from './simple-path.ts';

type Paths = NonNullable<CustomResourceSubresources['scale']>;

export class CustomScaleStorage implements RestStorage {
  readonly #whole: ResourceStorage;
  readonly #paths: Paths;

  constructor(whole: ResourceStorage, paths: Paths) {
    this.#whole = whole;
    this.#paths = paths;
  }

  *get(attrs: RequestAttributes, options: GetOptions): Process<StorageResult<KubeObject>> {
    const object = yield* this.#whole.get(attrs, options);
    return object.ok ? this.#scaleOf(object.value) : object;
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
      const present = this.#scaleOf(current);
      if (!present.ok) return present;
      const scale = transform(present.value);
      if (!scale.ok) return scale;
      const { uid, resourceVersion } = scale.value.metadata;
      if (uid !== undefined && uid !== current.metadata.uid) {
        return err(conflict(group, attrs.name));
      }
      const replicas = number(asJson(scale.value), '.spec.replicas') ?? 0;
      const next = withValueAt(asJson(current), this.#paths.specReplicasPath, replicas);
      const metadata = { ...current.metadata, resourceVersion: resourceVersion ?? '' };
      return ok({ ...asObject<KubeObject>(next), metadata });
    };
    const shown = (object: KubeObject): KubeObject => {
      const seen = this.#scaleOf(object);
      return seen.ok ? seen.value : object;
    };
    const updated = yield* store.update(attrs, change, store.strategy, shown);
    if (!updated.ok) return updated;
    const scale = this.#scaleOf(updated.value.object);
    return scale.ok ? ok({ object: scale.value, created: false }) : scale;
  }

  #scaleOf(object: KubeObject): StorageResult<KubeObject> {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath } = this.#paths;
    const json = asJson(object);
    const replicas = number(json, specReplicasPath);
    if (replicas === undefined) {
      const why = `the spec replicas field "${specReplicasPath}" does not exist`;
      return err(internalError(why));
    }
    const [selector] = labelSelectorPath === undefined ? [] : valuesAt(json, labelSelectorPath);
    const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
    return ok({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: {
        name,
        ...defined({ namespace }),
        uid,
        resourceVersion,
        creationTimestamp,
      },
      spec: replicas === 0 ? {} : { replicas },
      status: {
        replicas: number(json, statusReplicasPath) ?? 0,
        ...(typeof selector === 'string' && selector !== '' && { selector }),
      },
    });
  }
}

function number(value: JsonValue, path: string): number | undefined {
  const [found] = valuesAt(value, path);
  return typeof found === 'number' ? found : undefined;
}

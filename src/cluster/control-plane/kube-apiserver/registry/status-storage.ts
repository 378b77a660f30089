/** The status subresource: the same object, but an update changes only its status. */
import type { KubeObject, Table } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { RequestAttributes } from '../request-attributes.ts';
import type { ResourceStorage } from './resource-storage.ts';
import type {
  GetOptions,
  RestStorage,
  StorageResult,
  UpdateResult,
  UpdateTransform,
} from './rest-storage.ts';
import type { UpdateStrategy } from './strategy.ts';

export class StatusStorage implements RestStorage {
  readonly #whole: ResourceStorage;
  readonly #strategy: UpdateStrategy<KubeObject>;

  constructor(whole: ResourceStorage, strategy: UpdateStrategy<KubeObject>) {
    this.#whole = whole;
    this.#strategy = strategy;
  }

  get(attrs: RequestAttributes, options: GetOptions): Process<StorageResult<KubeObject>> {
    return this.#whole.get(attrs, options);
  }

  update(
    attrs: RequestAttributes,
    transform: UpdateTransform,
  ): Process<StorageResult<UpdateResult>> {
    return this.#whole.store.update(attrs, transform, this.#strategy);
  }

  convertToTable(object: KubeObject): Table {
    return this.#whole.convertToTable(object);
  }
}

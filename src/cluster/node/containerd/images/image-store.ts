/**
 * The images on a node, by id, with the references that name them.
 * Models containerd's image store as the CRI plugin shows it.
 */

import { defined } from '#base/defined';
import type { ImageConfig } from '#cluster/config/cluster-config';
import type { ImageStatus } from '#k8s.io/cri-api/runtime';
import { type ImageReference, isImageId, parseImageReference } from './reference.ts';

export interface StoredImage {
  readonly config: ImageConfig;
  /** Replaced, never changed in place: an answer given before stays the same. */
  readonly status: ImageStatus;
}

export class ImageStore {
  readonly #byId = new Map<string, StoredImage>();
  readonly #idOf = new Map<string, string>();
  /** The last list, valid until an image is added, changed or removed. */
  #list: readonly ImageStatus[] | undefined;

  /** Adds an image under a reference, or the reference to an existing image. */
  add(reference: ImageReference, config: ImageConfig, pinned: boolean): StoredImage {
    const known = this.#byId.get(config.imageId)?.status;
    const digest = `${config.repository}@${config.digest}`;
    const status: ImageStatus = {
      id: config.imageId,
      repoTags: union(known?.repoTags, reference.tag === '' ? [] : [reference.full]),
      repoDigests: union(known?.repoDigests, [digest]),
      size: config.sizeBytes,
      pinned: pinned || known?.pinned === true,
      ...defined({ uid: config.user }),
    };
    const stored = { config, status };
    this.#byId.set(config.imageId, stored);
    this.#list = undefined;
    // A tag may have moved from another image.
    this.#idOf.set(reference.full, config.imageId);
    this.#idOf.set(digest, config.imageId);
    return stored;
  }

  /** Finds an image by id, tag or digest, as the kubelet names it. */
  find(name: string): StoredImage | undefined {
    if (isImageId(name)) {
      return this.#byId.get(name.startsWith('sha256:') ? name : `sha256:${name}`);
    }
    return this.#byId.get(this.#idOf.get(parseImageReference(name).full) ?? '');
  }

  list(): readonly ImageStatus[] {
    this.#list ??= Array.from(this.#byId.values(), ({ status }) => status);
    return this.#list;
  }

  remove(name: string): boolean {
    const image = this.find(name);
    if (image === undefined) return false;
    this.#byId.delete(image.status.id);
    this.#list = undefined;
    for (const [reference, id] of this.#idOf) {
      if (id === image.status.id) this.#idOf.delete(reference);
    }
    return true;
  }
}

const union = (a: readonly string[] = [], b: readonly string[] = []): readonly string[] => [
  ...new Set([...a, ...b]),
];

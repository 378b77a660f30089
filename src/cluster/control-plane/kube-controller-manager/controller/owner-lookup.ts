/**
 * Finds the owners that a change to a dependent affects: its owner, its former owner, or those that
 * may adopt it. Models code that each controller of kubernetes/pkg/controller has separately:
 * resolveControllerRef, getPodReplicaSets and the like, and the first half of updatePod.
 */

import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeObject, LabelSelector, OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { indexByNamespace, inNamespace } from './owners.ts';

/** The owners that a change to a dependent affects. */
export interface Concerned<T> {
  /** The owner until now, if it no longer is. */
  readonly former: T | undefined;
  readonly owner: T | undefined;
  /** Those that may adopt it, if it has no owner and has just lost it or has new labels. */
  readonly adopters: readonly T[];
}

/** Finds objects of one kind by their dependents. */
export class OwnerLookup<T extends KubeObject> {
  readonly #kind: string;
  readonly #owners: Lister<T>;
  readonly #selectorOf: ((owner: T) => LabelSelector | undefined) | undefined;

  /** Without `selectorOf`, objects of this kind adopt nothing. */
  constructor(
    kind: string,
    owners: Pick<SharedInformer<T>, 'lister' | 'addIndex'>,
    selectorOf?: (owner: T) => LabelSelector | undefined,
  ) {
    this.#kind = kind;
    this.#owners = owners.lister;
    this.#selectorOf = selectorOf;
    if (selectorOf !== undefined) indexByNamespace(owners);
  }

  /** The owner of this kind that now controls the dependent. */
  ownerOf(dependent: KubeObject): T | undefined {
    const reference = controllerOf(dependent);
    return reference && this.#resolve(dependent, reference);
  }

  /**
   * The objects whose selector matches an orphan in their namespace; none for one without labels.
   */
  adoptersOf({ metadata: { namespace = '', labels } }: KubeObject): readonly T[] {
    const selectorOf = this.#selectorOf;
    if (selectorOf === undefined || labels === undefined) return [];
    return inNamespace(this.#owners, namespace).filter((owner) =>
      matchLabelSelector(selectorOf(owner), labels),
    );
  }

  /** The owners that a change from `old` to `dependent` affects. */
  concernedBy(old: KubeObject, dependent: KubeObject): Concerned<T> {
    const [before, now] = [controllerOf(old), controllerOf(dependent)];
    const ownerChanged = !deepEqual(before, now);
    const former = ownerChanged && before !== undefined ? this.#resolve(old, before) : undefined;
    if (now !== undefined) return { former, owner: this.#resolve(dependent, now), adopters: [] };
    const isNews = ownerChanged || !deepEqual(old.metadata.labels, dependent.metadata.labels);
    return { former, owner: undefined, adopters: isNews ? this.adoptersOf(dependent) : [] };
  }

  /** The object that the reference names, unless that name now belongs to another object. */
  #resolve({ metadata }: KubeObject, { kind, name, uid }: OwnerReference): T | undefined {
    if (kind !== this.#kind) return undefined;
    const owner = this.#owners.get(`${metadata.namespace}/${name}`);
    return owner?.metadata.uid === uid ? owner : undefined;
  }
}

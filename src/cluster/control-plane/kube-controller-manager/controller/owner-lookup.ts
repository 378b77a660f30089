/**
 * Whom a change of a dependent concerns: its owner, the one it had, or those that may adopt it.
 * Models what each controller of kubernetes/pkg/controller has of its own: resolveControllerRef,
 * getPodReplicaSets and the like, and the first half of updatePod.
 */

import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeObject, LabelSelector, OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { indexByNamespace, inNamespace } from './owners.ts';

/** Which owners should look at a dependent that changed. */
export interface Concerned<T> {
  /** Who owned it until now and no longer does. */
  readonly former: T | undefined;
  readonly owner: T | undefined;
  /** Those that may adopt it, when nobody owns it and that or its labels are new. */
  readonly adopters: readonly T[];
}

/** The objects of one kind, as found from what belongs to them. */
export class OwnerLookup<T extends KubeObject> {
  readonly #kind: string;
  readonly #owners: Lister<T>;
  readonly #selectorOf: ((owner: T) => LabelSelector | undefined) | undefined;

  /** Without `selectorOf` this kind adopts nothing. */
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

  /** The owner of this kind that controls it now. */
  ownerOf(dependent: KubeObject): T | undefined {
    const reference = controllerOf(dependent);
    return reference && this.#resolve(dependent, reference);
  }

  /** Whose selector picks an orphan of their namespace; one without labels is nobody's. */
  adoptersOf({ metadata: { namespace = '', labels } }: KubeObject): readonly T[] {
    const selectorOf = this.#selectorOf;
    if (selectorOf === undefined || labels === undefined) return [];
    return inNamespace(this.#owners, namespace).filter((owner) =>
      matchLabelSelector(selectorOf(owner), labels),
    );
  }

  /** Whom a change from `old` to `dependent` concerns. */
  concernedBy(old: KubeObject, dependent: KubeObject): Concerned<T> {
    const [before, now] = [controllerOf(old), controllerOf(dependent)];
    const ownerChanged = !deepEqual(before, now);
    const former = ownerChanged && before !== undefined ? this.#resolve(old, before) : undefined;
    if (now !== undefined) return { former, owner: this.#resolve(dependent, now), adopters: [] };
    const isNews = ownerChanged || !deepEqual(old.metadata.labels, dependent.metadata.labels);
    return { former, owner: undefined, adopters: isNews ? this.adoptersOf(dependent) : [] };
  }

  /** What the reference names, unless the name is another object's by now. */
  #resolve({ metadata }: KubeObject, { kind, name, uid }: OwnerReference): T | undefined {
    if (kind !== this.#kind) return undefined;
    const owner = this.#owners.get(`${metadata.namespace}/${name}`);
    return owner?.metadata.uid === uid ? owner : undefined;
  }
}

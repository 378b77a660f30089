/**
 * The selector for the pods of the same Services and controller as a pod.
 * Models kubernetes/pkg/scheduler/framework/plugins/helper/spread.go DefaultSelector.
 */

import type { Pod } from '#k8s.io/api/core/v1';
import {
  labelSelectorAsSelector,
  matches,
  type Requirement,
  type Selector,
  selectorFromSet,
} from '#k8s.io/apimachinery/labels';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import type { OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import { byNamespace, type Listers } from '../../../listers.ts';

/** Without a Service and a known controller the selector has no requirement. */
export function defaultSelector(pod: Pod, listers: Listers): Selector {
  const labels = { ...serviceSelector(pod, listers) };
  const owner = controllerOf(pod);
  if (owner === undefined) return selectorFromSet(labels);
  const key = `${pod.metadata.namespace}/${owner.name}`;
  if (isKind(owner, 'v1', 'ReplicationController')) {
    return selectorFromSet({
      ...labels,
      ...listers.replicationControllers.get(key)?.spec.selector,
    });
  }
  return {
    requirements: [
      ...selectorFromSet(labels).requirements,
      ...ownerRequirements(owner, key, listers),
    ],
  };
}

function serviceSelector(pod: Pod, listers: Listers): Readonly<Record<string, string>> {
  const merged: Record<string, string> = {};
  for (const service of listers.services.byIndex(byNamespace, pod.metadata.namespace)) {
    const { selector } = service.spec;
    if (selector === undefined || Object.keys(selector).length === 0) continue;
    if (matches(selectorFromSet(selector), pod.metadata.labels)) Object.assign(merged, selector);
  }
  return merged;
}

function ownerRequirements(
  owner: OwnerReference,
  key: string,
  listers: Listers,
): readonly Requirement[] {
  const found = isKind(owner, 'apps/v1', 'ReplicaSet')
    ? listers.replicaSets.get(key)
    : isKind(owner, 'apps/v1', 'StatefulSet')
      ? listers.statefulSets.get(key)
      : undefined;
  return found === undefined ? [] : labelSelectorAsSelector(found.spec.selector).requirements;
}

const isKind = (owner: OwnerReference, apiVersion: string, kind: string): boolean =>
  owner.apiVersion === apiVersion && owner.kind === kind;

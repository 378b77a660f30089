/**
 * The revisions that a daemon set or stateful set keeps.
 *
 * Models k8s.io/kubectl pkg/polymorphichelpers history.go controlledHistories.
 */

import { ok } from '#base/result';
import type { ControllerRevision } from '#k8s.io/api/apps/v1';
import { isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { formatSelector, labelSelectorAsSelector } from '#k8s.io/apimachinery/labels';
import { isControlledBy } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeList, KubeObject, LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import { controllerRevisions } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import type { Session } from '../session.ts';

/** Oldest first. */
export function* findRevisions(
  { client }: Session,
  owner: KubeObject,
): Process<Outcome<readonly ControllerRevision[]>> {
  const { selector } = (owner.spec ?? {}) as { readonly selector?: LabelSelector };
  const labelSelector = formatSelector(labelSelectorAsSelector(selector));
  const at = { namespace: owner.metadata.namespace ?? '', query: { labelSelector } };
  const list = yield* client.get<KubeList<ControllerRevision>>(controllerRevisions, at);
  if (!list.ok) return list;
  const own = list.value.items.filter((revision) => isControlledBy(revision, owner));
  return ok(own.sort((a, b) => a.revision - b.revision));
}

/** The object as it was at a revision. Source: history.go applyDaemonSetHistory. */
export function appliedRevision<T extends KubeObject>(owner: T, revision: ControllerRevision): T {
  const { spec } = (revision.data ?? {}) as { readonly spec?: JsonObject };
  const template = isJsonObject(spec?.['template']) ? withoutDirective(spec['template']) : {};
  return { ...owner, spec: { ...(owner.spec as object), template } } as T;
}

const withoutDirective = ({ $patch: _directive, ...rest }: JsonObject): JsonObject => rest;

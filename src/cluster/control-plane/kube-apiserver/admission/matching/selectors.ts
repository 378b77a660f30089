/**
 * The selectors of policies and webhooks: by the labels of the namespace and of the object.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/webhook/predicates/namespace and …/object.
 */
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import type { KubeObject, LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import { wellKnown } from '../../registry/well-known.ts';
import type { AdmissionAttributes, AdmissionEnvironment } from '../admission.ts';

interface Selectors {
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
}

const selectsAll = ({ matchLabels, matchExpressions }: LabelSelector): boolean =>
  Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0;

/** Whether both selectors match this change. */
export function* selected(
  environment: AdmissionEnvironment,
  { namespaceSelector, objectSelector }: Selectors,
  attributes: AdmissionAttributes,
): Process<boolean> {
  if (objectSelector !== undefined && !selectsAll(objectSelector)) {
    const { object, old, operation } = attributes;
    const candidates = operation === 'DELETE' ? [old ?? object] : [object, old];
    const picked = candidates.some(
      (each) => each !== undefined && matchLabelSelector(objectSelector, each.metadata?.labels),
    );
    if (!picked) return false;
  }
  if (namespaceSelector === undefined || selectsAll(namespaceSelector)) return true;
  const { resource } = attributes.request;
  if (!resource.namespaced && resource.plural !== 'namespaces') return true;
  const namespace = yield* namespaceOf(environment, attributes);
  return matchLabelSelector(namespaceSelector, namespace?.metadata.labels);
}

/** The namespace of a change. For a change of a Namespace: that object in its new state. */
export function* namespaceOf(
  environment: AdmissionEnvironment,
  { request, object, operation }: AdmissionAttributes,
): Process<KubeObject | undefined> {
  const ofNamespace = request.resource.plural === 'namespaces' && request.subresource === '';
  if (ofNamespace && (operation === 'CREATE' || operation === 'UPDATE')) return object;
  const name = ofNamespace ? request.name : request.namespace;
  if (name === '') return undefined;
  const cached = environment.cache(wellKnown.namespaces).get(name);
  return cached ?? (yield* environment.live(wellKnown.namespaces, '', name));
}

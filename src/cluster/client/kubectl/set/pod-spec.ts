/** Where each kind keeps its pod spec. Source: polymorphichelpers updatepodspec.go. */
import { ok } from '#base/result';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { fail, type Outcome } from '../failure.ts';

interface Template {
  readonly spec: PodSpec;
}
interface Templated {
  readonly template?: Template;
  readonly jobTemplate?: { readonly spec: { readonly template: Template } };
}

/** The pod spec of an object; undefined for kinds without one. */
export function podSpecOf({ kind, spec }: KubeObject): PodSpec | undefined {
  if (kind === 'Pod') return asObject<PodSpec>(spec);
  const { template, jobTemplate } = (spec ?? {}) as Templated;
  return kind === 'CronJob' ? jobTemplate?.spec.template.spec : template?.spec;
}

/** The object with another pod spec. `what` names the updated part, for the error. */
export function withPodSpec(
  object: KubeObject,
  what: string,
  change: (spec: PodSpec) => Outcome<PodSpec>,
): Outcome<KubeObject> {
  const before = podSpecOf(object);
  if (before === undefined) {
    const { kind } = object;
    return fail(
      `unable to update the ${what} of ${kind}: the object is not a pod or does not have a pod template: ${kind}`,
    );
  }
  const changed = change(before);
  if (!changed.ok) return changed;
  if (object.kind === 'Pod') return ok(asObject({ ...object, spec: changed.value }));
  const spec = (object.spec ?? {}) as Templated;
  if (object.kind !== 'CronJob') {
    const template = { ...spec.template, spec: changed.value };
    return ok(asObject({ ...object, spec: { ...spec, template } }));
  }
  const jobSpec = spec.jobTemplate?.spec;
  const template = { ...jobSpec?.template, spec: changed.value };
  const jobTemplate = { ...spec.jobTemplate, spec: { ...jobSpec, template } };
  return ok(asObject({ ...object, spec: { ...spec, jobTemplate } }));
}

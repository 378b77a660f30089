/** Warnings about the pod template of a workload. Source: GetWarningsForPodTemplate's callers. */
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { podWarnings } from '../core/pod/pod-warnings.ts';

interface Workload extends KubeObject {
  readonly spec: { readonly template?: PodTemplateSpec };
}

export function templateWarnings(
  template: PodTemplateSpec | undefined,
  path = 'spec.template',
): readonly string[] {
  const { spec, metadata } = template ?? {};
  return spec === undefined ? [] : podWarnings(spec, metadata ?? {}, path);
}

export const templateWarningsOnCreate = ({ spec }: Workload): readonly string[] =>
  templateWarnings(spec.template);

/** An update is warned about only when the spec changes. */
export const templateWarningsOnUpdate = (object: Workload, old: KubeObject): readonly string[] =>
  object.metadata.generation === old.metadata.generation
    ? []
    : templateWarnings(object.spec.template);

/** Source: kubernetes pkg/registry/apps/daemonset/strategy.go. */
import type { DaemonSet } from '#k8s.io/api/apps/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import {
  immutableField,
  preparedNew,
  preparedUpdate,
  statusStrategy,
} from '../common-strategies.ts';
import { defineStrategy } from '../strategy.ts';
import { validateSelector, validateWorkloadTemplate } from './template-validation.ts';

const templateGeneration = 'deprecated.daemonset.template.generation';

/** The old template generation lives on in an annotation. */
const withTemplateGeneration = (object: DaemonSet, generation: number): DaemonSet => ({
  ...object,
  metadata: {
    ...object.metadata,
    annotations: { ...object.metadata.annotations, [templateGeneration]: String(generation) },
  },
});

export const daemonSetStrategy = defineStrategy<DaemonSet>({
  prepareForCreate: (object) =>
    withTemplateGeneration(
      preparedNew(object, {
        currentNumberScheduled: 0,
        numberMisscheduled: 0,
        desiredNumberScheduled: 0,
        numberReady: 0,
      }),
      1,
    ),
  validate: ({ spec }) => [
    ...validateSelector(spec.selector, 'daemonset'),
    ...validateWorkloadTemplate(spec.selector, spec.template, 'DaemonSet'),
  ],
  prepareForUpdate: (object, old) => {
    const next = preparedUpdate(object, old);
    const generation = Number(old.metadata.annotations?.[templateGeneration] ?? 1);
    const changed = !deepEqual(object.spec.template, old.spec.template);
    return withTemplateGeneration(next, changed ? generation + 1 : generation);
  },
  validateUpdate: ({ spec }, old) =>
    immutableField('spec', 'selector', spec.selector, old.spec.selector),
  status: statusStrategy<DaemonSet>(),
});

/** Source: kubernetes pkg/registry/node/runtimeclass and pkg/apis/node/validation. */
import type { RuntimeClass } from '#k8s.io/api/node/v1';
import { dns1123LabelErrors } from '#k8s.io/apimachinery/validation';
import { type Errors, presentAndFormed, same } from '../generic/checks.ts';
import { validateLabels } from '../object-meta-validation.ts';
import { defineStrategy } from '../strategy.ts';

const validate = ({ handler = '', scheduling }: RuntimeClass): Errors => [
  ...presentAndFormed('handler', handler, dns1123LabelErrors),
  ...validateLabels(scheduling?.nodeSelector ?? {}, 'scheduling.nodeSelector'),
];

export const runtimeClassStrategy = defineStrategy<RuntimeClass>({
  validate,
  validateUpdate: (runtimeClass, old) => [
    ...validate(runtimeClass),
    ...same('handler', runtimeClass.handler, old.handler),
  ],
});

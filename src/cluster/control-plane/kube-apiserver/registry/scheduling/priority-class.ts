/** Source: kubernetes pkg/registry/scheduling/priorityclass and pkg/apis/scheduling/validation. */
import type { PriorityClass } from '#k8s.io/api/scheduling/v1';
import { forbiddenField } from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { preparedUpdate } from '../common-strategies.ts';
import { among, type Errors, none, same, unchanged } from '../generic/checks.ts';
import { defineStrategy, withGeneration } from '../strategy.ts';

const highest = 1_000_000_000;
const systemPrefix = 'system-';
const systemClasses: ReadonlyMap<string, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
]);

function validate({ metadata, value = 0, preemptionPolicy }: PriorityClass): Errors {
  const { name } = metadata;
  const known = systemClasses.get(name);
  const errors = [
    ...among('preemptionPolicy', preemptionPolicy, ['PreemptLowerPriority', 'Never']),
  ];
  if (!name.startsWith(systemPrefix)) {
    if (value <= highest) return errors;
    const detail = `maximum allowed value of a user defined priority is ${highest}`;
    return [forbiddenField('value', detail), ...errors];
  }
  if (known === value) return errors;
  const why =
    known === undefined
      ? `${name} is not a known system priority class`
      : `value of ${name} PriorityClass must be ${known}`;
  const detail =
    `priority class names with '${systemPrefix}' prefix are reserved for system use only. ` +
    `error: ${why}`;
  return [forbiddenField('metadata.name', detail), ...errors];
}

export const priorityClassStrategy = defineStrategy<PriorityClass>({
  prepareForCreate: (priorityClass) => withGeneration(priorityClass, 1),
  refusesDeletion: (name) =>
    systemClasses.has(name) ? 'this is a system priority class and cannot be deleted' : undefined,
  validate,
  prepareForUpdate: (priorityClass, old) =>
    preparedUpdate(
      priorityClass,
      old,
      ({ metadata: _, ...a }, { metadata: __, ...b }) => !deepEqual(a, b),
    ),
  validateUpdate: (now, old) => [
    ...unchanged('value', now.value ?? 0, old.value ?? 0, 'may not be changed in an update.'),
    ...(now.preemptionPolicy === undefined
      ? none
      : same('preemptionPolicy', now.preemptionPolicy, old.preemptionPolicy)),
  ],
});

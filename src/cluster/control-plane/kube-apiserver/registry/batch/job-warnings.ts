/** Source: kubernetes pkg/api/job warnings.go WarningsForJobSpec. */
import type { JobSpec } from '#k8s.io/api/batch/v1';
import { templateWarnings } from '../apps/template-warnings.ts';

const completionsLimit = 100_000;
const parallelismLimit = 10_000;

export function jobSpecWarnings(spec: JobSpec | undefined, path: string): readonly string[] {
  if (spec === undefined) return [];
  const { completionMode, completions = 0, parallelism = 0, template } = spec;
  const huge =
    completionMode === 'Indexed' &&
    completions > completionsLimit &&
    parallelism > parallelismLimit;
  return [
    ...(huge
      ? [
          `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a ` +
            'parallelism higher than 10^4, Kubernetes might not be able to track ' +
            'completedIndexes when a big number of indexes fail',
        ]
      : []),
    ...templateWarnings(template, `${path}.template`),
  ];
}

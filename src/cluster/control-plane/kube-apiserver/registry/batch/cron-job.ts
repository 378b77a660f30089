/** Source: kubernetes pkg/registry/batch/cronjob/strategy.go, pkg/apis/batch/validation. */
import { timeZoneOf } from '#base/time-zone';
import type { CronJob, JobSpec } from '#k8s.io/api/batch/v1';
import {
  type FieldError,
  invalidValue,
  notAmong,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { parseCron } from '#k8s.io/component-helpers/cron';
import { nonNegative, preparedNew, preparedUpdate, statusStrategy } from '../common-strategies.ts';
import { workloadNameWarnings } from '../core/pod/pod-warnings.ts';
import { defineStrategy } from '../strategy.ts';
import { validateJobSpec } from './job-validation.ts';
import { jobSpecWarnings } from './job-warnings.ts';

/** The name of a Job is eleven characters longer. */
const maxNameLength = 52;
const policies = ['Allow', 'Forbid', 'Replace'];

const jobPath = 'spec.jobTemplate.spec';

/** Source: ValidateCronJobSpec. `inUse`: an earlier version admitted the zone in the schedule. */
function validateSpec({ spec }: CronJob, inUse: boolean): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (!spec.schedule) errors.push(required('spec.schedule'));
  else errors.push(...validateSchedule(spec, inUse));
  errors.push(
    ...nonNegative('spec.startingDeadlineSeconds', spec.startingDeadlineSeconds),
    ...validateTimeZone(spec.timeZone),
  );
  const policy: string = spec.concurrencyPolicy ?? '';
  if (policy === '') errors.push(required('spec.concurrencyPolicy'));
  else if (!policies.includes(policy)) {
    errors.push(notSupported('spec.concurrencyPolicy', policy, policies));
  }
  const job = spec.jobTemplate.spec;
  errors.push(
    ...(job === undefined ? [] : [...validateJobSpec(job, jobPath), ...generatedErrors(job)]),
    ...nonNegative('spec.successfulJobsHistoryLimit', spec.successfulJobsHistoryLimit),
    ...nonNegative('spec.failedJobsHistoryLimit', spec.failedJobsHistoryLimit),
  );
  return errors;
}

/** The Job of a template always gets a generated selector. Source: ValidateJobTemplateSpec. */
function generatedErrors({ selector, manualSelector }: JobSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (selector !== undefined) {
    const detail = '`selector` will be auto-generated';
    errors.push(invalidValue(`${jobPath}.selector`, selector, detail));
  }
  if (manualSelector === true) {
    errors.push(notAmong(`${jobPath}.manualSelector`, true, ['nil', 'false']));
  }
  return errors;
}

/** Source: validateScheduleFormat. */
function validateSchedule(
  { schedule, timeZone }: CronJob['spec'],
  inUse: boolean,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const parsed = parseCron(schedule);
  if (!parsed.ok) errors.push(invalidValue('spec.schedule', schedule, parsed.error));
  if (!schedule.includes('TZ')) return errors;
  if (!inUse) {
    const detail = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    errors.push(invalidValue('spec.schedule', schedule, detail));
  } else if (timeZone !== undefined) {
    const detail = 'cannot use both timeZone field and TZ or CRON_TZ in schedule';
    errors.push(invalidValue('spec.schedule', schedule, detail));
  }
  return errors;
}

function validateTimeZone(timeZone: string | undefined): readonly FieldError[] {
  if (timeZone === undefined) return [];
  const refuse = (detail: string) => [invalidValue('spec.timeZone', timeZone, detail)];
  if (timeZone === '') return refuse('timeZone must be nil or non-empty string');
  if (timeZone.toLowerCase() === 'local') {
    const where = 'https://www.iana.org/time-zones';
    return refuse(`timeZone must be an explicit time zone as defined in ${where}`);
  }
  return timeZoneOf(timeZone) === undefined ? refuse(`unknown time zone ${timeZone}`) : [];
}

export const cronJobStrategy = defineStrategy<CronJob>({
  prepareForCreate: (object) => preparedNew(object, {}),
  validate: (object) => {
    const { name } = object.metadata;
    const detail = `must be no more than ${maxNameLength} characters`;
    const long = name.length > maxNameLength ? [invalidValue('metadata.name', name, detail)] : [];
    return [...validateSpec(object, false), ...long];
  },
  warningsOnCreate: ({ metadata, spec }) => [
    ...workloadNameWarnings(metadata.name),
    ...jobSpecWarnings(spec.jobTemplate.spec, jobPath),
  ],
  warningsOnUpdate: ({ metadata, spec }, old) => [
    ...(metadata.generation === old.metadata.generation
      ? []
      : jobSpecWarnings(spec.jobTemplate.spec, jobPath)),
    ...(spec.schedule.includes('TZ')
      ? [
          'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see ' +
            'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
        ]
      : []),
  ],
  prepareForUpdate: (object, old) => preparedUpdate(object, old),
  validateUpdate: (object, old) =>
    object.spec === old.spec ? [] : validateSpec(object, old.spec.schedule.includes('TZ')),
  status: statusStrategy<CronJob>(),
});

/** `kubectl describe cronjob`. Source: describe.go CronJobDescriber. */
import type { CronJob } from '#k8s.io/api/batch/v1';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import { longDate } from './dates.ts';
import { describePodTemplate } from './pod-template.ts';
import { boolText, describeMetadata, simpleDescriber } from './simple-describer.ts';

const orUnset = (value: number | undefined): string | number => value ?? '<unset>';

export const describeCronJob = simpleDescriber<CronJob>((page, cronJob) => {
  const { spec, status } = cronJob;
  describeMetadata(page, cronJob);
  page.field(0, 'Schedule', spec.schedule);
  page.field(0, 'Time Zone', spec.timeZone ?? '<unset>');
  page.field(0, 'Concurrency Policy', spec.concurrencyPolicy ?? '');
  page.field(0, 'Suspend', boolText(spec.suspend));
  page.field(0, 'Successful Job History Limit', orUnset(spec.successfulJobsHistoryLimit));
  page.field(0, 'Failed Job History Limit', orUnset(spec.failedJobsHistoryLimit));
  const deadline = spec.startingDeadlineSeconds;
  page.field(0, 'Starting Deadline Seconds', deadline === undefined ? '<unset>' : `${deadline}s`);
  const job = spec.jobTemplate.spec;
  const selector = job?.selector;
  page.field(0, 'Selector', selector === undefined ? '<unset>' : formatLabelSelector(selector));
  page.field(0, 'Parallelism', orUnset(job?.parallelism));
  page.field(0, 'Completions', orUnset(job?.completions));
  if (job?.activeDeadlineSeconds !== undefined) {
    page.field(0, 'Active Deadline Seconds', `${job.activeDeadlineSeconds}s`);
  }
  describePodTemplate(page, job?.template);
  const last = status?.lastScheduleTime;
  page.field(0, 'Last Schedule Time', last === undefined ? '<unset>' : longDate(last));
  const active = (status?.active ?? []).map(({ name = '' }) => name);
  page.field(0, 'Active Jobs', active.join(', ') || '<none>');
});

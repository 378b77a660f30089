/** `kubectl describe job` and `cronjob`. Source: describe.go JobDescriber, CronJobDescriber. */
import { ok } from '#base/result';
import { parseRfc3339, second } from '#base/sim-time';
import type { CronJob, Job } from '#k8s.io/api/batch/v1';
import { humanDuration } from '#k8s.io/apimachinery/duration';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { longDate } from './dates.ts';
import { controllerText } from './describe-pod.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';
import { describePodTemplate } from './pod-template.ts';
import { boolText, describeMetadata, simpleDescriber } from './simple-describer.ts';

export function* describeJob(request: DescribeRequest): Process<Outcome<string>> {
  const job = yield* getObject<Job>(request);
  if (!job.ok) return job;
  const events = yield* searchEvents(request, subjectOf(job.value, 'Job'));
  if (!events.ok) return events;
  const { metadata, spec } = job.value;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  page.field(0, 'Selector', formatLabelSelector(spec.selector));
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  const controller = controllerText(job.value);
  if (controller !== undefined) page.field(0, 'Controlled By', controller);
  describeSpec(page, job.value);
  describeProgress(page, job.value);
  describePodTemplate(page, spec.template);
  describeEvents(page, events.value, request.session.sim.now);
  return ok(page.toString());
}

function describeSpec(page: Page, { spec }: Job): void {
  page.field(0, 'Parallelism', spec.parallelism ?? '<unset>');
  page.field(0, 'Completions', spec.completions ?? '<unset>');
  if (spec.completionMode !== undefined) page.field(0, 'Completion Mode', spec.completionMode);
  if (spec.suspend !== undefined) page.field(0, 'Suspend', spec.suspend);
  if (spec.backoffLimit !== undefined) page.field(0, 'Backoff Limit', spec.backoffLimit);
  if (spec.ttlSecondsAfterFinished !== undefined) {
    page.field(0, 'TTL Seconds After Finished', spec.ttlSecondsAfterFinished);
  }
}

function describeProgress(page: Page, { spec, status = {} }: Job): void {
  const { startTime, completionTime, active = 0, ready, succeeded = 0, failed = 0 } = status;
  if (startTime) page.field(0, 'Start Time', longDate(startTime));
  if (completionTime) page.field(0, 'Completed At', longDate(completionTime));
  const [from, to] = [parseRfc3339(startTime ?? ''), parseRfc3339(completionTime ?? '')];
  if (from !== undefined && to !== undefined) {
    page.field(0, 'Duration', humanDuration((to - from) / second));
  }
  if (spec.activeDeadlineSeconds !== undefined) {
    page.field(0, 'Active Deadline Seconds', `${spec.activeDeadlineSeconds}s`);
  }
  const readyText = ready === undefined ? '' : ` (${ready} Ready)`;
  page.field(
    0,
    'Pods Statuses',
    `${active} Active${readyText} / ${succeeded} Succeeded / ${failed} Failed`,
  );
  if (spec.completionMode === 'Indexed') {
    page.field(0, 'Completed Indexes', cappedIndexes(status.completedIndexes ?? ''));
  }
}

/** A long list ends after the first comma beyond 50 characters. Source: capIndexesListOrNone. */
function cappedIndexes(indexes: string): string {
  const comma = indexes.indexOf(',', 50);
  if (comma === -1) return indexes === '' ? '<none>' : indexes;
  return `${indexes.slice(0, comma + 1)}...`;
}

const orUnset = (value: number | undefined): string | number => value ?? '<unset>';

export const describeCronJob = simpleDescriber<CronJob>((page, cronJob) => {
  const { spec, status } = cronJob;
  describeMetadata(page, cronJob);
  page.field(0, 'Schedule', spec.schedule);
  page.field(0, 'Concurrency Policy', spec.concurrencyPolicy ?? '');
  page.field(0, 'Suspend', boolText(spec.suspend));
  page.field(0, 'Time Zone', spec.timeZone ?? '<unset>');
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

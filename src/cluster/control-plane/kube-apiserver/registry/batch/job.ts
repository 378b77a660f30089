/** Source: kubernetes pkg/registry/batch/job/strategy.go. */
import type { Job } from '#k8s.io/api/batch/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { preparedNew, preparedUpdate, statusStrategy } from '../common-strategies.ts';
import { workloadNameWarnings } from '../core/pod/pod-warnings.ts';
import { defineStrategy } from '../strategy.ts';
import { validateJob, validateJobUpdate } from './job-validation.ts';
import { jobSpecWarnings } from './job-warnings.ts';

/**
 * Labels template and selector with the job's uid. A job without labels gets those of its template.
 * Source: generateSelector, SetDefaults_Job.
 */
function withGeneratedSelector(job: Job): Job {
  if (job.spec.manualSelector === true) return job;
  const { name, uid, labels: own } = job.metadata;
  const { template, selector } = job.spec;
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  const given = template.metadata?.labels;
  const templateLabels = { ...labels, ...given };
  const takesThose = own === undefined || Object.keys(own).length === 0 || own === given;
  return {
    ...job,
    metadata: { ...job.metadata, labels: takesThose ? templateLabels : own },
    spec: {
      ...job.spec,
      selector: {
        ...selector,
        matchLabels: { 'batch.kubernetes.io/controller-uid': uid, ...selector?.matchLabels },
      },
      template: { ...template, metadata: { ...template.metadata, labels: templateLabels } },
    },
  };
}

/** The generation is incremented when the spec changes. */
const specChanged = (job: Job, old: Job): boolean => !deepEqual(job.spec, old.spec);

export const jobStrategy = defineStrategy<Job>({
  prepareForCreate: (job) => withGeneratedSelector(preparedNew(job, {})),
  validate: validateJob,
  warningsOnCreate: ({ metadata, spec }) => [
    ...workloadNameWarnings(metadata.name),
    ...jobSpecWarnings(spec, 'spec'),
  ],
  warningsOnUpdate: (job, old) =>
    job.metadata.generation === old.metadata.generation ? [] : jobSpecWarnings(job.spec, 'spec'),
  prepareForUpdate: (job, old) => preparedUpdate(job, old, specChanged),
  validateUpdate: (job, old) => (job.spec === old.spec ? [] : validateJobUpdate(job, old)),
  status: statusStrategy<Job>(),
  garbageCollection: 'orphan',
  fields: { 'status.successful': (job) => String((job as Job).status?.succeeded ?? 0) },
});

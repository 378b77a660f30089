/** Source: kubernetes pkg/registry/batch/job/strategy.go. */
import type { Job } from '#k8s.io/api/batch/v1';
import { notSupported } from '#k8s.io/apimachinery/field-error';
import {
  immutableField,
  nonNegative,
  preparedNew,
  preparedUpdate,
  statusStrategy,
} from '../common-strategies.ts';
import { validatePodTemplate } from '../core/pod/pod-spec-validation.ts';
import { defineStrategy } from '../strategy.ts';

/** Labels template and selector with the job's uid. Source: generateSelector. */
function withGeneratedSelector(job: Job): Job {
  if (job.spec.manualSelector === true) return job;
  const { name, uid } = job.metadata;
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  const { template } = job.spec;
  const templateLabels = { ...template.metadata?.labels, ...labels };
  return {
    ...job,
    metadata: { ...job.metadata, labels: { ...job.metadata.labels, ...templateLabels } },
    spec: {
      ...job.spec,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
      template: { ...template, metadata: { ...template.metadata, labels: templateLabels } },
    },
  };
}

export const jobStrategy = defineStrategy<Job>({
  prepareForCreate: (job) => withGeneratedSelector(preparedNew(job, {})),
  validate: ({ spec }) => {
    const policy = spec.template.spec?.restartPolicy;
    const field = 'spec.template.spec.restartPolicy';
    return [
      ...nonNegative('spec.parallelism', spec.parallelism),
      ...nonNegative('spec.completions', spec.completions),
      ...nonNegative('spec.backoffLimit', spec.backoffLimit),
      ...validatePodTemplate(spec.template, 'spec.template'),
      ...(policy === 'OnFailure' || policy === 'Never'
        ? []
        : [notSupported(field, policy ?? '', ['OnFailure', 'Never'])]),
    ];
  },
  prepareForUpdate: (job, old) => preparedUpdate(job, old),
  validateUpdate: ({ spec }, { spec: old }) => [
    ...immutableField('spec', 'selector', spec.selector, old.selector),
    ...immutableField('spec', 'template', spec.template, old.template),
  ],
  status: statusStrategy<Job>(),
  garbageCollection: 'orphan',
  fields: { 'status.successful': (job) => String((job as Job).status?.succeeded ?? 0) },
});

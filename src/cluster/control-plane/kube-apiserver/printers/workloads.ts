/** Source: kubernetes pkg/printers/internalversion/printers.go, the kinds that create pods. */

import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
} from '#k8s.io/api/apps/v1';
import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus } from '#k8s.io/api/autoscaling/v2';
import type { CronJob, Job } from '#k8s.io/api/batch/v1';
import type { ReplicationController } from '#k8s.io/api/core/replication-controller';
import { humanDuration } from '#k8s.io/apimachinery/duration';
import {
  formatLabelSelector,
  formatLabels,
  formatSelector,
  labelSelectorAsSelector,
} from '#k8s.io/apimachinery/labels';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { ageOf, containerCells, definePrinter, orNone, since } from './printer.ts';

const wide = ['*Containers', '*Images', '*Selector'];

export const deploymentPrinter = definePrinter<Deployment>(
  ['Name', 'Ready', 'Up-to-date', 'Available', 'Age', ...wide],
  (object, now) => {
    const { metadata, spec, status = {} } = object;
    return [
      metadata.name,
      `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
      status.updatedReplicas ?? 0,
      status.availableReplicas ?? 0,
      ageOf(object, now),
      ...containerCells(spec.template.spec),
      // Not as of the other kinds: an empty selector is empty text.
      formatSelector(labelSelectorAsSelector(spec.selector)),
    ];
  },
);

export const replicaSetPrinter = definePrinter<ReplicaSet>(
  ['Name', '#Desired', '#Current', '#Ready', 'Age', ...wide],
  (object, now) => {
    const { metadata, spec, status } = object;
    return [
      metadata.name,
      spec.replicas ?? 0,
      status?.replicas ?? 0,
      status?.readyReplicas ?? 0,
      ageOf(object, now),
      ...containerCells(spec.template?.spec),
      formatLabelSelector(spec.selector),
    ];
  },
);

/** The selector of this older kind is a map. */
export const replicationControllerPrinter = definePrinter<ReplicationController>(
  ['Name', '#Desired', '#Current', '#Ready', 'Age', ...wide],
  (object, now) => {
    const { metadata, spec, status } = object;
    return [
      metadata.name,
      spec.replicas ?? 0,
      status?.replicas ?? 0,
      status?.readyReplicas ?? 0,
      ageOf(object, now),
      ...containerCells(spec.template?.spec),
      formatLabels(spec.selector) || '<none>',
    ];
  },
);

export const daemonSetPrinter = definePrinter<DaemonSet>(
  [
    'Name',
    '#Desired',
    '#Current',
    '#Ready',
    '#Up-to-date',
    '#Available',
    'Node Selector',
    'Age',
    ...wide,
  ],
  (object, now) => {
    const { metadata, spec, status } = object;
    return [
      metadata.name,
      status?.desiredNumberScheduled ?? 0,
      status?.currentNumberScheduled ?? 0,
      status?.numberReady ?? 0,
      status?.updatedNumberScheduled ?? 0,
      status?.numberAvailable ?? 0,
      orNone(formatLabels(spec.template.spec?.nodeSelector)),
      ageOf(object, now),
      ...containerCells(spec.template.spec),
      formatLabelSelector(spec.selector),
    ];
  },
);

export const statefulSetPrinter = definePrinter<StatefulSet>(
  ['Name', 'Ready', 'Age', '*Containers', '*Images'],
  (object, now) => {
    const { metadata, spec, status } = object;
    return [
      metadata.name,
      `${status?.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
      ageOf(object, now),
      ...containerCells(spec.template.spec),
    ];
  },
);

export const controllerRevisionPrinter = definePrinter<ControllerRevision>(
  ['Name', 'Controller', '#Revision', 'Age'],
  (object, now) => {
    const owner = controllerOf(object);
    const group = owner?.apiVersion.split('/').at(-2);
    const kind = owner?.kind.toLowerCase() ?? '';
    const name =
      owner === undefined ? '<none>' : `${group ? `${kind}.${group}` : kind}/${owner.name}`;
    return [object.metadata.name, name, object.revision, ageOf(object, now)];
  },
);

const holds = (job: Job, type: string): boolean =>
  (job.status?.conditions ?? []).some((each) => each.type === type && each.status === 'True');

function jobStatus(job: Job): string {
  if (holds(job, 'Complete')) return 'Complete';
  if (holds(job, 'Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (holds(job, 'Suspended')) return 'Suspended';
  if (holds(job, 'FailureTarget')) return 'FailureTarget';
  return holds(job, 'SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}

function jobDuration({ status }: Job, now: SimTime): string {
  const started = parseRfc3339(status?.startTime ?? '');
  if (started === undefined) return '';
  return humanDuration(((parseRfc3339(status?.completionTime ?? '') ?? now) - started) / second);
}

function completions({ spec, status }: Job): string {
  const done = status?.succeeded ?? 0;
  if (spec.completions !== undefined) return `${done}/${spec.completions}`;
  const parallelism = spec.parallelism ?? 0;
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

export const jobPrinter = definePrinter<Job>(
  ['Name', 'Status', 'Completions', 'Duration', 'Age', ...wide],
  (job, now) => [
    job.metadata.name,
    jobStatus(job),
    completions(job),
    jobDuration(job, now),
    ageOf(job, now),
    ...containerCells(job.spec.template.spec),
    formatLabelSelector(job.spec.selector),
  ],
);

export const cronJobPrinter = definePrinter<CronJob>(
  ['Name', 'Schedule', 'Timezone', 'Suspend', '#Active', 'Last Schedule', 'Age', ...wide],
  (job, now) => {
    const { schedule, timeZone, suspend, jobTemplate } = job.spec;
    const last = job.status?.lastScheduleTime;
    return [
      job.metadata.name,
      schedule,
      orNone(timeZone),
      suspend === undefined ? '<unset>' : suspend ? 'True' : 'False',
      job.status?.active?.length ?? 0,
      last === undefined ? '<none>' : since(last, now),
      ageOf(job, now),
      ...containerCells(jobTemplate.spec?.template.spec),
      formatLabelSelector(jobTemplate.spec?.selector),
    ];
  },
);

export const autoscalerPrinter = definePrinter<HorizontalPodAutoscaler>(
  ['Name', 'Reference', 'Targets', 'MinPods', 'MaxPods', '#Replicas', 'Age'],
  (object, now) => {
    const { scaleTargetRef, minReplicas, maxReplicas, metrics } = object.spec;
    return [
      object.metadata.name,
      `${scaleTargetRef.kind}/${scaleTargetRef.name}`,
      targets(metrics ?? [], object.status?.currentMetrics ?? []),
      minReplicas === undefined ? '<unset>' : String(minReplicas),
      maxReplicas,
      object.status?.currentReplicas ?? 0,
      ageOf(object, now),
    ];
  },
);

/** At most two metrics are shown. Source: formatHPAMetrics. */
function targets(specs: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  const texts = specs.map((spec, index) => targetText(spec, statuses[index]));
  if (texts.length === 0) return '<none>';
  const shown = texts.slice(0, 2).join(', ');
  return texts.length > 2 ? `${shown} + ${texts.length - 2} more...` : shown;
}

const unknown = '<unknown>';

function targetText(spec: MetricSpec, status: MetricStatus | undefined): string {
  const { resource = spec.containerResource, pods, object, external } = spec;
  if (resource !== undefined) {
    const current = (status?.resource ?? status?.containerResource)?.current;
    const { averageValue, averageUtilization } = resource.target;
    if (averageValue !== undefined) {
      return `${resource.name}: ${current?.averageValue ?? unknown}/${averageValue}`;
    }
    const used = current?.averageUtilization;
    const wanted = averageUtilization === undefined ? '<auto>' : `${averageUtilization}%`;
    return `${resource.name}: ${used === undefined ? unknown : `${used}%`}/${wanted}`;
  }
  if (pods !== undefined) {
    return `${status?.pods?.current.averageValue ?? unknown}/${pods.target.averageValue}`;
  }
  const source = external ?? object;
  if (source === undefined) return '<unknown type>';
  const current = (status?.external ?? status?.object)?.current;
  const { averageValue, value } = source.target;
  return averageValue === undefined
    ? `${current?.value ?? unknown}/${value}`
    : `${current?.averageValue ?? unknown}/${averageValue} (avg)`;
}

interface Scale extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

export const scalePrinter = definePrinter<Scale>(
  ['Name', '#Desired', '#Available', 'Age'],
  (scale, now) => [
    scale.metadata.name,
    scale.spec?.replicas ?? 0,
    scale.status?.replicas ?? 0,
    ageOf(scale, now),
  ],
);

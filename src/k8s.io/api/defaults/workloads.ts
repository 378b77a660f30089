/**
 * Defaults of apps/v1 and batch/v1.
 *
 * Models kubernetes/pkg/apis/apps/v1 and batch/v1 defaults.go.
 */
import { defined } from '#base/defined';
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../apps/v1.ts';
import type { HorizontalPodAutoscaler as OldAutoscaler } from '../autoscaling/v1.ts';
import type {
  HorizontalPodAutoscaler,
  HPAScalingPolicy,
  HPAScalingRules,
} from '../autoscaling/v2.ts';
import type { CronJob, Job, JobSpec } from '../batch/v1.ts';
import type { PersistentVolumeClaim } from '../core/persistent-volume.ts';
import type { PodTemplate } from '../core/pod.ts';
import type { ReplicationController } from '../core/replication-controller.ts';
import { defaultPersistentVolumeClaim } from './core.ts';
import { change, each, fill } from './fill.ts';
import { defaultPodTemplate } from './pod.ts';

export const defaultDeployment = (deployment: Deployment): Deployment =>
  change(deployment, 'spec', (spec) => {
    const filled = fill(spec, {
      replicas: 1,
      strategy: { type: 'RollingUpdate' },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    });
    const strategic = change(filled, 'strategy', (strategy) => {
      const typed = fill(strategy, { type: 'RollingUpdate' });
      if (typed.type !== 'RollingUpdate') return typed;
      return change(fill(typed, { rollingUpdate: {} }), 'rollingUpdate', (rolling) =>
        fill(rolling, { maxUnavailable: '25%', maxSurge: '25%' }),
      );
    });
    return change(strategic, 'template', defaultPodTemplate);
  });

export const defaultReplicaSet = (replicaSet: ReplicaSet): ReplicaSet =>
  change(replicaSet, 'spec', (spec) =>
    change(fill(spec, { replicas: 1 }), 'template', defaultPodTemplate),
  );

export const defaultTemplateObject = (object: PodTemplate): PodTemplate =>
  change(object, 'template', defaultPodTemplate);

/** Selector and labels are those of the template. Source: SetDefaults_ReplicationController. */
export function defaultReplicationController(object: ReplicationController): ReplicationController {
  const filled = change(object, 'spec', (spec) =>
    change(fill(spec, { replicas: 1 }), 'template', defaultPodTemplate),
  );
  const { metadata, spec } = filled;
  const labels = spec.template?.metadata?.labels;
  if (labels === undefined) return filled;
  const isEmpty = (map: object | undefined): boolean => Object.keys(map ?? {}).length === 0;
  return {
    ...filled,
    metadata: isEmpty(metadata.labels) ? { ...metadata, labels } : metadata,
    spec: isEmpty(spec.selector) ? { ...spec, selector: labels } : spec,
  };
}

export const defaultDaemonSet = (daemonSet: DaemonSet): DaemonSet =>
  change(daemonSet, 'spec', (spec) => {
    const filled = fill(spec, {
      updateStrategy: { type: 'RollingUpdate' },
      revisionHistoryLimit: 10,
    });
    const strategic = change(filled, 'updateStrategy', (strategy) => {
      const typed = fill(strategy, { type: 'RollingUpdate' });
      if (typed.type !== 'RollingUpdate') return typed;
      return change(fill(typed, { rollingUpdate: {} }), 'rollingUpdate', (rolling) =>
        fill(rolling, { maxUnavailable: 1, maxSurge: 0 }),
      );
    });
    return change(strategic, 'template', defaultPodTemplate);
  });

export const defaultStatefulSet = (statefulSet: StatefulSet): StatefulSet =>
  change(statefulSet, 'spec', (spec) => {
    const filled = fill(spec, {
      podManagementPolicy: 'OrderedReady',
      updateStrategy: {},
      persistentVolumeClaimRetentionPolicy: {},
      replicas: 1,
      revisionHistoryLimit: 10,
    });
    const retained = change(filled, 'persistentVolumeClaimRetentionPolicy', (policy) =>
      fill(policy, { whenDeleted: 'Retain', whenScaled: 'Retain' }),
    );
    const strategic = change(retained, 'updateStrategy', (strategy) => {
      // Only a strategy that was not chosen at all gets its parameters made up.
      const typed = strategy.type
        ? strategy
        : fill({ ...strategy, type: 'RollingUpdate' as const }, { rollingUpdate: {} });
      if (typed.type !== 'RollingUpdate') return typed;
      return change(typed, 'rollingUpdate', (rolling) => fill(rolling, { partition: 0 }));
    });
    const claimed = change(strategic, 'volumeClaimTemplates', (claims) =>
      each(claims, defaultClaimTemplate),
    );
    return change(claimed, 'template', defaultPodTemplate);
  });

/** A template is decoded as a claim: it has its kind, and the phase of a new one. */
const defaultClaimTemplate = (claim: PersistentVolumeClaim): PersistentVolumeClaim =>
  defaultPersistentVolumeClaim(fill(claim, { kind: 'PersistentVolumeClaim', apiVersion: 'v1' }));

const maxInt32 = 2_147_483_647;

/** A job without labels takes those of its template. */
export function defaultJob(job: Job): Job {
  const templateLabels = job.spec?.template?.metadata?.labels;
  const isLabelled = Object.keys(job.metadata.labels ?? {}).length > 0;
  const labelled =
    isLabelled || templateLabels === undefined
      ? job
      : { ...job, metadata: { ...job.metadata, labels: templateLabels } };
  return change(labelled, 'spec', defaultJobSpec);
}

function defaultJobSpec(spec: JobSpec): JobSpec {
  const single = spec.completions === undefined && spec.parallelism === undefined;
  const filled = fill(spec, {
    ...(single && { completions: 1 }),
    parallelism: 1,
    backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : maxInt32,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
    manualSelector: false,
  });
  const template = change(filled, 'template', defaultPodTemplate);
  return change(template, 'podFailurePolicy', (policy) =>
    change(policy, 'rules', (rules) =>
      each(rules, (rule) =>
        change(rule, 'onPodConditions', (patterns) =>
          each(patterns, (pattern) => fill(pattern, { status: 'True' })),
        ),
      ),
    ),
  );
}

export const defaultCronJob = (cronJob: CronJob): CronJob =>
  change(cronJob, 'spec', (spec) => {
    const filled = fill(spec, {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
    // Only the pods are defaulted here: the rest waits until a Job is made of the template.
    return change(filled, 'jobTemplate', (template) =>
      change(template, 'spec', (job) => change(job, 'template', defaultPodTemplate)),
    );
  });

/** The metric of the old version is made up when it is converted. */
export const defaultOldAutoscaler = (autoscaler: OldAutoscaler): OldAutoscaler =>
  change(autoscaler, 'spec', (spec) => fill(spec, { minReplicas: 1 }));

/** Source: kubernetes/pkg/apis/autoscaling/v2 defaults.go. */
export const defaultAutoscaler = (autoscaler: HorizontalPodAutoscaler): HorizontalPodAutoscaler =>
  change(autoscaler, 'spec', (spec) => {
    const filled = fill(spec, { minReplicas: 1 });
    const measured =
      (filled.metrics ?? []).length > 0
        ? filled
        : {
            ...filled,
            metrics: [
              {
                type: 'Resource',
                resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
              },
            ],
          };
    return change(measured, 'behavior', (behavior) => ({
      ...behavior,
      scaleUp: withRules(behavior.scaleUp, 0, [
        { type: 'Pods', value: 4, periodSeconds: 15 },
        { type: 'Percent', value: 100, periodSeconds: 15 },
      ]),
      scaleDown: withRules(behavior.scaleDown, undefined, [
        { type: 'Percent', value: 100, periodSeconds: 15 },
      ]),
    }));
  });

function withRules(
  rules: HPAScalingRules = {},
  stabilizationWindowSeconds: number | undefined,
  policies: readonly HPAScalingPolicy[],
): HPAScalingRules {
  return fill(rules, {
    ...defined({ stabilizationWindowSeconds }),
    selectPolicy: 'Max',
    policies,
  });
}

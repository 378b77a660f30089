import { describe, expect, it } from 'vitest';
import { applyDefaults } from '#k8s.io/api/defaults/apply-defaults';
import { fieldErrorMessage } from '#k8s.io/apimachinery/field-error';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { resourceOf } from '#k8s.io/apimachinery/resources';
import { strategyFor } from './strategies.ts';

const object = (apiVersion: string, kind: string, spec: object, name = 'x'): KubeObject =>
  applyDefaults(
    asObject<KubeObject>({
      apiVersion,
      kind,
      metadata: {
        name,
        namespace: 'default',
        uid: 'uid-1',
        resourceVersion: '',
        creationTimestamp: '',
      },
      spec,
    }),
  );

const prepared = (given: KubeObject): KubeObject =>
  strategyFor(resourceOf(given), {}).prepareForCreate(given);

/** The errors of a new object. */
const errorsOf = (given: KubeObject): readonly string[] => {
  const strategy = strategyFor(resourceOf(given), {});
  const errors = strategy.validate(prepared(given)).map(fieldErrorMessage);
  return [...strategy.nameErrors(given.metadata.name).map(() => 'name'), ...errors];
};

/** The errors of a change to the spec. */
const changeErrors = (given: KubeObject, change: object): readonly string[] => {
  const strategy = strategyFor(resourceOf(given), {});
  const old = prepared(given);
  const next = { ...old, spec: { ...(old.spec as object), ...change } };
  return strategy.validateUpdate(next, old).map(fieldErrorMessage);
};

const selector = { matchLabels: { app: 'x' } };
const container = { name: 'a', image: 'nginx' };
const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [container] } };
const jobTemplate = { spec: { containers: [container], restartPolicy: 'Never' } };

describe('a Job', () => {
  const job = (spec: object, name?: string) =>
    object('batch/v1', 'Job', { template: jobTemplate, ...spec }, name);

  it('needs pods that end', () => {
    const field = 'spec.template.spec.restartPolicy';
    expect(errorsOf(job({ template: { spec: { containers: [container] } } }))).toEqual([
      `${field}: Required value: valid values: "OnFailure", "Never"`,
    ]);
    expect(errorsOf(job({}))).toEqual([]);
  });

  it('takes what belongs to indexes only where it has them', () => {
    expect(errorsOf(job({ backoffLimitPerIndex: 1 }))).toEqual([
      'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode',
    ]);
    expect(errorsOf(job({ completionMode: 'Indexed', parallelism: 1 }))).toEqual([
      'spec.completions: Required value: when completion mode is Indexed',
    ]);
    const long = 'x'.repeat(62);
    const indexed = job({ completionMode: 'Indexed', completions: 5 }, long);
    expect(errorsOf(indexed)).toEqual([
      `metadata.name: Invalid value: "${long}": will not able to create pod with invalid DNS label: ${long}-4`,
    ]);
  });

  it('has rules of failure that say when and what', () => {
    const rules = [{ action: 'FailJob' }, { action: 'FailIndex', onExitCodes: {} }];
    expect(errorsOf(job({ podFailurePolicy: { rules } }))).toEqual([
      'spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
      'spec.podFailurePolicy.rules[1].action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set',
      'spec.podFailurePolicy.rules[1].onExitCodes.operator: Required value: valid values: ["In" "NotIn"]',
      'spec.podFailurePolicy.rules[1].onExitCodes.values: Invalid value: []: at least one value is required',
    ]);
  });

  it('may change its parallelism and not its completions or template', () => {
    expect(changeErrors(job({}), { parallelism: 5 })).toEqual([]);
    expect(changeErrors(job({}), { completions: 5 })).toEqual([
      'spec.completions: Invalid value: 5: field is immutable',
    ]);
    const elastic = job({ completionMode: 'Indexed', completions: 2, parallelism: 2 });
    expect(changeErrors(elastic, { completions: 4, parallelism: 4 })).toEqual([]);
    expect(changeErrors(elastic, { completions: 4 })).toEqual([
      'spec.completions: Invalid value: 4: can only be modified in tandem with spec.parallelism',
    ]);
  });

  it('shows the labels of its template only if it has none of its own', () => {
    const { labels } = prepared(job({})).metadata;
    expect(labels?.['batch.kubernetes.io/job-name']).toBe('x');
    const own = job({});
    const named = { ...own, metadata: { ...own.metadata, labels: { mine: '1' } } };
    expect(prepared(named).metadata.labels).toEqual({ mine: '1' });
  });
});

describe('a CronJob', () => {
  const cronJob = (spec: object, name?: string) =>
    object(
      'batch/v1',
      'CronJob',
      { schedule: '@daily', jobTemplate: { spec: { template: jobTemplate } }, ...spec },
      name,
    );

  it('needs a schedule that can be read, in a zone that is known', () => {
    expect(errorsOf(cronJob({ schedule: '* * *' }))).toEqual([
      'spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]',
    ]);
    expect(errorsOf(cronJob({ timeZone: 'Mars/Base' }))).toEqual([
      'spec.timeZone: Invalid value: "Mars/Base": unknown time zone Mars/Base',
    ]);
    expect(errorsOf(cronJob({ schedule: 'TZ=UTC * * * * *' }))).toEqual([
      'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
    ]);
  });

  it('leaves room in its name for that of its Jobs', () => {
    const name = 'x'.repeat(53);
    expect(errorsOf(cronJob({}, name))).toEqual([
      `metadata.name: Invalid value: "${name}": must be no more than 52 characters`,
    ]);
  });

  it('is checked down to its pods', () => {
    const jobTemplateOf = { spec: { template: { spec: { containers: [container] } } } };
    expect(errorsOf(cronJob({ jobTemplate: jobTemplateOf, concurrencyPolicy: 'Never' }))).toEqual([
      'spec.concurrencyPolicy: Unsupported value: "Never": supported values: "Allow", "Forbid", "Replace"',
      'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ]);
  });
});

describe('a StatefulSet', () => {
  const set = (spec: object, name?: string) =>
    object('apps/v1', 'StatefulSet', { selector, template, serviceName: 'x', ...spec }, name);

  it('has a name that can be a host name, and a policy that is known', () => {
    expect(errorsOf(set({}, 'a.b'))).toEqual(['name']);
    expect(errorsOf(set({ podManagementPolicy: 'Random' }))).toEqual([
      "spec.podManagementPolicy: Invalid value: \"Random\": must be 'OrderedReady' or 'Parallel'",
    ]);
    const updateStrategy = { type: 'OnDelete', rollingUpdate: { partition: 1 } };
    expect(errorsOf(set({ updateStrategy }))).toEqual([
      'spec.updateStrategy.rollingUpdate: Invalid value: {"Partition":1,"MaxUnavailable":null}: only allowed for updateStrategy \'RollingUpdate\'',
    ]);
  });

  it('may name volumes that its claim templates will make', () => {
    const volumeMounts = [{ name: 'data', mountPath: '/d' }];
    const spec = { containers: [{ ...container, volumeMounts }] };
    const claim = {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    };
    const volumeClaimTemplates = [{ metadata: { name: 'data' }, spec: claim }];
    const sent = set({ template: { ...template, spec }, volumeClaimTemplates });
    expect(errorsOf(sent)).toEqual([]);
    expect(errorsOf(set({ template: { ...template, spec } }))).toEqual([
      'spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"',
    ]);
  });

  it('refuses changes of what its pods stand on', () => {
    const [error] = changeErrors(set({}), { serviceName: 'other' });
    expect(error).toMatch(/^spec: Forbidden: updates to statefulset spec for fields other than/);
    expect(changeErrors(set({}), { replicas: 3, minReadySeconds: 5 })).toEqual([]);
  });

  it('drops maxUnavailable, whose gate is off', () => {
    const given = set({ updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } });
    const { updateStrategy } = prepared(given).spec as { updateStrategy: unknown };
    expect(updateStrategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { partition: 0 } });
  });
});

describe('a DaemonSet', () => {
  const set = (rollingUpdate: object) =>
    object('apps/v1', 'DaemonSet', { selector, template, updateStrategy: { rollingUpdate } });

  it('has either surplus or lacking pods in a rollout, not both and not neither', () => {
    const field = 'spec.updateStrategy.rollingUpdate';
    expect(errorsOf(set({ maxSurge: 1 }))).toEqual([
      `${field}.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero`,
    ]);
    expect(errorsOf(set({ maxUnavailable: 0 }))).toEqual([
      `${field}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`,
    ]);
    expect(errorsOf(set({ maxUnavailable: '150%' }))).toEqual([
      `${field}.maxUnavailable: Invalid value: "150%": must not be greater than 100%`,
    ]);
    expect(errorsOf(set({ maxSurge: '10%', maxUnavailable: 0 }))).toEqual([]);
  });
});

describe('a HorizontalPodAutoscaler', () => {
  const autoscaler = (spec: object) =>
    object('autoscaling/v2', 'HorizontalPodAutoscaler', {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' },
      ...spec,
    });

  it('has bounds in order and aims at something', () => {
    expect(errorsOf(autoscaler({ minReplicas: 5 }))).toEqual([
      'spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`',
    ]);
    expect(errorsOf(autoscaler({ scaleTargetRef: { kind: 'Deployment' } }))).toEqual([
      'spec.scaleTargetRef.name: Required value',
      'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
    ]);
  });

  it('has metrics of one kind each, with a target', () => {
    const resource = { name: 'cpu', target: { type: 'Utilization' } };
    expect(errorsOf(autoscaler({ metrics: [{ type: 'Resource', resource, pods: {} }] }))).toEqual([
      'spec.metrics[0].pods: Forbidden: must populate the given metric source only',
      'spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization',
    ]);
    expect(errorsOf(autoscaler({ metrics: [{ type: 'Pods' }] }))).toEqual([
      'spec.metrics[0].pods: Required value: must populate information for the given metric source',
    ]);
  });

  it('aims at 80 % of the cpu that is asked for, if nothing else is said', () => {
    const { metrics, minReplicas } = autoscaler({}).spec as {
      metrics: unknown;
      minReplicas: number;
    };
    expect(minReplicas).toBe(1);
    expect(metrics).toEqual([
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
      },
    ]);
  });

  it('has rules of behaviour that are filled in where one is given', () => {
    const given = autoscaler({ behavior: { scaleDown: { stabilizationWindowSeconds: 5000 } } });
    expect(errorsOf(given)).toEqual([
      'spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: 5000: must be less than or equal to 3600',
    ]);
    const { behavior } = given.spec as { behavior: { scaleUp: { policies: readonly object[] } } };
    expect(behavior.scaleUp.policies).toHaveLength(2);
  });
});

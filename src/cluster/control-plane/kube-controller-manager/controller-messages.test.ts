/** What controllers say of jobs, sets, budgets and autoscalers, where no other test does. */
import { describe, expect, it } from 'vitest';
import { rfc3339, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { provideCel } from '#k8s.io/apiserver/cel/cel';
import { celLibrary } from '#k8s.io/apiserver/cel/cel-library';
import {
  cronJobs,
  daemonSets,
  deployments,
  endpoints,
  horizontalPodAutoscalers,
  jobs,
  podDisruptionBudgets,
  pods,
  type Resource,
  services,
  statefulSets,
} from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from './control-plane.fixture.ts';
import { addNode, end, eventsOf, makeReady, template } from './workloads.fixture.ts';

provideCel(celLibrary);

const test = new TestControlPlane();
addNode(test, 'node-1');

const named = (apiVersion: string, kind: string, name: string, more: object) => ({
  apiVersion,
  kind,
  metadata: { name },
  ...more,
});
const labelled = (app: string, spec: object = {}) => ({
  selector: { matchLabels: { app } },
  template: template('nginx', spec, { app }),
});

interface WithConditions extends KubeObject {
  readonly status?: { readonly conditions?: readonly Readonly<Record<string, string>>[] };
}

/** `type=status reason: message` of the conditions of an object. */
const conditionsOf = ({ status }: WithConditions): readonly string[] =>
  (status?.conditions ?? []).map(
    (one) => `${one['type']}=${one['status']} ${one['reason']}: ${one['message']}`,
  );

const conditions = (resource: Resource, name: string): readonly string[] =>
  conditionsOf(test.get<WithConditions>(resource, name));

/** All conditions that autoscalers ever had. */
const written = (): readonly string[] =>
  test.tracer.facts.flatMap((fact) =>
    fact.type === 'TxnCommitted' && fact.key.startsWith('/registry/horizontalpodautoscalers/')
      ? conditionsOf(fact.value as WithConditions)
      : [],
  );

const podsOf = (name: string): readonly Pod[] =>
  test.list<Pod>(pods).filter(({ metadata }) => metadata.name.startsWith(`${name}-`));

const policies: Resource = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  resource: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
  namespaced: false,
};
const bindings: Resource = {
  ...policies,
  resource: 'validatingadmissionpolicybindings',
  kind: 'ValidatingAdmissionPolicyBinding',
};

/** From now on nobody may do that; what the API server then says ends with the returned text. */
function forbid(resource: Resource, operations: readonly string[], sub = ''): string {
  const name = `no-${resource.resource}${sub.replace('/', '-')}`;
  const { group, version } = resource;
  const rule = { apiGroups: [group], apiVersions: [version], operations };
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const constraints = { resourceRules: [{ ...rule, resources: [`${resource.resource}${sub}`] }] };
  test.create(
    policies,
    named(apiVersion, policies.kind, name, {
      spec: {
        matchConstraints: constraints,
        validations: [{ expression: 'false', message: 'not now' }],
      },
    }),
    '',
  );
  const spec = { policyName: name, validationActions: ['Deny'] };
  test.create(bindings, named(apiVersion, bindings.kind, name, { spec }), '');
  test.run(1.5 * second);
  return `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: not now`;
}

function allow(resource: Resource, sub = ''): void {
  const name = `no-${resource.resource}${sub.replace('/', '-')}`;
  test.do(() => test.client.delete(bindings, { name }));
  test.run(1.5 * second);
}

const work = (spec: object = {}) => ({
  template: {
    spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'busybox' }] },
  },
  ...spec,
});
const indexed = { completionMode: 'Indexed', completions: 2, parallelism: 2 };

describe('the job controller', () => {
  it('tells that a job is suspended', () => {
    test.create(jobs, named('batch/v1', 'Job', 'idle', { spec: work({ suspend: true }) }));
    test.run(2 * second);
    expect(eventsOf(test, 'Job')).toContain('Suspended: Job suspended');
    expect(conditions(jobs, 'idle')).toEqual(['Suspended=True JobSuspended: Job suspended']);
  });

  it('fails a job when indexes failed, at the end or when they are too many', () => {
    const each = { ...indexed, backoffLimitPerIndex: 0 };
    test.create(jobs, named('batch/v1', 'Job', 'some', { spec: work(each) }));
    const few = { ...each, maxFailedIndexes: 0 };
    test.create(jobs, named('batch/v1', 'Job', 'many', { spec: work(few) }));
    test.run(2 * second);
    for (const pod of [...podsOf('some'), ...podsOf('many')]) end(test, pod, 1);
    test.run(5 * second);
    expect(conditions(jobs, 'some')).toContain('Failed=True FailedIndexes: Job has failed indexes');
    expect(conditions(jobs, 'many')).toContain(
      'Failed=True MaxFailedIndexesExceeded: Job has exceeded the specified maximal number of ' +
        'failed indexes',
    );
  });
});

describe('the controllers of sets', () => {
  it('tell of a daemon pod that failed', () => {
    test.create(daemonSets, named('apps/v1', 'DaemonSet', 'agent', { spec: labelled('agent') }));
    test.run(2 * second);
    const [pod] = podsOf('agent');
    expect(pod).toBeDefined();
    if (pod !== undefined) end(test, pod, 1, 'node-1');
    test.run(3 * second);
    expect(eventsOf(test, 'DaemonSet')).toContain(
      `FailedDaemonPod: Found failed daemon pod default/${pod?.metadata.name} ` +
        'on node node-1, will try to kill it',
    );
  });

  it('tell of a pod that may not be deleted', () => {
    const spec = { ...labelled('db'), serviceName: 'db', replicas: 1 };
    test.create(statefulSets, named('apps/v1', 'StatefulSet', 'db', { spec }));
    test.run(2 * second);
    const why = forbid(pods, ['DELETE']);
    test.patch(statefulSets, 'db', { spec: { replicas: 0 } });
    test.run(3 * second);
    allow(pods);
    expect(eventsOf(test, 'StatefulSet')).toContain(
      `FailedDelete: Delete Pod db-0 in StatefulSet db failed error: pods "db-0" is forbidden: ` +
        `${why}`,
    );
  });
});

describe('the cronjob controller', () => {
  const cron = (name: string, spec: object) =>
    named('batch/v1', 'CronJob', name, {
      spec: { schedule: '* * * * *', jobTemplate: { spec: work() }, ...spec },
    });

  it('tells why it starts no job: one is running, or too many were missed', () => {
    test.create(cronJobs, cron('one', { concurrencyPolicy: 'Forbid' }));
    test.create(cronJobs, cron('lost', { suspend: true }));
    const lastScheduleTime = rfc3339(test.sim.now - 200 * 60 * second);
    test.patch(cronJobs, 'lost', { status: { lastScheduleTime } }, 'status');
    test.patch(cronJobs, 'lost', { spec: { suspend: false } });
    test.run(130 * second);
    const told = eventsOf(test, 'CronJob');
    expect(told).toContain(
      'JobAlreadyActive: Not starting job because prior execution is running and concurrency ' +
        'policy is Forbid',
    );
    expect(told).toContain(
      'TooManyMissedTimes: too many missed start times. Set or decrease ' +
        '.spec.startingDeadlineSeconds or check clock skew',
    );
  });
});

describe('the disruption controller', () => {
  it('tells whether pods may go, and of a budget for no pods', () => {
    const budget = (name: string, app: string) =>
      named('policy/v1', 'PodDisruptionBudget', name, {
        spec: { minAvailable: 1, selector: { matchLabels: { app } } },
      });
    const spec = { ...labelled('guarded'), replicas: 2 };
    test.create(deployments, named('apps/v1', 'Deployment', 'guarded', { spec }));
    test.run(2 * second);
    for (const pod of podsOf('guarded')) makeReady(test, pod);
    test.create(podDisruptionBudgets, budget('enough', 'guarded'));
    test.create(podDisruptionBudgets, budget('nothing', 'nothing'));
    test.run(2 * second);
    expect(conditions(podDisruptionBudgets, 'enough')).toEqual([
      'DisruptionAllowed=True SufficientPods: ',
    ]);
    expect(conditions(podDisruptionBudgets, 'nothing')).toEqual([
      'DisruptionAllowed=False InsufficientPods: ',
    ]);
    expect(eventsOf(test, 'PodDisruptionBudget')).toContain('NoPods: No matching pods found');
  });
});

describe('the endpoints controller', () => {
  it('tells that it may not write', () => {
    const spec = { selector: { app: 'guarded' }, ports: [{ port: 80 }] };
    test.create(services, named('v1', 'Service', 'early', { spec }));
    test.run(2 * second);
    const why = forbid(endpoints, ['CREATE', 'UPDATE']);
    test.create(services, named('v1', 'Service', 'new', { spec }));
    test.patch(services, 'early', { metadata: { labels: { a: 'b' } } });
    test.run(2 * second);
    allow(endpoints);
    expect(eventsOf(test, 'Service')).toContain(
      `FailedToCreateEndpoint: Failed to create endpoint for service default/new: endpoints ` +
        `"new" is forbidden: ${why}`,
    );
    expect(eventsOf(test, 'Endpoints')).toContain(
      `FailedToUpdateEndpoint: Failed to update endpoint default/early: endpoints "early" is ` +
        `forbidden: ${why}`,
    );
  });
});

const metrics: Resource = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  resource: 'pods',
  kind: 'PodMetrics',
  namespaced: true,
};

/** A kind that stands in for a metrics server: what pods use is written by hand. */
function serveMetrics(): void {
  const definitions: Resource = {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    resource: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
  };
  const { group, version, resource, kind } = metrics;
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  test.create(
    definitions,
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: definitions.kind,
      metadata: {
        name: `${resource}.${group}`,
        annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' },
      },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: resource, singular: 'pod', kind },
        versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    },
    '',
  );
  test.run(3 * second);
}

/** What each pod of a deployment uses from now on. */
function use(app: string, cpu: string): void {
  for (const { metadata } of podsOf(app)) {
    const { name } = metadata;
    const timestamp = rfc3339(test.sim.now);
    const containers = [{ name: 'a', usage: { cpu, memory: '1Mi' } }];
    const target = { namespace: 'default', name };
    test.do(() => test.client.delete(metrics, target));
    test.create(metrics, {
      apiVersion: 'metrics.k8s.io/v1beta1',
      kind: 'PodMetrics',
      metadata: { name, labels: { app } },
      timestamp,
      window: '15s',
      containers,
    });
  }
}

describe('the horizontal pod autoscaler', () => {
  const app = 'load';
  const of = () => conditions(horizontalPodAutoscalers, app);
  const ready = () => {
    for (const pod of podsOf(app)) {
      if (pod.status?.phase === 'Running') continue;
      makeReady(test, pod, 'node-1');
      const startTime = rfc3339(test.sim.now - 3600 * second);
      test.patch(pods, pod.metadata.name, { status: { startTime } }, 'status');
    }
  };

  it('tells how it came to the size of its target', () => {
    serveMetrics();
    const pod = {
      containers: [{ name: 'a', image: 'nginx', resources: { requests: { cpu: '100m' } } }],
    };
    const spec = { ...labelled(app, pod), replicas: 2 };
    test.create(deployments, named('apps/v1', 'Deployment', app, { spec }));
    test.run(2 * second);
    ready();
    use(app, '50m');
    test.create(
      horizontalPodAutoscalers,
      named('autoscaling/v2', 'HorizontalPodAutoscaler', app, {
        spec: {
          maxReplicas: 3,
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: app },
          metrics: [
            {
              type: 'Resource',
              resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
            },
          ],
        },
      }),
    );
    test.run(16 * second);
    expect(of()).toEqual([
      'AbleToScale=True ReadyForNewScale: recommended size matches current size',
      'ScalingActive=True ValidMetricFound: the HPA was able to successfully calculate a ' +
        'replica count from cpu resource utilization (percentage of request)',
      'ScalingLimited=False DesiredWithinRange: the desired count is within the acceptable range',
    ]);
    const why = forbid(deployments, ['UPDATE'], '/scale');
    test.run(40 * second);
    use(app, '400m');
    test.run(16 * second);
    allow(deployments, '/scale');
    expect(eventsOf(test, 'HorizontalPodAutoscaler')).toContain(
      `FailedRescale: New size: 3; reason: cpu resource utilization (percentage of request) ` +
        `above target; error: deployments.apps "load" is forbidden: ${why}`,
    );
    test.run(16 * second);
    expect(written()).toContain(
      'AbleToScale=True SucceededRescale: the HPA controller was able to update the target ' +
        'scale to 3',
    );
    expect(of()).toContain(
      'ScalingLimited=True TooManyReplicas: the desired replica count is more than the maximum ' +
        'replica count',
    );
  });

  it('tells why it does not go down at once, and where it stops', () => {
    test.run(16 * second);
    ready();
    use(app, '1m');
    test.run(31 * second);
    expect(of()).toContain(
      'AbleToScale=True ScaleDownStabilized: recent recommendations were higher than current ' +
        'one, applying the highest recent recommendation',
    );
    test.patch(deployments, app, { spec: { replicas: 0 } });
    test.run(31 * second);
    expect(of()).toEqual([
      'AbleToScale=True SucceededGetScale: ' +
        "the HPA controller was able to get the target's current scale",
      'ScalingActive=False ScalingDisabled: scaling is disabled since the replica count of the ' +
        'target is zero',
      'ScalingLimited=False DesiredWithinRange: the desired count is within the acceptable range',
    ]);
  });
});

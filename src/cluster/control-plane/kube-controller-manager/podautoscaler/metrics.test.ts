/**
 * How an autoscaler follows the usage of its pods; a custom resource stands in for the metrics
 * server.
 */
import { describe, expect, it } from 'vitest';
import { rfc3339, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import {
  deployments,
  horizontalPodAutoscalers,
  pods,
  type Resource,
} from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { allow, forbid } from '../forbid.fixture.ts';
import {
  addNode,
  conditionsIn,
  conditionsOf,
  eventsOf,
  makeReady,
  template,
} from '../workloads.fixture.ts';

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

/** All conditions that autoscalers have had so far. */
const written = (): readonly string[] =>
  test.tracer.facts.flatMap((fact) =>
    fact.type === 'TxnCommitted' && fact.key.startsWith('/registry/horizontalpodautoscalers/')
      ? conditionsIn(fact.value as KubeObject)
      : [],
  );

const podsOf = (name: string): readonly Pod[] =>
  test.list<Pod>(pods).filter(({ metadata }) => metadata.name.startsWith(`${name}-`));

const metrics: Resource = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  resource: 'pods',
  kind: 'PodMetrics',
  namespaced: true,
};

/** A custom resource in place of a metrics server: the test writes the usage of pods. */
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

/** Sets the usage of each pod of a deployment from now on. */
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
  const of = () => conditionsOf(test, horizontalPodAutoscalers, app);
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
    const why = forbid(test, deployments, ['UPDATE'], '/scale');
    test.run(40 * second);
    use(app, '400m');
    test.run(16 * second);
    allow(test, deployments, '/scale');
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
      // The recommendation under load was sixteen, and five minutes have not passed.
      'ScalingLimited=True TooManyReplicas: the desired replica count is more than the maximum ' +
        'replica count',
    ]);
  });
});

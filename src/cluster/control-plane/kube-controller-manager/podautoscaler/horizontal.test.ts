import { describe, expect, it } from 'vitest';
import { minute, second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import type { Deployment } from '#k8s.io/api/apps/v1';
import type { HorizontalPodAutoscaler } from '#k8s.io/api/autoscaling/v2';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { deployments, horizontalPodAutoscalers } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { eventsOf, selector, template } from '../workloads.fixture.ts';
import { limitReplicas, ScaleHistory } from './scaling-rules.ts';

const autoscaler = (spec: object = {}) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web' },
  spec: {
    maxReplicas: 10,
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    ...spec,
  },
});

const deployment = (replicas: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { replicas, selector, template: template() },
});

const start = (replicas: number, spec: object = {}): TestControlPlane => {
  const test = new TestControlPlane();
  test.create(deployments, deployment(replicas));
  test.create(horizontalPodAutoscalers, autoscaler(spec));
  return test;
};

const conditions = (test: TestControlPlane) =>
  test
    .get<HorizontalPodAutoscaler>(horizontalPodAutoscalers, 'web')
    .status?.conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`);

describe('a HorizontalPodAutoscaler', () => {
  it('brings its target between its bounds, 15 s after it was made', () => {
    const test = start(1, { minReplicas: 3 });
    test.run(14 * second);
    expect(test.get<Deployment>(deployments, 'web').spec.replicas).toBe(1);
    test.run(2 * second);
    expect(test.get<Deployment>(deployments, 'web').spec.replicas).toBe(3);
    expect(eventsOf(test, 'HorizontalPodAutoscaler')).toEqual([
      'SuccessfulRescale: New size: 3; reason: Current number of replicas below Spec.MinReplicas',
    ]);
    expect(conditions(test)).toEqual(['AbleToScale True SucceededRescale']);
  });

  it('says that there are no metrics where nobody serves them', () => {
    const test = start(2);
    test.run(16 * second);
    expect(conditions(test)).toEqual([
      'AbleToScale True SucceededGetScale',
      'ScalingActive False FailedGetResourceMetric',
    ]);
    const cause =
      'failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch ' +
      'metrics from resource metrics API: the server could not find the requested resource ' +
      '(get pods.metrics.k8s.io)';
    expect(eventsOf(test, 'HorizontalPodAutoscaler')).toEqual([
      `FailedGetResourceMetric: ${cause}`,
      'FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first error is: ' +
        `failed to get cpu resource metric value: ${cause}`,
    ]);
  });

  it('leaves a target of size zero alone', () => {
    const test = start(0);
    test.run(16 * second);
    expect(conditions(test)).toContain('ScalingActive False ScalingDisabled');
  });

  it('says when its target is not there', () => {
    const test = new TestControlPlane();
    test.create(horizontalPodAutoscalers, autoscaler());
    test.run(16 * second);
    expect(conditions(test)).toEqual(['AbleToScale False FailedGetScale']);
    expect(eventsOf(test, 'HorizontalPodAutoscaler')).toEqual([
      'FailedGetScale: deployments.apps "web" not found',
    ]);
  });
});

describe('how far an autoscaler goes at once', () => {
  const limit = (
    spec: object,
    current: number,
    desired: number,
    history = new ScaleHistory(),
    now = 0,
  ) => {
    const made = limitReplicas(
      asObject<HorizontalPodAutoscaler>(autoscaler(spec)),
      history,
      current,
      desired,
      now,
    );
    return `${made.replicas} ${made.reason}${made.stabilized ? ` ${made.stabilized.reason}` : ''}`;
  };

  it('is twice as many, or four, and never beyond its bounds', () => {
    expect(limit({ maxReplicas: 100 }, 3, 50)).toBe('6 ScaleUpLimit');
    expect(limit({ maxReplicas: 100 }, 1, 50)).toBe('4 ScaleUpLimit');
    expect(limit({ maxReplicas: 5 }, 3, 50)).toBe('5 TooManyReplicas');
    expect(limit({ minReplicas: 2 }, 3, 1)).toBe('2 TooFewReplicas');
    expect(limit({}, 3, 4)).toBe('4 DesiredWithinRange');
  });

  it('down is to the highest recommendation of five minutes', () => {
    const history = new ScaleHistory();
    expect(limit({}, 5, 5, history, 0)).toBe('5 DesiredWithinRange');
    expect(limit({}, 5, 2, history, minute)).toBe('5 DesiredWithinRange ScaleDownStabilized');
    expect(limit({}, 5, 2, history, 6 * minute)).toBe('2 DesiredWithinRange');
  });

  it('up is to the highest recommendation of five minutes too, unless it has rules', () => {
    const history = new ScaleHistory();
    expect(limit({ maxReplicas: 20 }, 1, 9, history, 0)).toBe('4 ScaleUpLimit');
    const next = limit({ maxReplicas: 20 }, 4, 5, history, 15 * second);
    expect(next).toBe('8 ScaleUpLimit ScaleDownStabilized');
    const ruled = new ScaleHistory();
    const behavior = { scaleUp: { policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }] } };
    expect(limit({ maxReplicas: 20, behavior }, 1, 9, ruled, 0)).toBe('5 ScaleUpLimit');
    expect(limit({ maxReplicas: 20, behavior }, 5, 6, ruled, 15 * second)).toBe(
      '6 DesiredWithinRange',
    );
  });

  it('is what its behaviour allows in each period', () => {
    const scaleUp = { policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }] };
    const history = new ScaleHistory();
    const spec = { behavior: { scaleUp } };
    expect(limit(spec, 3, 9, history, 0)).toBe('5 ScaleUpLimit');
    history.scaled(3, 5, 0, minute);
    expect(limit(spec, 5, 9, history, 30 * second)).toBe('5 ScaleUpLimit');
    expect(limit(spec, 5, 9, history, 61 * second)).toBe('7 ScaleUpLimit');
    const scaleDown = { selectPolicy: 'Disabled', stabilizationWindowSeconds: 0 };
    expect(limit({ behavior: { scaleDown } }, 5, 2)).toBe('5 ScaleDownLimit');
  });
});

describe('an autoscaler without a target', () => {
  it('says that it cannot read the scale', () => {
    const bed = new ClusterBed();
    bed.run('create -f -', {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'lost' },
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'nobody' },
      },
    });
    bed.wait(20);
    expect(bed.run('events --for=horizontalpodautoscaler/lost')).toMatch(
      /FailedGetScale .* deployments\.apps "nobody" not found/,
    );
  });
});

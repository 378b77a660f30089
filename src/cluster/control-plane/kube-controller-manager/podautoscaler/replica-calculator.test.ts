import { describe, expect, it } from 'vitest';
import { minute, rfc3339, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { PodMetricsInfo } from './metrics-client.ts';
import { averageValueReplicas, tolerancesOf, utilizationReplicas } from './replica-calculator.ts';

const now = 60 * minute;

/** A pod that has been ready for a long time and requests 100m of cpu. */
const pod = (name: string, more: { readonly phase?: string; readonly ready?: boolean } = {}): Pod =>
  asObject<Pod>({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'a', resources: { requests: { cpu: '100m' } } }] },
    status: {
      phase: more.phase ?? 'Running',
      startTime: rfc3339(more.ready === false ? now - minute : 0),
      conditions: [
        {
          type: 'Ready',
          status: more.ready === false ? 'False' : 'True',
          lastTransitionTime: rfc3339(second),
        },
      ],
    },
  });

const using = (values: Readonly<Record<string, number>>): PodMetricsInfo =>
  new Map(
    Object.entries(values).map(([name, value]) => [name, { value, at: now, window: 60 * second }]),
  );

const ask = (pods: readonly Pod[], values: Readonly<Record<string, number>>, current: number) => ({
  resource: 'cpu',
  container: '',
  pods,
  metrics: using(values),
  currentReplicas: current,
  tolerances: tolerancesOf(),
  now,
});

const replicas = (...args: Parameters<typeof ask>): number | string => {
  const proposal = utilizationReplicas(ask(...args), 50);
  return proposal.ok ? proposal.value.replicas : proposal.error;
};

describe('the size that a utilization asks for', () => {
  const two = [pod('a'), pod('b')];

  it('is the present one times how far it is off, rounded up', () => {
    expect(replicas(two, { a: 80, b: 70 }, 2)).toBe(3);
    expect(replicas(two, { a: 20, b: 10 }, 2)).toBe(1);
  });

  it('stays within a tenth of the target', () => {
    expect(replicas(two, { a: 54, b: 54 }, 2)).toBe(2);
    expect(replicas(two, { a: 46, b: 46 }, 2)).toBe(2);
  });

  it('counts a pod without a metric against the change', () => {
    // When scaling up it counts as idle, when scaling down as fully busy.
    expect(replicas([...two, pod('c')], { a: 90, b: 90 }, 3)).toBe(4);
    expect(replicas([...two, pod('c')], { a: 20, b: 20 }, 3)).toBe(3);
  });

  it('counts a pod that is not ready yet as idle when going up', () => {
    const starting = pod('c', { ready: false });
    expect(replicas([...two, starting], { a: 100, b: 100, c: 400 }, 3)).toBe(4);
  });

  it('leaves out pods that failed', () => {
    expect(replicas([...two, pod('c', { phase: 'Failed' })], { a: 100, b: 100 }, 2)).toBe(4);
  });

  it('cannot be told without requests, metrics or pods', () => {
    const bare = asObject<Pod>({ ...pod('a'), spec: { containers: [{ name: 'a' }] } });
    expect(replicas([bare], { a: 1 }, 1)).toBe('missing request for cpu in container a of Pod a');
    expect(replicas(two, {}, 2)).toBe(
      'did not receive metrics for targeted pods (pods might be unready)',
    );
    expect(replicas([], {}, 0)).toBe(
      'no pods returned by selector while calculating replica count',
    );
  });
});

it('an average value is compared with what each pod uses', () => {
  const question = ask([pod('a'), pod('b')], { a: 300, b: 100 }, 2);
  const proposal = averageValueReplicas(question, 100);
  expect(proposal).toEqual({ ok: true, value: { replicas: 4, rawValue: 200 } });
});

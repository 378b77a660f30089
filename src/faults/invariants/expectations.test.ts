import { afterEach, describe, expect, it, vi } from 'vitest';
import { minute, second } from '#base/sim-time';
import { TestControlPlane } from '#cluster/control-plane/kube-controller-manager/control-plane.fixture';
import {
  ControllerExpectations,
  type HeldExpectation,
} from '#cluster/control-plane/kube-controller-manager/controller/expectations';
import { template } from '#cluster/control-plane/kube-controller-manager/workloads.fixture';
import { replicaSets } from '#k8s.io/client-go/rest/resource';
import type { Evidence } from '../evidence.ts';
import { evidenceOf } from '../facts.fixture.ts';
import { expectationsDrain } from './expectations.ts';

const component = 'kube-controller-manager/job-controller';
const healedAt = 10 * minute;

/** What a controller asked for at a moment and has not seen. */
function waiting(since: number, now: number): Evidence {
  const held: HeldExpectation = {
    ...{ component, key: 'default/web', add: 0, del: ['default/a'] },
    ...{ since, until: since + 5 * minute },
  };
  return { ...evidenceOf([]), expectations: [held], healedAt, now };
}

/** A control plane with a ReplicaSet of two Pods, a while after it was made. */
function withTwoPods(): Evidence {
  const test = new TestControlPlane();
  const spec = { replicas: 2, selector: { matchLabels: { app: 'x' } }, template: template() };
  test.create(replicaSets, { metadata: { name: 'web' }, spec });
  test.run(10 * second);
  const { facts } = test.tracer;
  const { unfulfilled: expectations } = test.manager;
  return { ...evidenceOf([]), facts, expectations, now: test.sim.now };
}

describe('what a controller still expects in the end', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is nothing when it has seen what it asked for', () => {
    const evidence = withTwoPods();
    expect(evidence.facts.filter(({ type }) => type === 'ExpectationsSet')).toHaveLength(1);
    expect(evidence.expectations).toEqual([]);
    expect(expectationsDrain(evidence)).toBeUndefined();
  });

  it('is what a broken controller saw and did not count', () => {
    vi.spyOn(ControllerExpectations.prototype, 'creationObserved').mockReturnValue();
    const evidence = withTwoPods();
    const breach = expectationsDrain(evidence);
    expect(breach?.message).toBe(
      'kube-controller-manager/replicaset-controller waits for default/web since 10 s: 2 created',
    );
    expect(evidence.facts[(breach?.fact ?? 0) - 1]).toMatchObject({
      ...{ type: 'ExpectationsSet', key: 'default/web', add: 2 },
    });
  });

  it('may have expired, when it was asked for while something was broken', () => {
    const since = healedAt - minute;
    expect(expectationsDrain(waiting(since, since + 4 * minute))?.message).toBe(
      `${component} waits for default/web since 240 s: default/a deleted`,
    );
    expect(expectationsDrain(waiting(since, since + 6 * minute))).toBeUndefined();
  });

  it('may not only expire, when nothing was broken any more', () => {
    const since = healedAt + 3 * minute;
    expect(expectationsDrain(waiting(since, since + 6 * minute))).toBeDefined();
  });
});

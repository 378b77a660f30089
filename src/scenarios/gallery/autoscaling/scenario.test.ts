import { expect, it } from 'vitest';
import type { HorizontalPodAutoscaler } from '#k8s.io/api/autoscaling/v2';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('goes up by what a decision may add, and down when five minutes have passed', () => {
  const statuses = run()
    .log.facts.slice()
    .flatMap((fact) => {
      if (fact.type !== 'TxnCommitted' || fact.op !== 'put') return [];
      if (!fact.key.startsWith('/registry/horizontalpodautoscalers/')) return [];
      const { status } = fact.value as HorizontalPodAutoscaler;
      return [{ at: fact.at, desired: status?.desiredReplicas ?? 0, status }];
    });
  const changes = statuses.filter(({ desired }, n) => desired !== statuses[n - 1]?.desired);
  expect(changes.map(({ desired }) => desired)).toEqual([0, 1, 4, 6, 1]);
  const reasonOf = (n: number, type: string): string | undefined =>
    changes[n]?.status?.conditions?.find((one) => one.type === type)?.reason;
  expect(reasonOf(2, 'ScalingLimited')).toBe('ScaleUpLimit');
  expect(reasonOf(4, 'ScalingLimited')).toBe('TooFewReplicas');
  const stopped = run().log.steps.find(({ id }) => id === 'person/enter~8');
  const since = (changes[4]?.at ?? 0) - (run().log.fact(stopped?.fact ?? 0)?.at ?? 0);
  expect(since / 1_000_000).toBeGreaterThan(300);
  expect(since / 1_000_000).toBeLessThan(330);
});

it('leaves six Pods alone when they use a little more than the target', () => {
  expect(run().printed).toMatch(/cpu: 71%\/50% +1 +10 +6 /);
  const used = run()
    .log.facts.slice()
    .flatMap((fact) =>
      fact.type === 'TxnCommitted' && fact.key.startsWith('/registry/horizontalpodautoscalers/')
        ? (JSON.stringify(fact.value).match(/"currentReplicas":6.*?"averageUtilization":\d+/g) ??
          [])
        : [],
    );
  const percents = used.map((text) => Number(/\d+$/.exec(text)?.[0]));
  expect(percents.some((percent) => percent > 50 && percent <= 55)).toBe(true);
});

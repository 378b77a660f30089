import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('the victim is deleted by the scheduler, and the preemptor is bound only when it has gone', () => {
  const { log, printed } = run();
  const at = (id: string): number => log.steps.findIndex((step) => step.id === id);
  expect(at('kube-scheduler/bind/default/urgent')).toBeGreaterThan(
    at('etcd/commit/pods/default/patient~6'),
  );
  expect(printed).toMatch(/urgent +1\/1 +Running/);
  expect(printed).toContain('Preempted');
});

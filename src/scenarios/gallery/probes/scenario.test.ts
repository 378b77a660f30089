import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('readiness moves an address in and out, liveness replaces the container in its Pod', () => {
  const { printed, log } = run();
  expect(printed).toMatch(/web +0\/1 +Running/);
  expect(printed).toContain('Container app failed liveness probe, will be restarted');
  const sandboxes = log.steps.filter(({ id }) => id.endsWith('/RunPodSandbox'));
  expect(new Set(sandboxes.map(({ id }) => id.split('/')[0])).size).toBe(1);
});

import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('undo uses the ReplicaSet that exists: two are created in all, and revision 1 becomes 3', () => {
  const { log, printed } = run();
  const created = log.steps.filter(({ id }) => id.includes('/deployment.create-replica-set'));
  expect(created).toHaveLength(2);
  expect(printed).toContain('deployment "web" successfully rolled out');
  expect(printed).toContain('deployment.apps/web rolled back');
});

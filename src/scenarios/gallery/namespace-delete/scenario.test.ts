import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('takes nothing new, says what remains, and goes when it is empty', () => {
  const { printed } = run();
  expect(printed).toContain('because it is being terminated');
  expect(printed).toContain('NamespaceContentRemaining');
  expect(printed).toContain('namespaces "team" not found');
});

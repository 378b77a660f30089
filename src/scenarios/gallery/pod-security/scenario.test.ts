import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('a Pod is refused, a Deployment only warned about, and a careful Pod runs', () => {
  const { printed } = run();
  expect(printed).toContain('violates PodSecurity "restricted:latest"');
  expect(printed).toContain('Warning: would violate PodSecurity "restricted:latest"');
  expect(printed).toMatch(/careful +1\/1 +Running/);
});

import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('starts at full minutes, overlaps by default, and skips with Forbid', () => {
  const { printed } = run();
  const lists = printed.split(/NAME +STATUS/).slice(1);
  expect(lists[1]?.match(/Running/g)).toHaveLength(2);
  expect(lists[2]?.match(/Running/g)?.length ?? 0).toBeLessThanOrEqual(1);
  expect(printed.trimEnd()).toMatch(/No resources found in default namespace.$/);
});

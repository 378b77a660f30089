import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('runs two at a time until four have succeeded, each with its own index', () => {
  const { printed } = run();
  expect(printed).toMatch(/work +Complete +4\/4/);
  for (const part of [0, 1, 2, 3]) expect(printed).toContain(`part ${part}`);
  expect(printed.trimEnd()).toMatch(/No resources found in default namespace.$/);
});

import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('a field has an owner: a second applier is refused, may take it over, and keeps it', () => {
  const { printed } = run();
  expect(printed).toContain('conflict with "team-a": .data.color');
  expect(printed).toContain('manager: team-b');
  expect(printed.trimEnd()).toMatch(/\{"color":"red"\}$/);
});

import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('401 for a wrong token, 403 without one, and 403 in the name of somebody without rights', () => {
  const { printed } = run();
  expect(printed).toContain('You must be logged in to the server (Unauthorized)');
  expect(printed).toContain('User "system:anonymous" cannot list resource "pods"');
  expect(printed).toContain('User "bob" cannot list resource "pods"');
});

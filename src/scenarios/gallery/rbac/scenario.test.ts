import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('a right to create Deployments is enough to have Pods, and not enough to see them', () => {
  const { printed } = run();
  expect(printed).toContain('User "alice" cannot create resource "deployments"');
  expect(printed).toContain('deployment.apps/web created');
  expect(printed).toContain('User "alice" cannot list resource "pods"');
});

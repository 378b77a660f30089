import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('the kubelet evicts, says so in the Pod, and marks the node', () => {
  const { printed } = run();
  expect(printed).toMatch(/Reason: +Evicted/);
  expect(printed).toContain('The node was low on resource: memory.');
  expect(printed).toContain('node.kubernetes.io/memory-pressure:NoSchedule');
});

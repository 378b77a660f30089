import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('lets two Pods share a GPU, and keeps a third one waiting until they are gone', () => {
  const { printed, log } = run();
  expect(printed).toMatch(/^GPU_DEVICE_0=gpu-0$/m);
  expect(printed).toContain('0/3 nodes are available: 3 cannot allocate all claims.');
  expect(printed).toMatch(/^shared +allocated,reserved /m);
  expect(printed).toMatch(/^big-2 +1\/1 +Running/m);
  const nodes = new Map(
    log.facts.slice().flatMap((fact) => (fact.type === 'PodBound' ? [[fact.pod, fact.node]] : [])),
  );
  expect(nodes.get('default/right')).toBe(nodes.get('default/left'));
  expect(nodes.get('default/big-2')).toBe(nodes.get('default/left'));
});

import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('each scheduler takes the Pods of its name, by its own rules, and some nobody takes', () => {
  const { printed } = run();
  const nodes = (app: string): readonly string[] => [
    ...new Set(
      [...printed.matchAll(new RegExp(`${app}-\\S+ .* (node-\\d) `, 'g'))].map(
        ([, node = '']) => node,
      ),
    ),
  ];
  expect(nodes('spread')).toHaveLength(3);
  expect(nodes('packed')).toHaveLength(1);
  expect(printed.match(/lost-\S+ +0\/1 +Pending/g)).toHaveLength(3);
});

import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('the old Pods run on while the new one waits for an image that never comes', () => {
  const { printed } = run();
  expect(printed).toMatch(/0\/1 +ImagePullBackOff|0\/1 +ErrImagePull/);
  const [, last = ''] = printed.split('rolled back');
  expect(last.match(/1\/1 +Running/g)).toHaveLength(2);
});

import { expect, it } from 'vitest';
import { CidrSet } from './cidr-set.ts';

it('gives each node the lowest free /24 of the pod range', () => {
  const cidrs = new CidrSet('10.244.0.0/16');
  cidrs.occupy('10.244.1.0/24');
  expect([cidrs.allocate(), cidrs.allocate()]).toEqual(['10.244.0.0/24', '10.244.2.0/24']);
  cidrs.release('10.244.0.0/24');
  expect(cidrs.allocate()).toBe('10.244.0.0/24');
});

it('has nothing more to give when the range is used up', () => {
  const cidrs = new CidrSet('10.244.0.0/23');
  expect([cidrs.allocate(), cidrs.allocate(), cidrs.allocate()]).toEqual([
    '10.244.0.0/24',
    '10.244.1.0/24',
    undefined,
  ]);
});

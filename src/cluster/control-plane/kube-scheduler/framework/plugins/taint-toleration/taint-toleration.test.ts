import { describe, expect, it } from 'vitest';
import { notHelpful, told } from '../../../testing/told.fixture.ts';

describe('a node with a taint', () => {
  it('takes no pod that does not tolerate it, which is told so', () => {
    expect(told({}, { node: { taints: [{ key: 'a', effect: 'NoSchedule' }] } })).toBe(
      `0/1 nodes are available: 1 node(s) had untolerated taint(s). ${notHelpful}`,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { notHelpful, told } from '../../../testing/told.fixture.ts';

describe('a node that is cordoned', () => {
  it('takes no pod, which is told so', () => {
    expect(told({}, { node: { unschedulable: true } })).toBe(
      `0/1 nodes are available: 1 node(s) were unschedulable. ${notHelpful}`,
    );
  });
});

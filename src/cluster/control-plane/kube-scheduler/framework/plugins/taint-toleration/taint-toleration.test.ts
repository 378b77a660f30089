import { describe, expect, it } from 'vitest';
import type { Taint } from '#k8s.io/api/core/v1';
import { failureMessage, notHelpful } from '../../../testing/failure-message.fixture.ts';
import { nodeWith, placed } from '../../../testing/placement.fixture.ts';

const tainted = (name: string, effect: Taint['effect'], ...keys: readonly string[]) =>
  nodeWith(name, { spec: { taints: keys.map((key) => ({ key, value: 'x', effect })) } });
const untolerated = '1 node(s) had untolerated taint(s). ';

describe('TaintToleration', () => {
  it.each(['NoSchedule', 'NoExecute'] as const)('keeps a pod off a taint of %s', (effect) => {
    expect(placed([tainted('node-1', effect, 'a')], {})).toContain(untolerated);
  });

  it('wants every taint tolerated, by its key, value and effect', () => {
    const a = { key: 'a', operator: 'Equal' as const, value: 'x', effect: 'NoSchedule' as const };
    expect(placed([tainted('node-1', 'NoSchedule', 'a')], { tolerations: [a] })).toBe('node-1');
    const two = [tainted('node-1', 'NoSchedule', 'a', 'b')];
    expect(placed(two, { tolerations: [a] })).toContain(untolerated);
    const other = [{ ...a, value: 'y' }];
    expect(placed([tainted('node-1', 'NoSchedule', 'a')], { tolerations: other })).toContain(
      untolerated,
    );
  });

  it('only prefers nodes without a taint of PreferNoSchedule', () => {
    const soft = tainted('node-1', 'PreferNoSchedule', 'a');
    expect(placed([soft], {})).toBe('node-1');
    expect(placed([soft, nodeWith('node-2')], {})).toBe('node-2');
    const worse = tainted('node-3', 'PreferNoSchedule', 'a', 'b');
    expect(placed([worse, soft], {})).toBe('node-1');
  });
});

describe('a node with a taint', () => {
  it('takes no pod that does not tolerate it, which is told so', () => {
    expect(failureMessage({}, { node: { taints: [{ key: 'a', effect: 'NoSchedule' }] } })).toBe(
      `0/1 nodes are available: 1 node(s) had untolerated taint(s). ${notHelpful}`,
    );
  });
});

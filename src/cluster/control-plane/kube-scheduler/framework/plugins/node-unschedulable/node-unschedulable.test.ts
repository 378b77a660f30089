import { describe, expect, it } from 'vitest';
import { failureMessage, notHelpful } from '../../../testing/failure-message.fixture.ts';
import { nodeWith, placed } from '../../../testing/placement.fixture.ts';

const cordoned = nodeWith('node-1', { spec: { unschedulable: true } });
const key = 'node.kubernetes.io/unschedulable';

describe('NodeUnschedulable', () => {
  it('keeps pods off a cordoned node', () => {
    expect(placed([cordoned], {})).toContain('1 node(s) were unschedulable. ');
    expect(placed([cordoned, nodeWith('node-2')], {})).toBe('node-2');
  });

  it('lets a pod there that tolerates the taint of a cordon, as those of DaemonSets do', () => {
    const tolerations = [{ key, operator: 'Exists' as const, effect: 'NoSchedule' as const }];
    expect(placed([cordoned], { tolerations })).toBe('node-1');
    expect(placed([cordoned], { tolerations: [{ operator: 'Exists' }] })).toBe('node-1');
  });

  it('does not take a toleration of NoExecute for it', () => {
    const tolerations = [{ key, operator: 'Exists' as const, effect: 'NoExecute' as const }];
    expect(placed([cordoned], { tolerations })).toContain('1 node(s) were unschedulable. ');
  });
});

describe('a node that is cordoned', () => {
  it('takes no pod, which is told so', () => {
    expect(failureMessage({}, { node: { unschedulable: true } })).toBe(
      `0/1 nodes are available: 1 node(s) were unschedulable. ${notHelpful}`,
    );
  });
});

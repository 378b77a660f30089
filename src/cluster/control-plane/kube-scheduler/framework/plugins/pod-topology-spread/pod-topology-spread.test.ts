import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { failureMessage, notHelpful, noVictims } from '../../../testing/failure-message.fixture.ts';
import { nodeWith, placed } from '../../../testing/placement.fixture.ts';
import { recordedPod } from '../../../testing/scheduler-bed.ts';

const nodes = ['a', 'b'].map((name) => nodeWith(`node-${name}`, { labels: { zone: name } }));
/** A pod of the same group as the new one. */
const fellow = (name: string, nodeName: string) => {
  const pod = recordedPod(name, { spec: { nodeName } });
  return { ...pod, metadata: { ...pod.metadata, labels: { app: 'new' } } };
};
const spread = (more: object = {}) =>
  ({
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'new' } },
        ...more,
      },
    ],
  }) as Partial<PodSpec>;
const unmatched = "1 node(s) didn't match pod topology spread constraints. ";
const cordoned = nodeWith('node-b', { labels: { zone: 'b' }, spec: { unschedulable: true } });

describe('PodTopologySpread', () => {
  it('puts a pod into the zone with fewer of its group', () => {
    expect(placed(nodes, spread(), [fellow('old', 'node-a')])).toBe('node-b');
  });

  it('leaves a pod waiting where every place would skew too much', () => {
    const [first] = nodes;
    expect(
      placed([...(first ? [first] : []), cordoned], spread(), [fellow('old', 'node-a')]),
    ).toContain("didn't match pod topology spread constraints");
  });

  it('allows a larger skew where the constraint does, or only prefers less', () => {
    const [first] = nodes;
    const place = [...(first ? [first] : []), cordoned];
    const old = [fellow('old', 'node-a')];
    expect(placed(place, spread({ maxSkew: 2 }), old)).toBe('node-a');
    expect(placed(place, spread({ whenUnsatisfiable: 'ScheduleAnyway' }), old)).toBe('node-a');
  });

  it('has no place on a node without the label', () => {
    expect(placed([nodeWith('node-1')], spread())).toContain(
      "1 node(s) didn't match pod topology spread constraints (missing required label). ",
    );
  });

  it('takes missing domains for empty ones where it wants more than there are', () => {
    expect(
      placed(nodes.slice(0, 1), spread({ minDomains: 2 }), [fellow('old', 'node-a')]),
    ).toContain(unmatched);
    expect(placed(nodes.slice(0, 1), spread(), [fellow('old', 'node-a')])).toBe('node-a');
  });
});

describe('a pod that is to be spread', () => {
  it('is told of a label that the node lacks', () => {
    const spread = {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'new' } },
    } as const;
    expect(failureMessage({ topologySpreadConstraints: [spread] })).toBe(
      "0/1 nodes are available: 1 node(s) didn't match pod topology spread constraints " +
        `(missing required label). ${notHelpful}`,
    );
  });

  it('is told of a skew that would be too large', () => {
    const spread = {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'DoNotSchedule',
      minDomains: 2,
      labelSelector: { matchLabels: { app: 'new' } },
    } as const;
    const fellow = {
      ...recordedPod('old'),
      metadata: recordedPod('old', { owner: 'new' }).metadata,
    };
    expect(failureMessage({ topologySpreadConstraints: [spread] }, { running: [fellow] })).toBe(
      "0/1 nodes are available: 1 node(s) didn't match pod topology spread constraints. " +
        noVictims,
    );
  });
});

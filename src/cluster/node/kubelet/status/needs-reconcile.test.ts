import { describe, expect, it } from 'vitest';
import type { ContainerStatus, PodStatus } from '#k8s.io/api/core/v1';
import { isPodStatusByKubeletEqual } from './needs-reconcile.ts';

const container = (name: string, restartCount = 0) =>
  ({ name, restartCount, ready: true, lastState: {} }) as unknown as ContainerStatus;

const known: PodStatus = {
  phase: 'Running',
  podIP: '10.244.0.2',
  conditions: [
    { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' },
    { type: 'PodScheduled', status: 'True' },
  ],
  containerStatuses: [container('a'), container('b')],
};

const shown = (more: Partial<PodStatus>): boolean =>
  isPodStatusByKubeletEqual({ ...known, ...more }, known);

describe('the status at the API server', () => {
  it('is the kubelet’s whatever the times of conditions and the order of containers', () => {
    const later = { lastTransitionTime: '2026-01-01T01:00:00Z' };
    const conditions = known.conditions?.map((condition) => ({ ...condition, ...later }));
    expect(shown({ ...(conditions === undefined ? {} : { conditions }) })).toBe(true);
    expect(shown({ containerStatuses: [container('b'), container('a')] })).toBe(true);
  });

  it('is the kubelet’s with what others own, and with empty lists', () => {
    const gate = { type: 'example.com/gate', status: 'False' };
    expect(shown({ conditions: [gate, ...(known.conditions ?? [])] })).toBe(true);
    expect(shown({ nominatedNodeName: 'node-2', resourceClaimStatuses: [] })).toBe(true);
    expect(shown({ initContainerStatuses: [] })).toBe(true);
  });

  it('is another with one condition of the kubelet more, less or otherwise', () => {
    const [ready, scheduled] = known.conditions ?? [];
    if (ready === undefined || scheduled === undefined) throw new Error('two conditions');
    const disrupted = { type: 'DisruptionTarget', status: 'True' };
    expect(shown({ conditions: [ready] })).toBe(false);
    expect(shown({ conditions: [ready, scheduled, disrupted] })).toBe(false);
    expect(shown({ conditions: [{ ...ready, status: 'False' }, scheduled] })).toBe(false);
    expect(shown({ conditions: [{ ...ready, reason: 'Because' }, scheduled] })).toBe(false);
  });

  it('is another when anything else differs', () => {
    expect(shown({ phase: 'Failed' })).toBe(false);
    expect(shown({ containerStatuses: [container('a'), container('b', 1)] })).toBe(false);
  });
});

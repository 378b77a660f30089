import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { notHelpful, told } from '../../../testing/told.fixture.ts';

describe('a pod that chooses its nodes', () => {
  it('is told when its selector fits none', () => {
    expect(told({ nodeSelector: { disk: 'ssd' } })).toBe(
      `0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. ${notHelpful}`,
    );
  });

  it('is told that no node is left that its terms name', () => {
    const term = (name: string) => ({
      matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [name] }],
    });
    const affinity = (terms: ReturnType<typeof term>[]): Partial<PodSpec> => ({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
        },
      },
    });
    const absent = affinity([term('node-9')]);
    expect(told(absent)).toContain("1 node(s) didn't satisfy plugin(s) [NodeAffinity].");
    const both = { matchFields: [...term('a').matchFields, ...term('b').matchFields] };
    expect(told(affinity([both]))).toContain(
      '0/1 nodes are available: pod affinity terms conflict',
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { failureMessage, notHelpful } from '../../../testing/failure-message.fixture.ts';
import { nodeWith, placed } from '../../../testing/placement.fixture.ts';

const ssd = nodeWith('node-1', { labels: { disk: 'ssd', cores: '8' } });
const hdd = nodeWith('node-2', { labels: { disk: 'hdd', cores: '16' } });
const unmatched = "didn't match Pod's node affinity/selector. ";
const match = (key: string, operator: string, ...values: readonly string[]) => ({
  matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }],
});
const required = (...nodeSelectorTerms: readonly object[]) =>
  ({
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    },
  }) as Partial<PodSpec>;
const preferred = (...terms: readonly object[]) =>
  ({
    affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms } },
  }) as Partial<PodSpec>;

describe('NodeAffinity', () => {
  it('puts a pod on a node that has all labels of its selector', () => {
    expect(placed([ssd, hdd], { nodeSelector: { disk: 'hdd' } })).toBe('node-2');
    expect(placed([ssd, hdd], { nodeSelector: { disk: 'hdd', cores: '8' } })).toContain(
      `2 node(s) ${unmatched}`,
    );
  });

  it('wants one of the terms, and compares numbers as numbers', () => {
    expect(
      placed([ssd, hdd], required(match('disk', 'In', 'tape'), match('cores', 'Gt', '9'))),
    ).toBe('node-2');
    expect(placed([ssd, hdd], required(match('gpu', 'Exists')))).toContain(unmatched);
    expect(placed([ssd], required(match('gpu', 'NotIn', 'old')))).toBe('node-1');
  });

  it('holds a selector and a required term against a node both', () => {
    const both = { ...required(match('cores', 'Gt', '9')), nodeSelector: { disk: 'ssd' } };
    expect(placed([ssd, hdd], both)).toContain(`2 node(s) ${unmatched}`);
  });

  it('only prefers the node whose preferred terms weigh most', () => {
    const term = (weight: number, disk: string) => ({
      weight,
      preference: match('disk', 'In', disk),
    });
    expect(placed([ssd, hdd], preferred(term(10, 'ssd'), term(90, 'hdd')))).toBe('node-2');
    expect(placed([ssd, hdd], preferred(term(90, 'ssd'), term(10, 'hdd')))).toBe('node-1');
    expect(placed([ssd], preferred(term(90, 'tape')))).toBe('node-1');
  });
});

describe('a pod that chooses its nodes', () => {
  it('is told when its selector fits none', () => {
    expect(failureMessage({ nodeSelector: { disk: 'ssd' } })).toBe(
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
    expect(failureMessage(absent)).toContain("1 node(s) didn't satisfy plugin(s) [NodeAffinity].");
    const both = { matchFields: [...term('a').matchFields, ...term('b').matchFields] };
    expect(failureMessage(affinity([both]))).toContain(
      '0/1 nodes are available: pod affinity terms conflict',
    );
  });
});

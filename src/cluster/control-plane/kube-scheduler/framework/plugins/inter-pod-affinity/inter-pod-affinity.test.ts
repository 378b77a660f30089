import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import {
  near as beside,
  failureMessage,
  notHelpful,
  noVictims,
} from '../../../testing/failure-message.fixture.ts';
import { nodeWith, placed, running } from '../../../testing/placement.fixture.ts';
import { recordedPod } from '../../../testing/scheduler-bed.ts';

const zone = 'zone';
const nodes = ['a', 'b'].map((name) => nodeWith(`node-${name}`, { labels: { [zone]: name } }));
const near = (app: string, topologyKey = zone) => ({
  labelSelector: { matchLabels: { app } },
  topologyKey,
});
const rule = (kind: 'podAffinity' | 'podAntiAffinity', ...terms: readonly object[]) =>
  ({
    affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
  }) as Partial<PodSpec>;
const web = [running('web', 'node-b')];

describe('InterPodAffinity', () => {
  it('puts a pod into the zone of those it wants to be near', () => {
    expect(placed(nodes, rule('podAffinity', near('web')), web)).toBe('node-b');
    expect(placed(nodes, rule('podAffinity', near('nobody')), web)).toContain(
      "2 node(s) didn't match pod affinity rules. ",
    );
  });

  it('lets the first pod of a group that wants to be near itself go anywhere', () => {
    expect(placed(nodes, rule('podAffinity', near('new')))).toMatch(/^node-[ab]$/);
  });

  it('puts a pod into another zone than those it avoids', () => {
    expect(placed(nodes, rule('podAntiAffinity', near('web')), web)).toBe('node-a');
    expect(placed(nodes.slice(1), rule('podAntiAffinity', near('web')), web)).toContain(
      "1 node(s) didn't match pod anti-affinity rules. ",
    );
  });

  it('keeps a pod away from those that avoid it, whatever it says itself', () => {
    const jealous = [running('old', 'node-b', rule('podAntiAffinity', near('new')))];
    expect(placed(nodes, {}, jealous)).toBe('node-a');
    expect(placed(nodes.slice(1), {}, jealous)).toContain(
      "1 node(s) didn't satisfy existing pods anti-affinity rules. ",
    );
  });

  it('only leans to a preference', () => {
    const preferred = [{ weight: 100, podAffinityTerm: near('web') }];
    const affinity = {
      podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred },
    };
    expect(placed(nodes, { affinity }, web)).toBe('node-b');
    expect(placed(nodes.slice(0, 1), { affinity }, [])).toBe('node-a');
  });
});

describe('a pod that looks at its neighbours', () => {
  it('is told of an affinity that nothing meets', () => {
    const affinity = {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [beside('x')] },
    };
    expect(failureMessage({ affinity })).toBe(
      `0/1 nodes are available: 1 node(s) didn't match pod affinity rules. ${notHelpful}`,
    );
  });

  it('is told of anti-affinity, its own and that of a pod that is there', () => {
    const apart = (app: string): Partial<PodSpec> => ({
      affinity: {
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [beside(app)] },
      },
    });
    const running = [recordedPod('old')];
    expect(failureMessage(apart('old'), { running })).toBe(
      `0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules. ${noVictims}`,
    );
    const jealous = [recordedPod('old', { spec: apart('new') })];
    expect(failureMessage({}, { running: jealous })).toBe(
      "0/1 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules. " +
        noVictims,
    );
  });
});

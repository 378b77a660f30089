import { describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const hostname = 'kubernetes.io/hostname';
const zone = 'topology.kubernetes.io/zone';
const term = (topologyKey: string) => ({ topologyKey, labelSelector: { matchLabels: { a: 'b' } } });
const apart = (...keys: readonly string[]) => ({
  affinity: {
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: keys.map(term) },
  },
});

describe('LimitPodHardAntiAffinityTopology', () => {
  const bed = new AdmissionBed('LimitPodHardAntiAffinityTopology');

  it('keeps a pod from barring others from a whole zone', () => {
    const refused = bed.send(podOf('greedy', apart(hostname, zone)));
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'pods "greedy" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has ' +
        'TopologyKey topology.kubernetes.io/zone but only key kubernetes.io/hostname is allowed',
    ]);
  });

  it('lets it bar them from its node', () => {
    expect(bed.send(podOf('modest', apart(hostname))).code).toBe(201);
  });

  it('has nothing against a preference, nor against affinity', () => {
    const podAffinityTerm = term(zone);
    const preferred = [{ weight: 1, podAffinityTerm }];
    const affinity = {
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred },
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [podAffinityTerm] },
    };
    expect(bed.send(podOf('friendly', { affinity })).code).toBe(201);
  });
});

import { describe, expect, it } from 'vitest';
import { AdmissionBed, podOf, specOf } from '../admission-bed.fixture.ts';

const forFiveMinutes = (key: string) => ({
  key: `node.kubernetes.io/${key}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
});

describe('DefaultTolerationSeconds', () => {
  const bed = new AdmissionBed();
  const tolerations = (name: string, given: readonly object[]) =>
    (specOf(bed.send(podOf(name, { tolerations: given }))) as { tolerations: unknown }).tolerations;

  it('lets a pod stay five minutes on a node that is not ready or not reachable', () => {
    expect(tolerations('web', [])).toEqual([
      forFiveMinutes('not-ready'),
      forFiveMinutes('unreachable'),
    ]);
  });

  it('adds only what the pod does not say itself, behind what it says', () => {
    const own = { ...forFiveMinutes('not-ready'), tolerationSeconds: 5 };
    expect(tolerations('short', [own])).toEqual([own, forFiveMinutes('unreachable')]);
  });

  it('adds nothing to a pod that tolerates all', () => {
    expect(tolerations('agent', [{ operator: 'Exists' }])).toEqual([{ operator: 'Exists' }]);
  });

  it('does not take a toleration of NoSchedule for one of NoExecute', () => {
    const own = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoSchedule' };
    expect(tolerations('placed', [own])).toEqual([
      own,
      forFiveMinutes('not-ready'),
      forFiveMinutes('unreachable'),
    ]);
  });
});

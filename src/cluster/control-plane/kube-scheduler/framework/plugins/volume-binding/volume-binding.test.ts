import { describe, expect, it } from 'vitest';
import {
  boundClaim,
  claiming,
  nodeWith,
  placed,
  volumeOf,
} from '../../../testing/placement.fixture.ts';

const two = [nodeWith('node-1'), nodeWith('node-2')];
const onlyOn = (name: string) => {
  const expression = { key: 'kubernetes.io/hostname', operator: 'In', values: [name] };
  return {
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } },
  };
};
const bound = (...persistentvolumes: readonly ReturnType<typeof volumeOf>[]) => ({
  persistentvolumeclaims: [boundClaim('data', 'pv')],
  persistentvolumes,
});

describe('VolumeBinding', () => {
  it('puts a pod where its volume can be reached', () => {
    expect(placed(two, claiming('data'), [], bound(volumeOf('pv', onlyOn('node-2'))))).toBe(
      'node-2',
    );
    expect(placed(two, claiming('data'), [], bound(volumeOf('pv', onlyOn('node-3'))))).toContain(
      "2 node(s) didn't match PersistentVolume's node affinity. ",
    );
  });

  it('finds no node for a claim whose volume is gone', () => {
    expect(placed(two, claiming('data'), [], bound())).toContain(
      '2 node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s). ',
    );
  });

  it('gives up before it looks at nodes where a claim is missing or waits for its volume', () => {
    expect(placed(two, claiming('data'))).toBe(
      '0/2 nodes are available: persistentvolumeclaim "data" not found. not found',
    );
    const claim = { ...boundClaim('data', ''), spec: {} };
    const others = { persistentvolumeclaims: [claim] };
    expect(placed(two, claiming('data'), [], others)).toBe(
      '0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { failureMessage } from '../../../testing/failure-message.fixture.ts';
import {
  boundClaim,
  claiming,
  nodeWith,
  placed,
  volumeOf,
} from '../../../testing/placement.fixture.ts';
import { recordedNode, recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';
import {
  bound as boundTo,
  claim,
  onlyOn as onlyOnNode,
  storageClass,
  volume,
  waiting,
} from '../../../testing/volumes.fixture.ts';

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

const messageFor = (prepare: (bed: SchedulerBed) => void) =>
  failureMessage(claiming('data'), { prepare });

describe('a pod with a claim is told', () => {
  it('that the claim is not there, or not boundTo, or lost', () => {
    const start = '0/1 nodes are available: ';
    expect(messageFor(() => undefined)).toBe(
      `${start}persistentvolumeclaim "data" not found. not found`,
    );
    expect(messageFor((bed) => claim(bed, {}))).toBe(
      `${start}pod has unbound immediate PersistentVolumeClaims. not found`,
    );
    expect(
      messageFor((bed) => claim(bed, { volumeName: 'pv-1' }, boundTo, { phase: 'Lost' })),
    ).toBe(
      `${start}persistentvolumeclaim "data" bound to non-existent persistentvolume "pv-1". not found`,
    );
  });

  it('that its volume is gone, or elsewhere', () => {
    const ask = (bed: SchedulerBed) => claim(bed, { volumeName: 'pv-1' }, boundTo);
    expect(messageFor(ask)).toContain(
      '1 node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s). ',
    );
    const elsewhere = (bed: SchedulerBed): void => {
      volume(bed, onlyOnNode('node-2'));
      ask(bed);
    };
    expect(messageFor(elsewhere)).toContain(
      "1 node(s) didn't match PersistentVolume's node affinity. ",
    );
  });

  it('that no volume is free for a claim that waits for it', () => {
    const prepare = (bed: SchedulerBed): void => {
      storageClass(bed, 'kubernetes.io/no-provisioner');
      volume(bed, { storageClassName: 'local', ...onlyOnNode('node-2') });
      claim(bed, waiting);
    };
    expect(messageFor(prepare)).toContain(
      "1 node(s) didn't find available persistent volumes to bind. ",
    );
  });

  it('nothing, when a volume of its node is reserved for it before it is bound', () => {
    const bed = new SchedulerBed([recordedNode('node-1'), recordedNode('node-2')]);
    bed.act(() => {
      storageClass(bed, 'kubernetes.io/no-provisioner');
      volume(bed, { storageClassName: 'local', ...onlyOnNode('node-2') });
      claim(bed, waiting);
    });
    bed.create(recordedPod('new', { spec: claiming('data') }), 0.5);
    const reserved = bed.api.writes.find(({ url }) => url.endsWith('/persistentvolumes/pv-1'));
    expect(reserved?.body).toMatchObject({ spec: { claimRef: { name: 'data' } } });
    const nominated = bed.api.writes.find(({ url }) => url.endsWith('/pods/new/status'));
    expect(nominated?.body).toEqual({ status: { nominatedNodeName: 'node-2' } });
    expect(bed.nodeOf('new')).toBe('');
    bed.act(() => claim(bed, { ...waiting, volumeName: 'pv-1' }, boundTo));
    bed.run(2);
    expect(bed.nodeOf('new')).toBe('node-2');
  });
});

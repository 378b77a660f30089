import { describe, expect, it } from 'vitest';
import { recordedNode, recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';
import { told } from '../../../testing/told.fixture.ts';
import {
  bound,
  claim,
  claiming,
  onlyOn,
  storageClass,
  volume,
  waiting,
} from '../../../testing/volumes.fixture.ts';

const say = (prepare: (bed: SchedulerBed) => void) => told(claiming('data'), { prepare });

describe('a pod with a claim is told', () => {
  it('that the claim is not there, or not bound, or lost', () => {
    const start = '0/1 nodes are available: ';
    expect(say(() => undefined)).toBe(`${start}persistentvolumeclaim "data" not found. not found`);
    expect(say((bed) => claim(bed, {}))).toBe(
      `${start}pod has unbound immediate PersistentVolumeClaims. not found`,
    );
    expect(say((bed) => claim(bed, { volumeName: 'pv-1' }, bound, { phase: 'Lost' }))).toBe(
      `${start}persistentvolumeclaim "data" bound to non-existent persistentvolume "pv-1". not found`,
    );
  });

  it('that its volume is gone, or elsewhere', () => {
    const ask = (bed: SchedulerBed) => claim(bed, { volumeName: 'pv-1' }, bound);
    expect(say(ask)).toContain(
      '1 node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s). ',
    );
    const elsewhere = (bed: SchedulerBed): void => {
      volume(bed, onlyOn('node-2'));
      ask(bed);
    };
    expect(say(elsewhere)).toContain("1 node(s) didn't match PersistentVolume's node affinity. ");
  });

  it('that no volume is free for a claim that waits for it', () => {
    const prepare = (bed: SchedulerBed): void => {
      storageClass(bed, 'kubernetes.io/no-provisioner');
      volume(bed, { storageClassName: 'local', ...onlyOn('node-2') });
      claim(bed, waiting);
    };
    expect(say(prepare)).toContain("1 node(s) didn't find available persistent volumes to bind. ");
  });

  it('nothing, when a volume of its node is reserved for it before it is bound', () => {
    const bed = new SchedulerBed([recordedNode('node-1'), recordedNode('node-2')]);
    bed.act(() => {
      storageClass(bed, 'kubernetes.io/no-provisioner');
      volume(bed, { storageClassName: 'local', ...onlyOn('node-2') });
      claim(bed, waiting);
    });
    bed.create(recordedPod('new', { spec: claiming('data') }), 0.5);
    const reserved = bed.api.writes.find(({ url }) => url.endsWith('/persistentvolumes/pv-1'));
    expect(reserved?.body).toMatchObject({ spec: { claimRef: { name: 'data' } } });
    const nominated = bed.api.writes.find(({ url }) => url.endsWith('/pods/new/status'));
    expect(nominated?.body).toEqual({ status: { nominatedNodeName: 'node-2' } });
    expect(bed.nodeOf('new')).toBe('');
    bed.act(() => claim(bed, { ...waiting, volumeName: 'pv-1' }, bound));
    bed.run(2);
    expect(bed.nodeOf('new')).toBe('node-2');
  });
});

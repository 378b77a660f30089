/** Which events cause another attempt for an unschedulable pod, and which do not. */
import { describe, expect, it } from 'vitest';
import type { Pod, PodSpec } from '#k8s.io/api/core/v1';
import { recordedNode, recordedPod, SchedulerBed } from './testing/scheduler-bed.ts';

const tries = (bed: SchedulerBed, name: string): number =>
  bed.facts('PodPopped').filter(({ pod }) => pod === `default/${name}`).length;

const object = (kind: string, name: string, spec: object) => ({
  apiVersion: 'v1',
  kind,
  metadata: {
    name,
    ...(kind === 'PersistentVolume' ? {} : { namespace: 'default' }),
    uid: `uid-${name}`,
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
  },
  spec,
});

const mounts = (claimName: string): Partial<PodSpec> => ({
  volumes: [{ name: 'd', persistentVolumeClaim: { claimName } }],
});

const put = (bed: SchedulerBed, resource: string, made: object): void => {
  bed.act(() => bed.api.put(resource, made as Pod));
  bed.run(0.1);
};

describe('a pod that misses a claim', () => {
  const bed = new SchedulerBed([recordedNode('node-1')]);
  bed.create(recordedPod('new', { spec: mounts('data') }), 4);

  it('is told its name, before any node is looked at', () => {
    expect(bed.failure('new')).toBe(
      '0/1 nodes are available: persistentvolumeclaim "data" not found. not found',
    );
  });

  it('is tried again when that claim comes, not when another one does', () => {
    put(bed, 'persistentvolumeclaims', object('PersistentVolumeClaim', 'other', {}));
    expect(tries(bed, 'new')).toBe(1);
    put(bed, 'persistentvolumeclaims', object('PersistentVolumeClaim', 'data', {}));
    expect(tries(bed, 'new')).toBe(2);
  });
});

describe('a claim that one pod may use', () => {
  const bed = new SchedulerBed([recordedNode('node-1'), recordedNode('node-2')]);
  const spec = { accessModes: ['ReadWriteOncePod'], volumeName: 'v' };
  put(bed, 'persistentvolumes', object('PersistentVolume', 'v', {}));
  put(bed, 'persistentvolumeclaims', object('PersistentVolumeClaim', 'data', spec));
  bed.create(recordedPod('first', { spec: mounts('data') }));
  bed.create(recordedPod('second', { spec: mounts('data') }), 4);
  const inUse =
    'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already ' +
    'in-use by another pod';

  it('rejects every node for a second pod', () => {
    expect(bed.failure('second')).toBe(
      `0/2 nodes are available: 2 ${inUse}. no new claims to deallocate, preemption: ` +
        '0/2 nodes are available: 2 No preemption victims found for incoming pod.',
    );
  });

  it('is taken from its pod by a more important one', () => {
    bed.create(recordedPod('urgent', { spec: { ...mounts('data'), priority: 10 } }));
    expect(bed.facts('PostFiltered').at(-1)?.nominatedNode).toMatch(/^node-/);
    expect(bed.api.writes.some(({ method, url }) => method === 'DELETE' && /first/.test(url))).toBe(
      true,
    );
  });
});

describe('a node that was promised to a pod', () => {
  it('is free for less important ones when that pod is deleted', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const old = recordedPod('old', { requests: { cpu: '2' }, spec: { nodeName: 'node-1' } });
    const deletionTimestamp = '2026-01-01T00:01:00Z';
    const reason = 'PreemptionByScheduler';
    const conditions = [{ type: 'DisruptionTarget', status: 'True', reason }];
    put(bed, 'pods', {
      ...old,
      metadata: { ...old.metadata, deletionTimestamp },
      status: { phase: 'Running', conditions },
    });
    const urgent = recordedPod('urgent', { spec: { priority: 10 }, requests: { cpu: '2' } });
    const promised = { ...urgent, status: { phase: 'Pending', nominatedNodeName: 'node-1' } };
    bed.create(promised as Pod);
    bed.create(recordedPod('low', { requests: { cpu: '1' } }), 4);
    const before = tries(bed, 'low');
    bed.act(() => bed.api.delete('pods', 'default/urgent'));
    bed.run(0.1);
    expect(tries(bed, 'low')).toBe(before + 1);
  });
});

describe('a pod on a cordoned cluster', () => {
  it('is not tried again for a toleration of something else', () => {
    const bed = new SchedulerBed([recordedNode('node-1', { unschedulable: true })]);
    const pod = recordedPod('new');
    bed.create(pod, 4);
    const tolerating = (key: string): Pod => ({
      ...pod,
      spec: { ...pod.spec, tolerations: [{ key, operator: 'Exists' }] },
    });
    put(bed, 'pods', tolerating('other'));
    expect(tries(bed, 'new')).toBe(1);
  });
});

describe('a pod that cannot be resized', () => {
  const running = (cpu: string): Partial<Pod> => ({
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          name: 'app',
          image: 'nginx',
          imageID: '',
          ready: true,
          restartCount: 0,
          allocatedResources: { cpu },
          resources: { requests: { cpu } },
        },
      ],
    },
  });

  it('counts with what it has, and one that shrinks until it has less', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const big = recordedPod('big', { requests: { cpu: '2' }, spec: { nodeName: 'node-1' } });
    put(bed, 'pods', { ...big, ...running('2') });
    bed.create(recordedPod('new', { requests: { cpu: '1' } }), 4);
    const small = recordedPod('big', { requests: { cpu: '500m' }, spec: { nodeName: 'node-1' } });
    const resized = { ...small, metadata: { ...small.metadata, generation: 2 } };
    put(bed, 'pods', { ...resized, ...running('2') });
    expect(bed.nodeOf('new')).toBe('');
    put(bed, 'pods', { ...resized, ...running('500m') });
    expect(bed.nodeOf('new')).toBe('node-1');
    const huge = recordedPod('big', { requests: { cpu: '64' }, spec: { nodeName: 'node-1' } });
    const { status } = running('500m');
    const conditions = [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }];
    const stuck = { ...huge, metadata: { ...huge.metadata, generation: 3 } };
    put(bed, 'pods', { ...stuck, status: { ...status, conditions } });
    bed.create(recordedPod('more', { requests: { cpu: '500m' } }));
    expect(bed.nodeOf('more')).toBe('node-1');
  });
});

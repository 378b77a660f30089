import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const grows = { command: ['sh', '-c', 'sleep 1; tail /dev/zero; sleep 1000'] };
const small = { resources: { limits: { memory: '20Mi' } } };

describe('a container that is out of memory', () => {
  it('loses all its processes on a machine with cgroup v2', () => {
    const bed = new NodeBed();
    bed.pod('oom', { ...grows, ...small });
    bed.wait(6);
    expect(bed.status('oom').containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 137,
      reason: 'OOMKilled',
    });
  });

  it('loses one of its processes on a machine with cgroup v1', () => {
    const bed = new NodeBed({ cgroupVersion: 1, kubelet: { failCgroupV1: false } });
    bed.pod('oom', { ...grows, ...small });
    bed.wait(6);
    expect(bed.status('oom').containerStatuses?.[0]).toMatchObject({ restartCount: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import { CgroupTree } from '#cluster/node/kernel/cgroup-tree';
import { cgroupFiles, runcWeight } from './cgroup-files.ts';
import type { Cgroup } from './cgroups.ts';

const look = (group: Cgroup | undefined) => ({
  group: group as Cgroup,
  processes: [1, 7],
  allCpus: '0-3',
  allMems: '0',
});

describe('a control group as files', () => {
  it('has one folder on cgroup v2, with a weight that the kubelet counts linearly', () => {
    const tree = new CgroupTree(2);
    tree.set('/kubepods/burstable', { cpuShares: 1024, memoryLimit: 1000 });
    const files = cgroupFiles(2, look(tree.get('/kubepods/burstable')), '/kubepods/burstable');
    expect(files['/sys/fs/cgroup/kubepods/burstable/cpu.weight']).toBe('39\n');
    expect(files['/sys/fs/cgroup/kubepods/burstable/cpu.max']).toBe('max 100000\n');
    expect(files['/sys/fs/cgroup/kubepods/burstable/memory.max']).toBe('1000\n');
  });

  it('is the root of what a container sees', () => {
    const tree = new CgroupTree(2);
    tree.set('/a', { cpuShares: 1024, cpuQuota: 50_000, cpus: '2-3', ofContainer: true });
    const files = cgroupFiles(2, look(tree.get('/a')), '');
    expect(files['/sys/fs/cgroup/cpu.weight']).toBe('100\n');
    expect(files['/sys/fs/cgroup/cpu.max']).toBe('50000 100000\n');
    expect(files['/sys/fs/cgroup/cpuset.cpus.effective']).toBe('2-3\n');
    expect(files['/sys/fs/cgroup/memory.max']).toBe('max\n');
    expect(files['/sys/fs/cgroup/memory.oom.group']).toBe('1\n');
    expect(files['/sys/fs/cgroup/cgroup.procs']).toBe('1\n7\n');
  });

  it('has a tree for each controller on cgroup v1', () => {
    const tree = new CgroupTree(1);
    tree.set('/a', { cpuShares: 102 });
    const files = cgroupFiles(1, look(tree.get('/a')), '/a');
    expect(files['/sys/fs/cgroup/cpu/a/cpu.shares']).toBe('102\n');
    expect(files['/sys/fs/cgroup/memory/a/memory.limit_in_bytes']).toBe('9223372036854771712\n');
    expect(files['/sys/fs/cgroup/a/cpu.weight']).toBeUndefined();
  });

  it('has the weights that runc writes for shares', () => {
    const weights = [2, 102, 256, 512, 1024, 2048].map(runcWeight);
    expect(weights).toEqual([1, 17, 35, 59, 100, 174]);
  });
});

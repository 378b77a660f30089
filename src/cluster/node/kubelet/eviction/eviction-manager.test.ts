/** A node that runs short of a resource: thresholds, the evicted pods, and the recovery. */
import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const requests = (memory: string) => ({ resources: { requests: { memory } } });

describe('a soft eviction threshold', () => {
  const bed = new NodeBed({
    kubelet: {
      evictionHard: { 'memory.available': '100Mi' },
      evictionSoft: { 'memory.available': '2Gi' },
      evictionSoftGracePeriod: { 'memory.available': 30 },
      evictionMaxPodGracePeriod: 20,
      evictionMinimumReclaim: { 'memory.available': '1Gi' },
      evictionPressureTransitionPeriod: 20,
    },
  });
  const slow = { command: ['sh', '-c', 'trap "" TERM; while true; do sleep 1; done'] };
  bed.pod('asks', requests('64Mi'));
  bed.pod('asks-nothing', slow, { terminationGracePeriodSeconds: 10 });
  bed.pod('important', {}, { priorityClassName: 'system-cluster-critical', priority: 2e9 });
  bed.wait(3);
  bed.host('use_memory 1 22Gi');
  bed.wait(15);

  it('is a condition of the node at once, and costs no pod before its grace period is over', () => {
    expect(bed.condition('MemoryPressure')).toBe('True');
    expect(bed.events('Evicted')).toEqual([]);
    const [first] = bed.facts('EvictionSynchronized');
    expect(first).toMatchObject({ conditions: ['MemoryPressure'], victim: '' });
    expect(first?.thresholds).toMatchObject([
      { signal: 'memory.available', soft: true, threshold: '2Gi', counts: false },
    ]);
  });

  it('then costs the pod that exceeds its request, with the grace that is allowed', () => {
    bed.wait(25);
    expect(bed.events('Evicted')).toHaveLength(1);
    const evicting = bed.facts('EvictionSynchronized').find(({ victim }) => victim !== '');
    expect(evicting?.ranked.map(({ pod, exceeds }) => [pod, exceeds])).toEqual([
      ['default/asks-nothing', true],
      ['default/asks', false],
    ]);
    expect(evicting?.thresholds[0]?.counts).toBe(true);
    // The pod's own ten seconds are less than the allowed twenty.
    const killed = bed.facts('CriCalled').find(({ method }) => method === 'StopContainer');
    expect(killed?.request).toMatchObject({ timeout: 10 });
  });

  it('holds until the minimum reclaim is free as well', () => {
    bed.host('use_memory 1 20.9Gi');
    bed.wait(30);
    expect(bed.condition('MemoryPressure')).toBe('True');
    bed.host('use_memory 1 10Gi');
    bed.wait(45);
    expect(bed.condition('MemoryPressure')).toBe('False');
  });
});

describe('memory that runs short', () => {
  it('evicts no pod that was refused or has ended', () => {
    const bed = new NodeBed({});
    bed.pod('done', { command: ['true'] }, { restartPolicy: 'Never' });
    bed.wait(3);
    bed.host('use_memory 1 24060Mi');
    bed.wait(12);
    bed.pod('late', {});
    bed.wait(40);
    expect(bed.events('Evicted')).toEqual(['The node had condition: [MemoryPressure]. ']);
  });
});

describe('a disk without inodes', () => {
  const bed = new NodeBed({ inodes: 200_000 });
  const many = 'i=0; while [ $i -lt 50 ]; do echo x > /tmp/$i; i=$((i+1)); done; sleep 1000';
  bed.pod('few');
  bed.pod('many', { command: ['sh', '-c', many] });
  bed.wait(5);
  bed.host('use_inodes 1 105000');
  bed.wait(12);

  it('is disk pressure, and costs the pod with the most files', () => {
    expect(bed.events('EvictionThresholdMet')).toContain('Attempting to reclaim inodes');
    expect(bed.events('Evicted')[0]).toMatch(
      /^The node was low on resource: inodes\. Threshold quantity: 10000, available: \d+\. $/,
    );
    expect(bed.status('many')).toMatchObject({ phase: 'Failed', reason: 'Evicted' });
    bed.wait(10);
    expect(bed.condition('DiskPressure')).toBe('True');
    expect(bed.run('describe node node-1')).toContain(
      'node.kubernetes.io/disk-pressure:NoSchedule',
    );
  });

  it('has no room for another file', () => {
    const fresh = new NodeBed({ inodes: 200_000 });
    fresh.pod('a');
    fresh.wait(4);
    fresh.host('use_inodes 1 110000');
    expect(fresh.run('exec a -- sh -c "echo 1 > /tmp/file"')).toContain('No space left on device');
  });
});

describe('a machine without process numbers', () => {
  const bed = new NodeBed({
    maxPids: 4000,
    kubelet: { evictionHard: { 'pid.available': '1000' }, podPidsLimit: 4 },
  });
  const loop = 'sleep 1000 & sleep 1000 & sleep 1000 & sleep 1000 & sleep 1000';
  bed.pod('small');
  bed.pod('bomb', { command: ['sh', '-c', loop] });
  bed.wait(4);

  it('lets no pod have more of them than its limit', () => {
    expect(bed.run('logs bomb')).toContain("sh: can't fork: Resource temporarily unavailable");
    expect(bed.run('exec small -- cat /sys/fs/cgroup/pids.max')).toBe('max\n');
  });

  it('is PID pressure, and costs pods by priority and number of processes', () => {
    bed.host('use_pids 1 3500');
    bed.wait(12);
    expect(bed.events('EvictionThresholdMet')).toContain('Attempting to reclaim pids');
    expect(bed.events('Evicted')[0]).toMatch(
      /^The node was low on resource: pids\. Threshold quantity: 1k, available: \d+\. $/,
    );
    expect(bed.condition('PIDPressure')).toBe('True');
    expect(bed.events('NodeHasInsufficientPID')).toHaveLength(1);
    expect(bed.run('describe node node-1')).toContain('kubelet has insufficient PID available');
  });
});

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

describe('a node on which something runs short', () => {
  const bed = new NodeBed();
  const dd = (path: string, size: number) => ({
    command: ['sh', '-c', `sleep 3; dd if=/dev/zero of=${path} bs=1M count=${size}; sleep 1000`],
  });
  const volume = (sizeLimit: string) => ({ volumes: [{ name: 'd', emptyDir: { sizeLimit } }] });
  bed.pod('shm', dd('/dev/shm/x', 40));
  bed.pod(
    'empty',
    { ...dd('/d/x', 40), volumeMounts: [{ name: 'd', mountPath: '/d' }] },
    volume('10Mi'),
  );
  const limits = (size: string) => ({ resources: { limits: { 'ephemeral-storage': size } } });
  const both = { volumeMounts: [{ name: 'd', mountPath: '/d' }], ...limits('30Mi') };
  bed.pod('total', { ...dd('/d/x', 40), ...both }, { volumes: [{ name: 'd', emptyDir: {} }] });
  bed.pod('layer', { ...dd('/x', 40), ...limits('10Mi') });
  bed.wait(20);
  bed.host('use_memory 1 24050Mi');
  bed.wait(25);
  bed.pod('late', {});
  bed.wait(3);
  bed.host('use_memory 1 0');
  bed.host('use_disk 1 96Gi');
  bed.wait(330);
  bed.host('use_disk 1 0');
  bed.wait(330);

  it('evicts the pod that takes most, and tells the node so', () => {
    bed.expectTold([
      'EvictionThresholdMet: Attempting to reclaim memory',
      'EvictionThresholdMet: Attempting to reclaim ephemeral-storage',
      /The node was low on resource: memory. Threshold quantity: 100Mi, available: \S+\. /,
      /Container app was using \S+, request is 0, has larger consumption of memory\. /,
      'Usage of EmptyDir volume "d" exceeds the limit "10Mi". ',
      'Pod ephemeral local storage usage exceeds the total limit of containers 30Mi. ',
      'Container app exceeded its local ephemeral storage limit "10Mi". ',
      '"reason":"Evicted"',
      '"reason":"TerminationByKubelet"',
      'The node had condition: [MemoryPressure]. ',
      'Node node-1 status is now: NodeHasInsufficientMemory',
      'Node node-1 status is now: NodeHasSufficientMemory',
      'Node node-1 status is now: NodeHasDiskPressure',
      'Node node-1 status is now: NodeHasNoDiskPressure',
      'kubelet has insufficient memory available',
      'kubelet has sufficient memory available',
      'kubelet has disk pressure',
      'kubelet has no disk pressure',
      'kubelet has sufficient PID available',
      'node.kubernetes.io/memory-pressure',
      'node.kubernetes.io/disk-pressure',
    ]);
  });
});

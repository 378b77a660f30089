import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a runtime that is away when a pod must go', () => {
  const bed = new NodeBed();
  bed.pod('big', { resources: { requests: { cpu: '1500m' } } });
  bed.wait(5);
  bed.host('stop_component node-1-containerd');
  const resources = { requests: { cpu: '1' } };
  bed.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'critical', namespace: 'kube-system' },
    spec: {
      nodeName: 'node-1',
      priorityClassName: 'system-node-critical',
      containers: [{ name: 'app', image: 'busybox:1.36', command: ['sleep', '1000'], resources }],
    },
  });
  bed.wait(9);
  const before = bed.events('ExceededGracePeriod').length;
  bed.wait(3);

  it('is complained about after ten seconds', () => {
    expect(bed.events('Preempting')).toEqual(['Preempted in order to admit critical pod']);
    expect(before).toBe(0);
    expect(bed.events('ExceededGracePeriod')).toEqual([
      'Container runtime did not kill the pod within specified grace period.',
    ]);
  });
});

describe('a node with a critical pod', () => {
  const bed = new NodeBed();
  bed.pod('big', { resources: { requests: { cpu: '1500m' } } });
  bed.wait(5);
  const critical = { priorityClassName: 'system-node-critical' };
  const request = JSON.stringify({ resources: { requests: { cpu: '1' } } });
  bed.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'critical', namespace: 'kube-system' },
    spec: {
      nodeName: 'node-1',
      containers: [
        { name: 'app', image: 'busybox:1.36', command: ['sleep', '9'], ...JSON.parse(request) },
      ],
      ...critical,
    },
  });
  bed.wait(5);
  bed.host('use_memory 1 24000Mi');
  bed.pod('eater', { command: ['tail', '/dev/zero'] });
  bed.wait(8);

  it('makes room for it, and tells of memory that is used up', () => {
    bed.expectTold([
      'Preempting: Preempted in order to admit critical pod',
      'Pod was preempted by Kubelet to accommodate a critical pod.',
      /SystemOOM: System OOM encountered, victim process: tail, pid: \d+/,
    ]);
  });
});

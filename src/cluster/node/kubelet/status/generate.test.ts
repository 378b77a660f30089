import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import type { Pod } from '#k8s.io/api/core/v1';
import { containersReady, podInitialized } from './generate.ts';

const creationTimestamp = '2026-01-01T00:00:00Z';

const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp,
  },
  spec: {
    initContainers: [{ name: 'init', image: 'busybox' }],
    containers: [
      { name: 'app', image: 'nginx', resources: { requests: { 'ephemeral-storage': '20Gi' } } },
    ],
  },
};

describe('the conditions of a pod', () => {
  it('name the containers of which nothing is known', () => {
    expect(containersReady(pod, new Map(), 'Pending')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unknown status: [app]',
    });
    expect(podInitialized(pod, new Map(), 'Pending')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotInitialized',
      message: 'containers with unknown status: [init]',
    });
  });
});

describe('a kubelet that starts pods', () => {
  const bed = new NodeBed();
  bed.pod('done', { command: ['true'] }, { restartPolicy: 'Never' });
  bed.pod('failed', { command: ['false'] }, { restartPolicy: 'Never' });
  const metadata = { name: 'gvisor' };
  bed.apply({ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata, handler: 'runsc' });
  bed.pod('class', {}, { runtimeClassName: 'gvisor' });
  const hold = [{ name: 'v', secret: { secretName: 'missing' } }];
  bed.pod('mount', { volumeMounts: [{ name: 'v', mountPath: '/v' }] }, { volumes: hold });
  bed.pod('gates', {}, { readinessGates: [{ conditionType: 'example.com/ok' }] });
  const init = { name: 'init', image: 'busybox:1.36', command: ['sh', '-c', 'sleep 2; exit 1'] };
  bed.pod('init', {}, { initContainers: [init] });
  const nameservers = ['1.1.1.1', '1.1.1.2', '1.1.1.3'];
  const searches = Array.from({ length: 31 }, (_, index) => `zone-${index}.example.com`);
  bed.pod('dns', {}, { dnsConfig: { nameservers, searches } });
  bed.wait(30);
  const refused = { status: { conditions: [{ type: 'example.com/ok', status: 'False' }] } };
  bed.run(`patch pod gates --subresource=status -p '${JSON.stringify(refused)}'`);
  bed.wait(40);

  it('tells of what a pod waits for, in its conditions', () => {
    bed.expectTold([
      '"reason":"ContainerCreating"',
      '"reason":"PodInitializing"',
      '"reason":"ContainersNotInitialized"',
      'containers with incomplete status: [init]',
      'containers with unready status: [app]',
      'corresponding condition of pod readiness gate "example.com/ok" does not exist.',
      'the status of pod readiness gate "example.com/ok" is not "True", but False',
      '"reason":"PodCompleted"',
      '"reason":"PodFailed"',
      'MountVolume.SetUp failed for volume "v" : secret "missing" not found',
      'failed to get sandbox runtime: no runtime for "runsc" is configured',
      /Nameserver limits were exceeded, some .+, the applied nameserver line is: /,
      /Search Line limits were exceeded, some .+, the applied search line is: /,
    ]);
  });
});

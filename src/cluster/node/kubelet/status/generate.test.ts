import { describe, expect, it } from 'vitest';
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

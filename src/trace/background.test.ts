import { describe, expect, it } from 'vitest';
import {
  isBackgroundKey,
  isBackgroundOrNodeKey,
  isBackgroundRequest,
  isBesideStoryKey,
  isBesideStoryRequest,
  isHeartbeatKey,
  isHeartbeatRequest,
} from './background.ts';

const keys = {
  lease: '/registry/leases/kube-node-lease/node-1',
  address: '/registry/masterleases/10.0.0.1',
  event: '/registry/events/default/web.1',
  ports: '/registry/ranges/servicenodeports',
  node: '/registry/minions/node-1',
  slice: '/registry/endpointslices/default/web-1',
  revision: 'compact_rev_key',
  pod: '/registry/pods/leases/events',
};
type Name = keyof typeof keys;
const those = (predicate: (key: string) => boolean): readonly string[] =>
  (Object.keys(keys) as Name[]).filter((name) => predicate(keys[name]));

describe('the background of a cluster in etcd', () => {
  it('is heartbeats, Events, and the numbers that are taken', () => {
    expect(those(isHeartbeatKey)).toEqual(['lease', 'address']);
    expect(those(isBackgroundKey)).toEqual(['lease', 'address', 'event', 'ports']);
  });

  it('has the Nodes with it for those who ask if a cluster has settled', () => {
    expect(those(isBackgroundOrNodeKey)).toEqual(['lease', 'address', 'event', 'ports', 'node']);
  });

  it('has what is drawn elsewhere or is no object with it in a picture with few rows', () => {
    expect(those((key) => !isBesideStoryKey(key))).toEqual(['pod']);
  });
});

describe('the background of a cluster at the API server', () => {
  const status = { resource: 'nodes', subresource: 'status' };
  const lease = { resource: 'leases.coordination.k8s.io', subresource: '' };
  const event = { resource: 'events.events.k8s.io', subresource: '' };

  it('is Leases, the status of nodes, and Events, which are no heartbeats', () => {
    expect([lease, status, event].map(isHeartbeatRequest)).toEqual([true, true, false]);
    expect([lease, status, event].map(isBackgroundRequest)).toEqual([true, true, true]);
    expect(isBackgroundRequest({ resource: 'nodes', subresource: '' })).toBe(false);
    expect(isBackgroundRequest({ resource: 'pods', subresource: 'status' })).toBe(false);
  });

  it('has questions with it in a picture, and not what is concluded of a lost node', () => {
    const beside = (request: typeof status, verb: string) =>
      isBesideStoryRequest({ ...request, verb });
    expect(beside(status, 'patch')).toBe(true);
    expect(beside(status, 'update')).toBe(false);
    expect(beside(lease, 'update')).toBe(true);
    const review = { resource: 'subjectaccessreviews.authorization.k8s.io', subresource: '' };
    expect(beside(review, 'create')).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { clusterOf } from '#scenarios/clusters';

describe('the node authorizer', () => {
  const base = clusterOf(1);
  const certificate = { commonName: 'system:node:node-9', organizations: ['system:nodes'] };
  const bed = new ClusterBed({ ...base, users: [...base.users, { name: 'node-9', certificate }] });

  it('lets a node only read configuration, and only have its own lease', () => {
    expect(bed.run('delete configmap kube-root-ca.crt', undefined, 'node-9')).toContain(
      'User "system:node:node-9" cannot delete resource "configmaps" in API group "" in the ' +
        'namespace "default": can only read resources of this type',
    );
    expect(bed.run('get lease node-1 -n kube-node-lease', undefined, 'node-9')).toContain(
      'can only access node lease with the same name as the requesting node',
    );
  });
});

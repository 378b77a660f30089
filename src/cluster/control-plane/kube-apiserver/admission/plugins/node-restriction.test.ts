import { beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { admin, RegistryFixture } from '../../registry/registry.test.fixture.ts';
import { podOf } from '../admission-bed.fixture.ts';

/** The kubelet of node-1; the authorizer of this fixture allows every request. */
const user = { ...admin, name: 'system:node:node-1', groups: ['system:nodes'] };
const mirror = { annotations: { 'kubernetes.io/config.mirror': 'a' } };

type Result = ReturnType<RegistryFixture['create']>;
const messageOf = (result: Result): string => (result.ok ? '' : (result.error.message ?? ''));

const node = (name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, ...metadata },
});
const lease = (name: string) => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name },
  spec: {},
});

describe('NodeRestriction', () => {
  let fixture: RegistryFixture;
  const asNode = (object: object, namespace?: string) =>
    fixture.create(object, namespace, { user });
  const change = (plural: string, name: string, to: (now: KubeObject) => object, sub = '') =>
    fixture.update(plural, name, (now) => to(now) as KubeObject, sub, {
      user,
      ...(plural === 'nodes' && { namespace: '' }),
    });

  beforeEach(() => {
    fixture = new RegistryFixture();
  });

  it('keeps a kubelet to its own node', () => {
    expect(asNode(node('node-1'), '')).toMatchObject({
      value: { spec: { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] } },
    });
    expect(messageOf(asNode(node('node-2'), ''))).toBe(
      'nodes "node-2" is forbidden: node "node-1" is not allowed to modify node "node-2"',
    );
  });

  it('lets it neither label itself as it likes nor take away its taints', () => {
    const labels = { 'zone.node-restriction.kubernetes.io/secure': 'yes' };
    expect(messageOf(asNode(node('node-1', { labels }), ''))).toBe(
      'nodes "node-1" is forbidden: is not allowed to set labels: ' +
        'zone.node-restriction.kubernetes.io/secure',
    );
    asNode(node('node-1'), '');
    const labelled = change('nodes', 'node-1', (now) => ({
      ...now,
      metadata: { ...now.metadata, labels },
    }));
    expect(messageOf(labelled)).toBe(
      'nodes "node-1" is forbidden: is not allowed to modify labels: ' +
        'zone.node-restriction.kubernetes.io/secure',
    );
    const untainted = change('nodes', 'node-1', (now) => ({ ...now, spec: {} }));
    expect(messageOf(untainted)).toBe(
      'nodes "node-1" is forbidden: node "node-1" is not allowed to modify taints',
    );
  });

  it('lets it create mirror pods of its own node, and no other pods', () => {
    expect(messageOf(asNode(podOf('free')))).toBe(
      'pods "free" is forbidden: pod does not have "kubernetes.io/config.mirror" annotation, ' +
        'node "node-1" can only create mirror pods',
    );
    expect(messageOf(asNode(podOf('far', { nodeName: 'node-2' }, mirror)))).toBe(
      'pods "far" is forbidden: node "node-1" can only create pods with spec.nodeName set to itself',
    );
    expect(messageOf(asNode(podOf('own', { nodeName: 'node-1' }, mirror)))).toBe('');
  });

  it('lets it write the status of pods that are on it, but not their labels', () => {
    for (const [name, nodeName] of [
      ['here', 'node-1'],
      ['there', 'node-2'],
    ] as const) {
      fixture.create(podOf(name, { nodeName }));
    }
    const running = (now: KubeObject) => ({ ...now, status: { phase: 'Running' } });
    expect(messageOf(change('pods', 'here', running, 'status'))).toBe('');
    expect(messageOf(change('pods', 'there', running, 'status'))).toBe(
      'pods "there" is forbidden: node "node-1" can only update pod status for pods with ' +
        'spec.nodeName set to itself',
    );
  });

  it('lets it renew the lease of its own name in kube-node-lease', () => {
    expect(messageOf(asNode(lease('node-1'), 'kube-node-lease'))).toBe('');
    expect(messageOf(asNode(lease('node-2'), 'kube-node-lease'))).toBe(
      'leases.coordination.k8s.io "node-2" is forbidden: can only access node lease with the same ' +
        'name as the requesting node',
    );
    expect(messageOf(asNode(lease('node-1'), 'default'))).toBe(
      'leases.coordination.k8s.io "node-1" is forbidden: can only access leases in the ' +
        '"kube-node-lease" system namespace',
    );
  });

  it('restricts nobody else, also not who bears such a name outside the group of nodes', () => {
    const stranger = { ...user, groups: ['system:authenticated'] };
    expect(fixture.create(node('node-2'), '', { user: stranger }).ok).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { admin, RegistryFixture } from '../registry/registry.test.fixture.ts';

const container = { name: 'nginx', image: 'nginx' };
const pod = (spec: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'nginx', ...metadata },
  spec: { containers: [container], ...spec },
});

type Result = ReturnType<RegistryFixture['create']>;
const messageOf = (result: Result): string => (result.ok ? '' : (result.error.message ?? ''));

describe('the admission chain', () => {
  it('names all 41 plugins in their order in each pass', () => {
    const fixture = new RegistryFixture();
    fixture.create(pod());
    const passes = fixture.tracer.facts.filter(
      (fact) => fact.type === 'Mutated' || fact.type === 'Admitted',
    );
    for (const { plugins } of passes.slice(-2)) {
      expect(plugins).toHaveLength(41);
      expect(plugins.slice(0, 3).map(({ plugin }) => plugin)).toEqual([
        'AlwaysAdmit',
        'NamespaceAutoProvision',
        'NamespaceLifecycle',
      ]);
      expect(plugins.at(-2)?.plugin).toBe('ResourceQuota');
    }
    const changed = passes.at(-2)?.plugins.filter(({ outcome }) => outcome === 'changed');
    expect(changed?.map(({ plugin }) => plugin)).toEqual([
      'ServiceAccount',
      'Priority',
      'DefaultTolerationSeconds',
    ]);
  });
});

describe('admission plugins', () => {
  it('fill and bound the resources of pods by a LimitRange', () => {
    const fixture = new RegistryFixture();
    fixture.create({
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'defaults' },
      spec: {
        limits: [
          {
            type: 'Container',
            max: { cpu: '1' },
            min: { cpu: '10m' },
            default: { cpu: '200m', memory: '128Mi' },
            defaultRequest: { cpu: '100m', memory: '64Mi' },
          },
        ],
      },
    });
    const text =
      'LimitRanger plugin set: cpu, memory request for container nginx; ' +
      'cpu, memory limit for container nginx';
    expect(fixture.create(pod())).toMatchObject({
      value: {
        metadata: { annotations: { 'kubernetes.io/limit-ranger': text } },
        status: { qosClass: 'Burstable' },
      },
    });
    const limits = { cpu: '2' };
    const big = { ...container, resources: { limits, requests: limits } };
    expect(messageOf(fixture.create(pod({ containers: [big] }, { name: 'toobig' })))).toBe(
      'pods "toobig" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    );
  });

  it('refuse pods beyond the quota of their namespace', () => {
    const fixture = new RegistryFixture();
    const hard = { pods: '1' };
    fixture.create({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'one-pod' },
      spec: { hard },
    });
    fixture.update(
      'resourcequotas',
      'one-pod',
      (quota) => ({ ...quota, status: { hard, used: { pods: '0' } } }),
      'status',
    );
    expect(fixture.create(pod()).ok).toBe(true);
    expect(messageOf(fixture.create(pod({}, { name: 'extra' })))).toBe(
      'pods "extra" is forbidden: exceeded quota: one-pod, requested: pods=1, used: pods=1, ' +
        'limited: pods=1',
    );
  });

  it('hold pods against the security level of their namespace', () => {
    const fixture = new RegistryFixture();
    fixture.create(pod({}, { name: 'free' }));
    expect(fixture.annotations).toEqual({
      'pod-security.kubernetes.io/enforce-policy': 'privileged:latest',
    });
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    fixture.update(
      'namespaces',
      'default',
      (namespace) => ({
        ...namespace,
        metadata: { ...namespace.metadata, labels },
      }),
      '',
      { namespace: '' },
    );
    expect(messageOf(fixture.create(pod()))).toBe(
      'pods "nginx" is forbidden: violates PodSecurity "restricted:latest": ' +
        'allowPrivilegeEscalation != false (container "nginx" must set ' +
        'securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container ' +
        '"nginx" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or ' +
        'container "nginx" must set securityContext.runAsNonRoot=true), seccompProfile (pod or ' +
        'container "nginx" must set securityContext.seccompProfile.type to "RuntimeDefault" or ' +
        '"Localhost")',
    );
  });

  it('keep a kubelet to its own node', () => {
    const fixture = new RegistryFixture();
    const user = { ...admin, name: 'system:node:node-1', groups: ['system:nodes'] };
    const node = (name: string) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } });
    expect(fixture.create(node('node-1'), '', { user })).toMatchObject({
      value: { spec: { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] } },
    });
    expect(messageOf(fixture.create(node('node-2'), '', { user }))).toBe(
      'nodes "node-2" is forbidden: node "node-1" is not allowed to modify node "node-2"',
    );
  });

  it('wait for the default service account and refuse one that is not there', () => {
    const fixture = new RegistryFixture();
    const refused = fixture.create(pod({ serviceAccountName: 'robot' }));
    expect(messageOf(refused)).toBe(
      'pods "nginx" is forbidden: error looking up service account default/robot: ' +
        'serviceaccount "robot" not found',
    );
  });
});

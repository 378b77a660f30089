import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { RegistryFixture } from './registry.test.fixture.ts';

const container = {
  name: 'nginx',
  image: 'nginx',
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'Always',
};

const podSpec = {
  containers: [container],
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};

const pod = (metadata: object, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  spec: { ...podSpec, ...spec },
});

const deployment = (spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: podSpec },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    ...spec,
  },
});

const binding = (name: string, node = 'node-1') => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name, namespace: 'default' },
  target: { kind: 'Node', name: node },
});

function bind(fixture: RegistryFixture, name: string, node?: string) {
  const resource = fixture.resource('pods');
  return fixture.create(binding(name, node), 'default', { resource, name, subresource: 'binding' });
}

const messageOf = (result: { ok: boolean; error?: { message?: string } }): string | undefined =>
  result.ok ? undefined : result.error?.message;

describe('creating objects', () => {
  it('names generated objects with five symbols of the safe alphabet', () => {
    const created = new RegistryFixture().create(pod({ generateName: 'web-' }));
    const name = created.ok ? created.value.metadata.name : '';
    expect(name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('refuses a name that is taken', () => {
    const fixture = new RegistryFixture();
    fixture.create(deployment());
    expect(messageOf(fixture.create(deployment()))).toBe('deployments.apps "web" already exists');
  });

  it('refuses objects in a namespace that does not exist', () => {
    const refused = new RegistryFixture().create(pod({ name: 'x' }), 'nowhere');
    expect(messageOf(refused)).toBe('namespaces "nowhere" not found');
  });

  it('reports every invalid field with its path', () => {
    const containers = [
      { ...container, name: 'a', ports: [{ containerPort: 99999, protocol: 'TCP' }] },
      { ...container, name: 'a', image: '' },
    ];
    const refused = new RegistryFixture().create(pod({ name: 'x' }, { containers }));
    expect(messageOf(refused)).toBe(
      'Pod "x" is invalid: [spec.containers[0].ports[0].containerPort: Invalid value: 99999: must ' +
        'be between 1 and 65535, inclusive, spec.containers[1].image: Required value, ' +
        'spec.containers[1].name: Duplicate value: "a"]',
    );
  });

  it('refuses a selector that does not match the template', () => {
    const selector = { matchLabels: { app: 'other' } };
    expect(messageOf(new RegistryFixture().create(deployment({ selector })))).toBe(
      'Deployment.apps "web" is invalid: spec.template.metadata.labels: Invalid value: ' +
        '{"app":"web"}: `selector` does not match template `labels`',
    );
  });

  it('writes nothing in a dry run', () => {
    const fixture = new RegistryFixture();
    const before = fixture.etcd.revision;
    expect(fixture.create(deployment(), 'default', { dryRun: true }).ok).toBe(true);
    expect(fixture.etcd.revision).toBe(before);
  });

  it('gives no resource version in a dry run, and refuses a name that is taken', () => {
    const fixture = new RegistryFixture();
    const dry = fixture.create(deployment(), 'default', { dryRun: true });
    expect(dry.ok && dry.value.metadata).not.toHaveProperty('resourceVersion');
    fixture.create(deployment());
    const again = fixture.create(deployment(), 'default', { dryRun: true });
    expect(messageOf(again)).toBe('deployments.apps "web" already exists');
  });

  it('looks no further when the selector of a deployment is no selector', () => {
    const long = 'a'.repeat(70);
    const selector = { matchLabels: { app: long } };
    expect(messageOf(new RegistryFixture().create(deployment({ selector })))).toBe(
      'Deployment.apps "web" is invalid: [spec.selector.matchLabels: Invalid value: ' +
        `"${long}": must be no more than 63 bytes, spec.selector: Invalid value: ` +
        `{"matchLabels":{"app":"${long}"}}: invalid label selector]`,
    );
  });

  it('gives a service an address of its range and an IPAddress object that holds it', () => {
    const fixture = new RegistryFixture();
    const created = fixture.create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }], type: 'ClusterIP' },
    });
    const { clusterIP } = (created.ok ? created.value.spec : {}) as { clusterIP?: string };
    expect(clusterIP).toMatch(/^10\.96\.\d+\.\d+$/);
    expect(fixture.get('ipaddresses', clusterIP ?? '', '')?.spec).toEqual({
      parentRef: { resource: 'services', namespace: 'default', name: 'web' },
    });
    fixture.delete('services', 'web');
    expect(fixture.get('ipaddresses', clusterIP ?? '', '')).toBeUndefined();
  });
});

describe('updating objects', () => {
  const scaled = (object: KubeObject, replicas: number): KubeObject => ({
    ...object,
    spec: { ...(object.spec as object), replicas },
  });

  it('counts generations for the spec, but not for the status or its annotations', () => {
    const fixture = new RegistryFixture();
    fixture.create(deployment());
    fixture.update('deployments', 'web', (object) => scaled(object, 5));
    const annotations = { 'deployment.kubernetes.io/revision': '1' };
    const status = { replicas: 5 };
    const updated = fixture.update(
      'deployments',
      'web',
      (object) => ({ ...object, metadata: { ...object.metadata, annotations }, status }),
      'status',
    );
    expect(updated).toMatchObject({
      ok: true,
      value: { metadata: { generation: 2, annotations }, status, spec: { replicas: 5 } },
    });
  });

  it('answers 409 to a write against an older version', () => {
    const fixture = new RegistryFixture();
    fixture.create(deployment());
    const old = fixture.get('deployments', 'web') as KubeObject;
    fixture.update('deployments', 'web', (object) => scaled(object, 5));
    expect(messageOf(fixture.update('deployments', 'web', () => scaled(old, 7)))).toBe(
      'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; ' +
        'please apply your changes to the latest version and try again',
    );
  });

  it('writes nothing when nothing changes', () => {
    const fixture = new RegistryFixture();
    fixture.create(deployment());
    const before = fixture.etcd.revision;
    const updated = fixture.update('deployments', 'web', (object) => scaled(object, 2));
    expect(updated.ok && updated.value.metadata.resourceVersion).toBe(String(before));
    expect(fixture.etcd.revision).toBe(before);
  });

  it('keeps the selector of a deployment', () => {
    const fixture = new RegistryFixture();
    fixture.create(deployment());
    const matchLabels = { app: 'other' };
    const refused = fixture.update('deployments', 'web', (object) => ({
      ...object,
      spec: {
        ...(object.spec as object),
        selector: { matchLabels },
        template: { metadata: { labels: matchLabels }, spec: podSpec },
      },
    }));
    expect(messageOf(refused)).toBe(
      'Deployment.apps "web" is invalid: spec.selector: Invalid value: ' +
        '{"matchLabels":{"app":"other"}}: field is immutable',
    );
  });

  it('scales through the scale subresource', () => {
    const fixture = new RegistryFixture();
    fixture.create(deployment());
    const scale = fixture.update('deployments', 'web', (object) => scaled(object, 5), 'scale');
    expect(scale).toMatchObject({
      value: { kind: 'Scale', spec: { replicas: 5 }, status: { replicas: 0, selector: 'app=web' } },
    });
    expect(fixture.get('deployments', 'web')?.metadata.generation).toBe(2);
  });
});

describe('binding pods', () => {
  it('puts a pod on a node once', () => {
    const fixture = new RegistryFixture();
    fixture.create(pod({ name: 'nginx' }));
    expect(bind(fixture, 'nginx')).toMatchObject({ ok: true, value: { status: 'Success' } });
    expect(fixture.get('pods', 'nginx')).toMatchObject({
      metadata: { generation: 1 },
      spec: { nodeName: 'node-1' },
      status: { conditions: [{ type: 'PodScheduled', status: 'True' }] },
    });
    expect(messageOf(bind(fixture, 'nginx', 'node-2'))).toBe(
      'Operation cannot be fulfilled on pods/binding "nginx": pod nginx is already assigned to ' +
        'node "node-1"',
    );
  });
});

describe('deleting objects', () => {
  it('lets a pod that runs finish, and takes it out when the kubelet says so', () => {
    const fixture = new RegistryFixture();
    fixture.create(pod({ name: 'nginx' }));
    bind(fixture, 'nginx');
    expect(fixture.delete('pods', 'nginx')).toMatchObject({
      ok: true,
      value: { metadata: { deletionGracePeriodSeconds: 30, generation: 2 } },
    });
    expect(fixture.get('pods', 'nginx')).toBeDefined();
    fixture.delete('pods', 'nginx', { gracePeriodSeconds: 0 });
    expect(fixture.get('pods', 'nginx')).toBeUndefined();
  });

  it('takes a pod without a node out at once', () => {
    const fixture = new RegistryFixture();
    fixture.create(pod({ name: 'nginx' }));
    fixture.delete('pods', 'nginx');
    expect(fixture.get('pods', 'nginx')).toBeUndefined();
  });

  it('answers with a Status for a deployment, and keeps it for its dependents if asked', () => {
    const fixture = new RegistryFixture();
    fixture.create(deployment());
    expect(fixture.delete('deployments', 'web', { propagationPolicy: 'Foreground' })).toMatchObject(
      { value: { metadata: { finalizers: ['foregroundDeletion'], generation: 2 } } },
    );
    fixture.update('deployments', 'web', (object) => ({
      ...object,
      metadata: { ...object.metadata, finalizers: [] },
    }));
    expect(fixture.get('deployments', 'web')).toBeUndefined();
    fixture.create(deployment());
    expect(fixture.delete('deployments', 'web')).toMatchObject({
      value: { status: 'Success', details: { name: 'web', group: 'apps', kind: 'deployments' } },
    });
  });

  it('closes a namespace for new content until its finalizers are gone', () => {
    const fixture = new RegistryFixture();
    fixture.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }, '');
    fixture.delete('namespaces', 'team', {}, '');
    expect(fixture.get('namespaces', 'team', '')?.status).toEqual({ phase: 'Terminating' });
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } };
    expect(messageOf(fixture.create(map, 'team'))).toBe(
      'configmaps "c" is forbidden: unable to create new content in namespace team because it is ' +
        'being terminated',
    );
    const emptied = fixture.update(
      'namespaces',
      'team',
      (object) => ({ ...object, spec: { finalizers: [] } }),
      'finalize',
      { namespace: '' },
    );
    expect(emptied.ok).toBe(true);
    expect(fixture.get('namespaces', 'team', '')).toBeUndefined();
    expect(messageOf(fixture.delete('namespaces', 'default', {}, ''))).toBe(
      'namespaces "default" is forbidden: this namespace may not be deleted',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { minute, second } from '#base/sim-time';
import type { Endpoints, Pod } from '#k8s.io/api/core/v1';
import { endpoints, pods, services } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { allow, forbid } from '../forbid.fixture.ts';
import { eventsOf, makeReady, remove } from '../workloads.fixture.ts';

const controller = 'endpoints-controller';

const service = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
});

function put(test: TestControlPlane, name: string, spec: object = {}): Pod {
  const containers = [
    { name: 'a', image: 'nginx', ports: [{ name: 'http', containerPort: 8080 }] },
  ];
  return test.create<Pod>(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: 'web' } },
    spec: { nodeName: 'node-9', containers, ...spec },
  });
}

const ready = (test: TestControlPlane, name: string, ip: string): void => {
  makeReady(test, put(test, name), undefined, ip);
};

const live = (test: TestControlPlane, name = 'web'): Endpoints =>
  test.get<Endpoints>(endpoints, name);

const names = (test: TestControlPlane): readonly string[] =>
  test.list(endpoints).map(({ metadata }) => metadata.name);

/** `ip:port` of the ready addresses; those that are not ready are in brackets. */
const addresses = (test: TestControlPlane, name = 'web'): readonly string[] =>
  (live(test, name).subsets ?? []).flatMap(
    ({ addresses: up = [], notReadyAddresses = [], ports }) => {
      const port = ports?.[0]?.port;
      return [
        ...up.map(({ ip }) => `${ip}:${port}`),
        ...notReadyAddresses.map(({ ip }) => `(${ip})`),
      ];
    },
  );

describe('the Endpoints of a Service', () => {
  it('are made with it, empty, under its name and with the labels of both', () => {
    const test = new TestControlPlane();
    const labels = { team: 'a' };
    test.create(services, { ...service('web'), metadata: { name: 'web', labels } });
    test.run(second);
    expect(live(test).subsets).toBeUndefined();
    expect(live(test).metadata.labels).toEqual({
      ...labels,
      'endpoints.kubernetes.io/managed-by': 'endpoint-controller',
    });
  });

  it('list pods that are ready, apart from those that are not, sorted by address', () => {
    const test = new TestControlPlane();
    test.create(services, service('web', { ports: [{ port: 80, targetPort: 'http' }] }));
    ready(test, 'b', '10.244.0.9');
    ready(test, 'a', '10.244.0.7');
    const status = { phase: 'Running', podIP: '10.244.0.8', podIPs: [{ ip: '10.244.0.8' }] };
    put(test, 'c');
    test.patch(pods, 'c', { status }, 'status');
    test.run(second);
    expect(addresses(test)).toEqual(['10.244.0.7:8080', '10.244.0.9:8080', '(10.244.0.8)']);
    const [subset] = live(test).subsets ?? [];
    expect(subset?.addresses?.[0]?.targetRef).toMatchObject({ kind: 'Pod', name: 'a' });
  });

  it('do not list a pod that has no address, has ended or is being deleted', () => {
    const test = new TestControlPlane();
    test.create(services, service('web'));
    put(test, 'starting');
    ready(test, 'ended', '10.244.0.7');
    test.patch(pods, 'ended', { status: { phase: 'Succeeded' } }, 'status');
    ready(test, 'leaving', '10.244.0.8');
    test.run(second);
    expect(addresses(test)).toEqual(['10.244.0.8:80']);
    remove(test, test.get<Pod>(pods, 'leaving'), 30);
    test.run(second);
    expect(addresses(test)).toEqual([]);
  });

  it('list pods that are not ready as ready where the Service publishes them', () => {
    const test = new TestControlPlane();
    test.create(services, service('web', { publishNotReadyAddresses: true }));
    put(test, 'c');
    const status = { phase: 'Running', podIP: '10.244.0.8', podIPs: [{ ip: '10.244.0.8' }] };
    test.patch(pods, 'c', { status }, 'status');
    test.run(second);
    expect(addresses(test)).toEqual(['10.244.0.8:80']);
  });

  it('go with their Service, come back when somebody deletes them, and are else left alone', () => {
    const test = new TestControlPlane();
    test.create(services, service('web'));
    test.run(second);
    test.do(() => test.client.delete(endpoints, { namespace: 'default', name: 'web' }));
    test.run(second);
    expect(names(test)).toContain('web');
    const writes = test.writesDuring(controller, () => {
      test.patch(services, 'web', { metadata: { annotations: { note: 'x' } } });
      test.run(minute);
    });
    expect(writes).toEqual([]);
    test.do(() => test.client.delete(services, { namespace: 'default', name: 'web' }));
    test.run(second);
    expect(names(test)).not.toContain('web');
  });

  it('are not made for a Service without a selector, nor for an external name', () => {
    const test = new TestControlPlane();
    test.create(services, service('by-hand', { selector: undefined }));
    test.create(services, service('out', { type: 'ExternalName', externalName: 'example.com' }));
    test.run(second);
    expect(names(test)).toEqual(['kubernetes']);
  });

  it('that it may not write are told of, on the Service or on themselves', () => {
    const test = new TestControlPlane();
    const spec = { selector: { app: 'guarded' }, ports: [{ port: 80 }] };
    test.create(services, service('early', spec));
    test.run(2 * second);
    const why = forbid(test, endpoints, ['CREATE', 'UPDATE']);
    test.create(services, service('new', spec));
    test.patch(services, 'early', { metadata: { labels: { a: 'b' } } });
    test.run(2 * second);
    allow(test, endpoints);
    expect(eventsOf(test, 'Service')).toContain(
      `FailedToCreateEndpoint: Failed to create endpoint for service default/new: endpoints ` +
        `"new" is forbidden: ${why}`,
    );
    expect(eventsOf(test, 'Endpoints')).toContain(
      `FailedToUpdateEndpoint: Failed to update endpoint default/early: endpoints "early" is ` +
        `forbidden: ${why}`,
    );
    test.run(10 * second);
    expect(names(test)).toContain('new');
  });
});

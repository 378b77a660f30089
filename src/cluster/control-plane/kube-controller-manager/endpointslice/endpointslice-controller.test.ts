import { describe, expect, it } from 'vitest';
import { minute, second } from '#base/sim-time';
import type { Endpoints, Pod } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { endpointSlices, endpoints, nodes, pods, services } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { beat, heartbeat, machine } from '../machines.fixture.ts';
import { eventsOf, makeReady, remove } from '../workloads.fixture.ts';

const controller = 'endpointslice-controller';

function cluster(): TestControlPlane {
  const test = new TestControlPlane();
  test.create(
    nodes,
    machine(test, 'node-1', { labels: { 'topology.kubernetes.io/zone': 'a' } }),
    '',
  );
  heartbeat(test, 'node-1');
  return test;
}

function serve(test: TestControlPlane, spec: object = {}): void {
  test.create(services, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
  });
  test.run(second);
}

function put(test: TestControlPlane, name: string, nodeName = 'node-1'): Pod {
  return test.create<Pod>(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: 'web' } },
    spec: { nodeName, containers: [{ name: 'web', image: 'nginx' }] },
  });
}

function ready(test: TestControlPlane, name: string, ip: string, nodeName?: string): void {
  makeReady(test, put(test, name, nodeName), undefined, ip);
  test.run(second);
}

const slices = (test: TestControlPlane): readonly EndpointSlice[] =>
  test
    .list<EndpointSlice>(endpointSlices)
    .filter(({ metadata: { labels } }) => labels?.['kubernetes.io/service-name'] === 'web');

const listed = (test: TestControlPlane) => slices(test).flatMap((slice) => slice.endpoints ?? []);

describe('a Service with a selector', () => {
  it('lists the addresses of its ready pods in a slice and in the old Endpoints', () => {
    const test = cluster();
    put(test, 'web');
    serve(test);
    expect(slices(test)[0]?.endpoints ?? []).toEqual([]);
    makeReady(test, test.get<Pod>(pods, 'web'), undefined, '10.244.0.7');
    test.run(second);
    expect(slices(test)[0]?.endpoints?.[0]).toMatchObject({
      addresses: ['10.244.0.7'],
      conditions: { ready: true, serving: true, terminating: false },
      nodeName: 'node-1',
      zone: 'a',
    });
    const old = test.get<Endpoints>(endpoints, 'web');
    expect(old.subsets?.[0]?.addresses?.map(({ ip }) => ip)).toEqual(['10.244.0.7']);
  });

  it('has one empty slice while it has no pods, named after it and marked as its own', () => {
    const test = cluster();
    serve(test);
    const [slice, ...others] = slices(test);
    expect(others).toEqual([]);
    expect(slice?.metadata.name).toMatch(/^web-[a-z0-9]{5}$/);
    expect(slice?.metadata.labels).toEqual({
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
      'kubernetes.io/service-name': 'web',
    });
    expect(slice?.metadata.ownerReferences?.map(({ kind, name }) => [kind, name])).toEqual([
      ['Service', 'web'],
    ]);
  });

  it('keeps a pod that is being deleted listed, as terminating and still serving', () => {
    const test = cluster();
    serve(test);
    ready(test, 'web', '10.244.0.7');
    remove(test, test.get<Pod>(pods, 'web'), 30);
    test.run(second);
    const conditions = { ready: false, serving: true, terminating: true };
    expect(listed(test)).toMatchObject([{ addresses: ['10.244.0.7'], conditions }]);
    remove(test, test.get<Pod>(pods, 'web'));
    test.run(second);
    expect(listed(test)).toEqual([]);
  });

  it('leaves out a pod whose node is not known, says so, and lists it when the node comes', () => {
    const test = cluster();
    serve(test);
    ready(test, 'early', '10.244.1.7', 'node-2');
    expect(listed(test)).toEqual([]);
    expect(eventsOf(test, 'Service')[0]).toBe(
      'FailedToUpdateEndpointSlices: Error updating Endpoint Slices for Service default/web: ' +
        'skipping Pod early for Service default/web: Node node-2 Not Found',
    );
    test.create(nodes, machine(test, 'node-2'), '');
    test.run(10 * second);
    expect(listed(test).map(({ addresses }) => addresses)).toEqual([['10.244.1.7']]);
  });

  it('puts at most a hundred pods into a slice', () => {
    const test = cluster();
    for (let n = 0; n < 101; n++) {
      makeReady(test, put(test, `web-${n}`), undefined, `10.244.0.${n + 2}`);
    }
    serve(test);
    test.run(2 * second);
    const counts = slices(test).map((slice) => slice.endpoints?.length);
    expect(counts.toSorted((a = 0, b = 0) => b - a)).toEqual([100, 1]);
  });
});

describe('the slices of a Service', () => {
  it('are brought back when somebody else changes or deletes one', () => {
    const test = cluster();
    serve(test);
    ready(test, 'web', '10.244.0.7');
    const name = slices(test)[0]?.metadata.name ?? '';
    test.patch(endpointSlices, name, { endpoints: [{ addresses: ['10.0.0.1'] }] });
    test.run(second);
    expect(listed(test).map(({ addresses }) => addresses)).toEqual([['10.244.0.7']]);
    test.do(() => test.client.delete(endpointSlices, { namespace: 'default', name }));
    test.run(second);
    expect(listed(test).map(({ addresses }) => addresses)).toEqual([['10.244.0.7']]);
  });

  it('are not written while nothing about the pods changes that matters to them', () => {
    const test = cluster();
    serve(test);
    ready(test, 'web', '10.244.0.7');
    const writes = test.writesDuring(controller, () => {
      test.patch(pods, 'web', { metadata: { annotations: { note: 'x' } } });
      test.patch(services, 'web', { metadata: { annotations: { note: 'x' } } });
      beat(test, ['node-1'], minute);
    });
    expect(writes).toEqual([]);
  });

  it('are left to the garbage collector when the Service goes', () => {
    const test = cluster();
    serve(test);
    const writes = test.writesDuring(controller, () => {
      test.do(() => test.client.delete(services, { namespace: 'default', name: 'web' }));
      test.run(2 * second);
    });
    expect(writes).toEqual([]);
    expect(slices(test)).toEqual([]);
  });

  it('are not made for a Service without a selector', () => {
    const test = cluster();
    serve(test, { selector: undefined });
    expect(slices(test)).toEqual([]);
  });
});

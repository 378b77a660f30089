import { describe, expect, it } from 'vitest';
import { minute, second } from '#base/sim-time';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { endpointSlices, endpoints, services } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';

const controller = 'endpointslice-mirroring-controller';

function serve(test: TestControlPlane, spec: object = {}): void {
  test.create(services, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'db' },
    spec: { ports: [{ port: 5432 }], ...spec },
  });
}

const written = (addresses: readonly string[], metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name: 'db', ...metadata },
  subsets: [{ addresses: addresses.map((ip) => ({ ip })), ports: [{ port: 5432 }] }],
});

function mirrored(metadata: object = {}): TestControlPlane {
  const test = new TestControlPlane();
  serve(test);
  test.create(endpoints, written(['192.0.2.1'], metadata));
  test.run(2 * second);
  return test;
}

const slices = (test: TestControlPlane): readonly EndpointSlice[] =>
  test
    .list<EndpointSlice>(endpointSlices)
    .filter(({ metadata: { labels } }) => labels?.['kubernetes.io/service-name'] === 'db');

const listed = (test: TestControlPlane): readonly string[] =>
  slices(test).flatMap((slice) => (slice.endpoints ?? []).flatMap(({ addresses }) => addresses));

describe('Endpoints that somebody wrote for a Service without a selector', () => {
  it('become a slice, with their labels and the mark of this controller', () => {
    const test = mirrored({ labels: { team: 'a' }, annotations: { note: 'x' } });
    expect(listed(test)).toEqual(['192.0.2.1']);
    const [slice] = slices(test);
    expect(slice?.metadata.labels).toEqual({
      team: 'a',
      'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
      'kubernetes.io/service-name': 'db',
    });
    expect(slice?.metadata.annotations).toEqual({ note: 'x' });
    expect(slice?.metadata.ownerReferences?.map(({ kind }) => kind)).toEqual(['Endpoints']);
    expect(slice?.ports).toMatchObject([{ port: 5432, protocol: 'TCP' }]);
  });

  it('change it when they change, in its place', () => {
    const test = mirrored();
    const name = slices(test)[0]?.metadata.name;
    test.patch(endpoints, 'db', { subsets: written(['192.0.2.1', '192.0.2.2']).subsets });
    test.run(2 * second);
    expect(listed(test)).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(slices(test)[0]?.metadata.name).toBe(name);
  });

  it('make it anew when somebody deletes it', () => {
    const test = mirrored();
    const name = slices(test)[0]?.metadata.name ?? '';
    test.do(() => test.client.delete(endpointSlices, { namespace: 'default', name }));
    test.run(2 * second);
    expect(listed(test)).toEqual(['192.0.2.1']);
    expect(slices(test)[0]?.metadata.name).not.toBe(name);
  });

  it('take it with them when they go', () => {
    const test = mirrored();
    test.do(() => test.client.delete(endpoints, { namespace: 'default', name: 'db' }));
    test.run(2 * second);
    expect(slices(test)).toEqual([]);
  });

  it('lose it when the Service gets a selector: then its pods are listed', () => {
    const test = mirrored();
    test.patch(services, 'db', { spec: { selector: { app: 'db' } } });
    test.run(3 * second);
    expect(listed(test)).toEqual([]);
    expect(
      slices(test).map(
        ({ metadata }) => metadata.labels?.['endpointslice.kubernetes.io/managed-by'],
      ),
    ).toEqual(['endpointslice-controller.k8s.io']);
  });

  it('are not mirrored when they ask for it, or belong to a leader election', () => {
    for (const metadata of [
      { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      { annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } },
    ]) {
      expect(slices(mirrored(metadata))).toEqual([]);
    }
  });

  it('are mirrored only once there is a Service of their name', () => {
    const test = new TestControlPlane();
    test.create(endpoints, written(['192.0.2.1']));
    test.run(2 * second);
    expect(slices(test)).toEqual([]);
    serve(test);
    test.run(2 * second);
    expect(listed(test)).toEqual(['192.0.2.1']);
    const writes = test.writesDuring(controller, () => {
      const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' };
      test.patch(endpoints, 'db', { metadata: { annotations } });
      test.run(minute);
    });
    expect(writes).toEqual([]);
  });
});

/** Custom resources that a webhook in a pod converts, as clients of each version see them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import type { KubeList, KubeObject, Status, WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { clusterOf } from '#scenarios/clusters';
import type { OutsideRequest } from '#trace/outside-action';

const image = 'registry.k8s.io/e2e-test-images/agnhost:2.63.0';
const core = '/api/v1/namespaces/default';
const things = (version: string): string =>
  `/apis/stable.example.com/${version}/namespaces/default/things`;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const definition = `${definitions}/things.stable.example.com`;

const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
const answers = new Map<number, HttpResponse>();
const events = new Map<number, WatchEvent[]>();
let last = 0;

function send(method: OutsideRequest['method'], url: string, body?: unknown): number {
  const { sim } = simulation;
  const names = { commonName: 'kubernetes-admin', organizations: ['system:masters'] };
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const http: OutsideRequest = {
    ...{ method, url },
    headers: { accept: 'application/json', 'content-type': type },
    certificate: { ...names, issuer: 'kubernetes-ca' },
    ...(body !== undefined && { body }),
  };
  const request = ++last;
  const action = { kind: 'request', request, http } as const;
  simulation.plan({ at: sim.now + 1, kind: 'outside', action });
  return request;
}

function ask(method: OutsideRequest['method'], url: string, body?: unknown): HttpResponse {
  const request = send(method, url, body);
  const { sim } = simulation;
  sim.run(sim.now + 20 * second, () => answers.has(request));
  const answer = answers.get(request);
  if (answer === undefined) throw new Error(`no answer to ${method} ${url}`);
  return answer;
}

const run = (time: number): number => simulation.sim.run(simulation.sim.now + time * second);
const fields = (...names: readonly string[]) => ({
  openAPIV3Schema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  },
});
const version = (name: string, storage: boolean, ...names: readonly string[]) => ({
  ...{ name, storage, served: true, schema: fields(...names) },
  selectableFields: names.map((each) => ({ jsonPath: `.${each}` })),
});
const versions = (storage: string) => [
  version('v1', storage === 'v1', 'hostPort'),
  version('v2', storage === 'v2', 'host', 'port'),
];
const thing = (apiVersion: string, name: string, content: object) => ({
  ...{ apiVersion: `stable.example.com/${apiVersion}`, kind: 'Thing', metadata: { name } },
  ...content,
});

beforeAll(() => {
  run(30);
  simulation.cluster.outside.listener = {
    answered: (request, response) => answers.set(request, response),
    received: (request, piece) => {
      const heard = events.get(request) ?? [];
      if (typeof piece !== 'string') events.set(request, [...heard, piece]);
    },
    ended: () => {},
    failed: (_request, message) => {
      throw new Error(message);
    },
  };
  const labels = { app: 'hook' };
  const args = ['crd-conversion-webhook', '--port=9444'];
  ask('POST', `${core}/pods`, {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'hook', labels } },
    spec: { containers: [{ name: 'main', image, args }] },
  });
  ask('POST', `${core}/services`, {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'hook' } },
    spec: { selector: labels, ports: [{ port: 443, targetPort: 9444 }] },
  });
  run(20);
  const service = { namespace: 'default', name: 'hook', path: '/crdconvert' };
  const clientConfig = { service, caBundle: 'Y2VydGlmaWNhdGU=' };
  const made = ask('POST', definitions, {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: { name: 'things.stable.example.com' },
    spec: {
      ...{ group: 'stable.example.com', scope: 'Namespaced', versions: versions('v1') },
      names: { plural: 'things', kind: 'Thing' },
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig, conversionReviewVersions: ['v1'] },
      },
    },
  });
  expect(made.code).toBe(201);
  run(3);
}, 60_000);

describe('custom resources that a webhook converts', () => {
  it('are made and read in either version', () => {
    const made = ask('POST', things('v2'), thing('v2', 'a', { host: 'one', port: '80' }));
    expect(made).toMatchObject({ code: 201, body: { host: 'one', port: '80' } });
    const { body } = ask('GET', `${things('v1')}/a`);
    expect(body).toMatchObject({ apiVersion: 'stable.example.com/v1', hostPort: 'one:80' });
    expect(body).not.toHaveProperty('host');
  });

  it('are changed in a version other than the stored one', () => {
    const changed = ask('PATCH', `${things('v2')}/a`, { port: '81' });
    expect(changed).toMatchObject({ code: 200, body: { host: 'one', port: '81' } });
    expect(ask('GET', `${things('v1')}/a`).body).toMatchObject({ hostPort: 'one:81' });
    const { body } = ask('PATCH', `${things('v2')}/a`, { port: 82 });
    expect((body as Status).message).toContain('port: Invalid value: "integer"');
  });

  it('are selected by the fields of the version that is asked for', () => {
    ask('POST', things('v1'), thing('v1', 'b', { hostPort: 'two:80' }));
    const names = (of: string, selector: string): readonly string[] => {
      const { body } = ask('GET', `${things(of)}?fieldSelector=${encodeURIComponent(selector)}`);
      return (body as KubeList).items.map(({ metadata }) => metadata.name);
    };
    expect(names('v2', 'host=two')).toEqual(['b']);
    expect(names('v1', 'hostPort=one:81')).toEqual(['a']);
    expect(ask('GET', `${things('v1')}?fieldSelector=host%3Dtwo`).code).toBe(400);
  });

  it('come and go for a watch as its fields begin and cease to match', () => {
    const watch = send('GET', `${things('v2')}?watch=true&fieldSelector=host%3Dtwo`);
    run(1);
    ask('PATCH', `${things('v1')}/b`, { hostPort: 'three:80' });
    ask('PATCH', `${things('v1')}/a`, { hostPort: 'two:80' });
    run(1);
    const seen = (events.get(watch) ?? []).map(({ type, object }) => [
      type,
      (object as KubeObject).metadata.name,
    ]);
    expect(seen).toEqual([
      ['ADDED', 'b'],
      ['DELETED', 'b'],
      ['ADDED', 'a'],
    ]);
  });

  it('stay as they were stored when the storage version changes', () => {
    ask('PATCH', definition, { spec: { versions: versions('v2') } });
    run(3);
    ask('POST', things('v2'), thing('v2', 'c', { host: 'four', port: '80' }));
    const list = (of: string) => (ask('GET', things(of)).body as KubeList).items;
    const ports = list('v1').map((item) => (item as { hostPort?: string }).hostPort);
    expect(ports).toEqual(['two:80', 'three:80', 'four:80']);
    const hosts = list('v2').map((item) => (item as { host?: string }).host);
    expect(hosts).toEqual(['two', 'three', 'four']);
  });

  it('cannot be read while the webhook fails', () => {
    ask('POST', things('v2'), thing('v2', 'd', { host: 'a:b', port: '80' }));
    expect(ask('GET', `${things('v1')}/d`)).toMatchObject({ code: 200 });
    ask('DELETE', `${core}/pods/hook?gracePeriodSeconds=0`);
    run(10);
    const { code, body } = ask('GET', `${things('v1')}/d`);
    expect(code).toBe(500);
    expect((body as Status).message).toContain(
      'conversion webhook for stable.example.com/v2, Kind=Thing failed: Post "https://hook.default.svc',
    );
  });
});

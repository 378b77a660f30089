import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { ApiFixture, messageOf } from './api.test.fixture.ts';

const maps = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';
const deployments = '/apis/apps/v1/namespaces/default/deployments';

const configMap = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data: { a: '1' },
});

const pod = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: name } },
  spec: { containers: [{ name: 'a', image: 'nginx' }], ...spec },
});

const deployment = (name: string, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'a', image: 'nginx' }] },
    },
    ...spec,
  },
});

const binding = (name: string, node: string) => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name },
  target: { kind: 'Node', name: node },
});

let api: ApiFixture;

beforeAll(() => {
  api = new ApiFixture();
  api.create(maps, configMap('taken'));
  api.create(maps, configMap('held', { finalizers: ['example.com/hold'] }));
  api.call('DELETE', `${maps}/held`);
  api.create(
    pods,
    pod('two', {
      containers: [
        { name: 'a', image: 'x' },
        { name: 'b', image: 'x' },
      ],
    }),
  );
  api.create(pods, pod('bound'));
  api.create(`${pods}/bound/binding`, binding('bound', 'node-1'));
  api.create(pods, pod('gated', { schedulingGates: [{ name: 'example.com/wait' }] }));
  api.create(pods, pod('guarded'));
  api.create(`${pods}/guarded/binding`, binding('guarded', 'node-1'));
  for (const name of ['guarded', 'bound']) {
    api.patch(`${pods}/${name}/status`, 'merge-patch+json', {
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    });
  }
  const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
  const budget = (name: string, app: string) => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name },
    spec: { minAvailable: 1, selector: { matchLabels: { app } } },
  });
  api.create(budgets, budget('guard', 'guarded'));
  for (const name of ['one', 'other']) api.create(budgets, budget(name, 'bound'));
  for (const app of ['x', 'y']) {
    api.patch(`${maps}/shared-${app}?fieldManager=team-a`, 'apply-patch+yaml', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `shared-${app}` },
      data: { a: '1', b: '1' },
    });
  }
});

const shared = (name: string, data: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

/** What was said of the same thing in the real server: id, code, text, and what provokes it. */
type Case = readonly [id: string, code: number, text: string, () => HttpResponse];

const modified =
  'Operation cannot be fulfilled on configmaps "taken": the object has been modified; ' +
  'please apply your changes to the latest version and try again';

const cases: readonly Case[] = [
  [
    'status.notFound',
    404,
    'deployments.apps "nope" not found',
    () => api.call('GET', `${deployments}/nope`),
  ],
  [
    'status.notFound (patch)',
    404,
    'deployments.apps "nope" not found',
    () => api.patch(`${deployments}/nope`, 'merge-patch+json', {}),
  ],
  [
    'status.notFound (scale)',
    404,
    'deployments.apps "nope" not found',
    () => api.patch(`${deployments}/nope/scale`, 'merge-patch+json', { spec: { replicas: 1 } }),
  ],
  [
    'status.alreadyExists',
    409,
    'configmaps "taken" already exists',
    () => api.create(maps, configMap('taken')),
  ],
  [
    'status.alreadyExists.terminating',
    409,
    'object is being deleted: configmaps "held" already exists',
    () => api.create(maps, configMap('held')),
  ],
  [
    'status.conflict',
    409,
    modified,
    () => api.call('PUT', `${maps}/taken`, { body: configMap('taken', { resourceVersion: '1' }) }),
  ],
  [
    'status.conflict (patch)',
    409,
    modified,
    () => api.patch(`${maps}/taken`, 'merge-patch+json', { metadata: { resourceVersion: '1' } }),
  ],
  [
    'status.precondition.uid',
    409,
    'Operation cannot be fulfilled on configmaps "taken": Precondition failed: ' +
      'UID in precondition: other, UID in object meta: UID',
    () => api.call('PUT', `${maps}/taken`, { body: configMap('taken', { uid: 'other' }) }),
  ],
  [
    'status.conflict.wrap',
    409,
    'Operation cannot be fulfilled on configmaps "taken": the UID in the precondition (other) ' +
      'does not match the UID in record (UID). The object might have been deleted and then recreated',
    () => api.call('DELETE', `${maps}/taken`, { body: { preconditions: { uid: 'other' } } }),
  ],
  [
    'status.applyConflict.one',
    409,
    'Apply failed with 1 conflict: conflict with "team-a": .data.a',
    () =>
      api.patch(
        `${maps}/shared-x?fieldManager=b`,
        'apply-patch+yaml',
        shared('shared-x', { a: '2' }),
      ),
  ],
  [
    'status.applyConflict.many',
    409,
    'Apply failed with 2 conflicts: conflicts with "team-a":\n- .data.a\n- .data.b',
    () =>
      api.patch(
        `${maps}/shared-x?fieldManager=b`,
        'apply-patch+yaml',
        shared('shared-x', { a: '2', b: '2' }),
      ),
  ],
  [
    'status.forbidden.namespaced',
    403,
    'pods is forbidden: User "alice" cannot list resource "pods" in API group "" ' +
      'in the namespace "default"',
    () => api.call('GET', pods, { user: 'alice' }),
  ],
  [
    'status.forbidden.cluster',
    403,
    'nodes is forbidden: User "alice" cannot list resource "nodes" in API group "" at the cluster scope',
    () => api.call('GET', '/api/v1/nodes', { user: 'alice' }),
  ],
  [
    'status.forbidden.path',
    403,
    'forbidden: User "system:anonymous" cannot get path "/metrics"',
    () => api.call('GET', '/metrics', { user: 'anonymous' }),
  ],
  [
    'status.unauthorized',
    401,
    'Unauthorized',
    () => api.call('GET', pods, { user: 'anonymous', headers: { authorization: 'Bearer no' } }),
  ],
  [
    'status.invalid',
    422,
    'ConfigMap "c" is invalid: data[a b]: Invalid value: "a b": a valid config key must consist of ' +
      "alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', " +
      "regex used for validation is '[-._a-zA-Z0-9]+')",
    () => api.create(maps, { ...configMap('c'), data: { 'a b': '1' } }),
  ],
  [
    'status.badRequest.strict',
    400,
    'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ' +
      'unknown field "spec.replica", unknown field "spec.template.spec.containers[0].imag"',
    () =>
      api.create(
        `${deployments}?fieldValidation=Strict`,
        deployment('d', {
          replica: 1,
          template: { spec: { containers: [{ name: 'a', image: 'x', imag: 'y' }] } },
        }),
      ),
  ],
  [
    'status.badRequest.kind',
    400,
    'Secret in version "v1" cannot be handled as a ConfigMap: ' +
      'converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    () => api.create(maps, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'c' } }),
  ],
  [
    'status.badRequest.unregistered',
    400,
    'Widget in version "v1" cannot be handled as a ConfigMap: no kind "Widget" is registered for ' +
      'version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    () => api.create(maps, { apiVersion: 'v1', kind: 'Widget', metadata: { name: 'c' } }),
  ],
  [
    'status.badRequest.apiVersion',
    400,
    'the API version in the data (v2) does not match the expected API version (v1)',
    () => api.create(maps, { ...configMap('c'), apiVersion: 'v2' }),
  ],
  [
    'status.badRequest.namespace',
    400,
    'the namespace of the provided object does not match the namespace sent on the request',
    () => api.create(maps, configMap('c', { namespace: 'kube-system' })),
  ],
  [
    'status.badRequest.name',
    400,
    'the name of the object (other) does not match the name on the URL (taken)',
    () => api.call('PUT', `${maps}/taken`, { body: configMap('other') }),
  ],
  [
    'status.unsupportedMediaType',
    415,
    'the body of the request was in an unknown format - accepted media types include: ' +
      'application/json, application/yaml, application/vnd.kubernetes.protobuf',
    () => api.create(maps, configMap('c'), { headers: { 'content-type': 'text/xml' } }),
  ],
  [
    'status.notAcceptable',
    406,
    'only the following media types are accepted: ' +
      'application/json, application/yaml, application/vnd.kubernetes.protobuf',
    () => api.call('GET', maps, { headers: { accept: 'text/xml' } }),
  ],
  [
    'route 405 (subresource)',
    405,
    'the server does not allow this method on the requested resource',
    () => api.create(`${deployments}/x/status`, deployment('x')),
  ],
  [
    'route 405',
    405,
    'the server does not allow this method on the requested resource',
    () => api.call('DELETE', '/api/v1/namespaces'),
  ],
  ['status.path404', 404, '404 page not found\n', () => api.call('GET', '/apis/nope')],
  [
    'status.tooLargeRV',
    504,
    'Timeout: Too large resource version: 99999999, current: N',
    () => api.call('GET', `${maps}?resourceVersion=99999999`),
  ],
  [
    'status.update.noRV',
    422,
    'Lease.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0: ' +
      'must be specified for an update',
    () => {
      const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
      const lease = {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'l' },
        spec: {},
      };
      api.create(leases, lease);
      return api.call('PUT', `${leases}/l`, { body: lease });
    },
  ],
  [
    'status.create.rvSet',
    500,
    'resourceVersion should not be set on objects to be created',
    () => api.create(maps, configMap('c', { resourceVersion: '3' })),
  ],
  [
    'status.binding.assigned',
    409,
    'Operation cannot be fulfilled on pods/binding "bound": ' +
      'pod bound is already assigned to node "node-1"',
    () => api.create(`${pods}/bound/binding`, binding('bound', 'node-2')),
  ],
  [
    'status.binding.gated',
    409,
    'Operation cannot be fulfilled on pods/binding "gated": ' +
      'pod gated has non-empty .spec.schedulingGates',
    () => api.create(`${pods}/gated/binding`, binding('gated', 'node-2')),
  ],
  [
    'status.binding.deleting',
    409,
    'Operation cannot be fulfilled on pods/binding "leaving": ' +
      'pod leaving is being deleted, cannot be assigned to a host',
    () => {
      const leaving = pod('leaving');
      const metadata = { ...leaving.metadata, finalizers: ['example.com/hold'] };
      api.create(pods, { ...leaving, metadata });
      api.call('DELETE', `${pods}/leaving`);
      return api.create(`${pods}/leaving/binding`, binding('leaving', 'node-2'));
    },
  ],
  [
    'status.eviction.denied',
    429,
    "Cannot evict pod as it would violate the pod's disruption budget.",
    () =>
      api.create(`${pods}/guarded/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'guarded' },
      }),
  ],
  [
    'status.eviction.multiple',
    500,
    'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    () =>
      api.create(`${pods}/bound/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'bound' },
      }),
  ],
  [
    'status.log.containerRequired',
    400,
    'a container name must be specified for pod two, choose one of: [a b]',
    () => api.call('GET', `${pods}/two/log`),
  ],
  [
    'status.log.containerInvalid',
    400,
    'container z is not valid for pod two',
    () => api.call('GET', `${pods}/two/log?container=z`),
  ],
  [
    'status.exec.noHost',
    400,
    'pod gated does not have a host assigned',
    () => api.call('POST', `${pods}/gated/exec?command=sh&stdout=true`),
  ],
  [
    'status.badRequest.unrecognized',
    400,
    'the object provided is unrecognized (must be of type ConfigMap): ' +
      "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of " +
      'type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; ' +
      'Kind string "json:\\"kind,omitempty\\"" } (5b5d)',
    () => api.create(maps, []),
  ],
  [
    'status.entityTooLarge',
    413,
    'Request entity too large: limit is 3145728',
    () => api.create(maps, { ...configMap('c'), data: { a: 'x'.repeat(3145729) } }),
  ],
  [
    'patch of another type',
    422,
    ' "" is invalid: patch: Invalid value: "map[data:map[a:1]]": cannot convert int64 to string',
    () => api.patch(`${maps}/taken`, 'strategic-merge-patch+json', { data: { a: 1 } }),
  ],
  [
    'patch with an unknown field',
    422,
    ' "" is invalid: patch: Invalid value: "map[dat:map[b:2]]": ' +
      'strict decoding error: unknown field "dat"',
    () =>
      api.patch(`${maps}/taken?fieldValidation=Strict`, 'strategic-merge-patch+json', {
        dat: { b: '2' },
      }),
  ],
  [
    'patch that does not apply',
    422,
    'the server rejected our request due to an error in our request',
    () => api.patch(`${maps}/taken`, 'json-patch+json', [{ op: 'remove', path: '/data/nothing' }]),
  ],
  [
    'DeleteOptions.propagationPolicy',
    422,
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Sideways": ' +
      'supported values: "Foreground", "Background", "Orphan", "nil"',
    () => api.call('DELETE', `${maps}/taken`, { body: { propagationPolicy: 'Sideways' } }),
  ],
  [
    'PatchOptions.force',
    422,
    'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    () => api.patch(`${maps}/taken?force=true`, 'merge-patch+json', {}),
  ],
  [
    'CreateOptions.dryRun',
    422,
    'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: "Some": supported values: "All"',
    () => api.create(`${maps}?dryRun=Some`, configMap('c')),
  ],
  [
    'ListOptions.resourceVersionMatch',
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ' +
      'resourceVersionMatch is forbidden unless resourceVersion is provided',
    () => api.call('GET', `${maps}?resourceVersionMatch=Exact`),
  ],
  [
    'ListOptions.exactZero',
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ' +
      'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    () => api.call('GET', `${maps}?resourceVersionMatch=Exact&resourceVersion=0`),
  ],
  [
    'ListOptions.sendInitialEvents',
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ' +
      'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    () => api.call('GET', `${maps}?watch=true&sendInitialEvents=true`),
  ],
];

const normal = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
    .replace(/current: \d+/, 'current: N');

describe('the Status of a refused request', () => {
  it.each(cases)('%s: %i', (_id, code, text, provoke) => {
    const answer = provoke();
    expect([answer.code, normal(messageOf(answer))]).toEqual([code, text]);
  });
});

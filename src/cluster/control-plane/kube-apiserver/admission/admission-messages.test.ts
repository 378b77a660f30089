import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { ApiFixture, messageOf } from '../api.test.fixture.ts';

const pods = '/api/v1/namespaces/default/pods';
const namespaces = '/api/v1/namespaces';

const pod = (name: string, spec: object = {}, resources: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'a', image: 'nginx', resources }], ...spec },
});
const named = (kind: string, name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name },
  ...more,
});

let api: ApiFixture;

/** A namespace with a service account, and one more object. */
function place(name: string, labels: object, plural = '', body: object = {}): void {
  api.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
  api.create(`${namespaces}/${name}/serviceaccounts`, named('ServiceAccount', 'default'));
  if (plural !== '') api.create(`${namespaces}/${name}/${plural}`, body);
}

const range = (item: object) => named('LimitRange', 'range', { spec: { limits: [item] } });
const quota = (hard: object, used?: object) =>
  named('ResourceQuota', 'quota', {
    spec: { hard },
    ...(used !== undefined && { status: { hard, used } }),
  });

beforeAll(() => {
  api = new ApiFixture({
    enableAdmissionPlugins: ['NodeRestriction', 'OwnerReferencesPermissionEnforcement'],
  });
  place('min', {}, 'limitranges', range({ type: 'Container', min: { cpu: '100m' } }));
  place('max', {}, 'limitranges', range({ type: 'Container', max: { cpu: '1' } }));
  const ratio = { type: 'Container', maxLimitRequestRatio: { cpu: '2' } };
  place('ratio', {}, 'limitranges', range(ratio));
  place('pod-min', {}, 'limitranges', range({ type: 'Pod', min: { cpu: '100m' } }));
  place('pod-max', {}, 'limitranges', range({ type: 'Pod', max: { cpu: '1' } }));
  const level = (mode: string) => ({ [`pod-security.kubernetes.io/${mode}`]: 'restricted' });
  place('enforced', level('enforce'));
  place('warned', level('warn'));
  place('unknown', {}, 'resourcequotas', quota({ pods: '1' }));
  for (const [name, hard, used] of [
    ['full', { pods: '1' }, { pods: '1' }],
    ['cpu', { 'limits.cpu': '1' }, { 'limits.cpu': '0' }],
  ] as const) {
    place(name, {}, 'resourcequotas', quota(hard));
    const path = `${namespaces}/${name}/resourcequotas/quota/status`;
    api.patch(path, 'merge-patch+json', { status: { hard, used } });
  }
  place('ending', {});
  api.call('DELETE', `${namespaces}/ending`);
});

const into = (namespace: string, body: object) =>
  api.create(`${namespaces}/${namespace}/pods`, body);
const requests = (cpu: string) => ({ requests: { cpu } });
const limits = (cpu: string) => ({ limits: { cpu } });

/** The id of the text, the code, the end of the text, and what provokes it. */
type Case = readonly [id: string, code: number, text: string, () => HttpResponse];

const cases: readonly Case[] = [
  [
    'admission.nsTerminating',
    403,
    'unable to create new content in namespace ending because it is being terminated',
    () => into('ending', pod('x')),
  ],
  [
    'admission.nsImmortal',
    403,
    'namespaces "default" is forbidden: this namespace may not be deleted',
    () => api.call('DELETE', `${namespaces}/default`),
  ],
  ['admission.nsNotFound', 404, 'namespaces "nope" not found', () => into('nope', pod('x'))],
  [
    'admission.serviceAccountMissing',
    403,
    'error looking up service account default/nope: serviceaccount "nope" not found',
    () => api.create(pods, pod('x', { serviceAccountName: 'nope' })),
  ],
  [
    'admission.priorityMissing',
    403,
    'no PriorityClass with name nope was found',
    () => api.create(pods, pod('x', { priorityClassName: 'nope' })),
  ],
  [
    'admission.priorityMismatch',
    403,
    'the integer value of priority (7) must not be provided in pod spec; priority admission ' +
      'controller computed 0 from the given PriorityClass name',
    () => api.create(pods, pod('x', { priority: 7 })),
  ],
  [
    'admission.runtimeClassMissing',
    403,
    'pod rejected: RuntimeClass "nope" not found',
    () => api.create(pods, pod('x', { runtimeClassName: 'nope' })),
  ],
  [
    'admission.limitranger.minRequest',
    403,
    'minimum cpu usage per Container is 100m, but request is 10m',
    () => into('min', pod('x', {}, requests('10m'))),
  ],
  [
    'admission.limitranger.minNone',
    403,
    'minimum cpu usage per Pod is 100m.  No request is specified',
    () => into('pod-min', pod('x')),
  ],
  [
    'admission.limitranger.maxLimit',
    403,
    'maximum cpu usage per Container is 1, but limit is 2',
    () => into('max', pod('x', {}, limits('2'))),
  ],
  [
    'admission.limitranger.maxNone',
    403,
    'maximum cpu usage per Pod is 1.  No limit is specified',
    () => into('pod-max', pod('x')),
  ],
  [
    'admission.limitranger.ratio',
    403,
    'cpu max limit to request ratio per Container is 2, but provided ratio is 5.000000',
    () => into('ratio', pod('x', {}, { ...requests('100m'), ...limits('500m') })),
  ],
  [
    'admission.podSecurity',
    403,
    'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), ' +
      'seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to ' +
      '"RuntimeDefault" or "Localhost")',
    () => into('enforced', pod('x')),
  ],
  [
    'admission.quota.exceeded',
    403,
    'exceeded quota: quota, requested: pods=1, used: pods=1, limited: pods=1',
    () => into('full', pod('x')),
  ],
  [
    'admission.quota.mustSpecify',
    403,
    'failed quota: quota: must specify limits.cpu for: a',
    () => into('cpu', pod('x')),
  ],
  [
    'admission.quota.unknown',
    403,
    'status unknown for quota: quota, resources: pods',
    () => into('unknown', pod('x')),
  ],
  [
    'authz.forbidden by path',
    403,
    'forbidden: User "alice" cannot get path "/metrics"',
    () => api.call('GET', '/metrics', { user: 'alice' }),
  ],
  [
    'authn.invalidToken',
    401,
    'Unauthorized',
    () => api.call('GET', pods, { user: 'anonymous', headers: { authorization: 'Bearer x' } }),
  ],
];

describe('what admission says', () => {
  for (const [id, code, text, provoke] of cases) {
    it(`${id}`, () => {
      const answer = provoke();
      expect([answer.code, messageOf(answer).endsWith(text) ? text : messageOf(answer)]).toEqual([
        code,
        text,
      ]);
    });
  }

  it('admission.podSecurity.warn', () => {
    const answer = into('warned', pod('x'));
    expect(answer.code).toBe(201);
    expect(answer.headers['warning']).toMatch(
      /^299 - "would violate PodSecurity \\"restricted:latest/,
    );
  });

  it('admission.ownerRef.block', () => {
    const grant = (name: string, rules: readonly object[]) => {
      const rbac = '/apis/rbac.authorization.k8s.io/v1';
      const apiVersion = 'rbac.authorization.k8s.io/v1';
      api.create(`${rbac}/clusterroles`, {
        apiVersion,
        kind: 'ClusterRole',
        metadata: { name },
        rules,
      });
      api.create(`${rbac}/clusterrolebindings`, {
        apiVersion,
        kind: 'ClusterRoleBinding',
        metadata: { name },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }],
      });
    };
    grant('maps', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['*'] }]);
    const owner = {
      apiVersion: 'v1',
      kind: 'Secret',
      name: 's',
      uid: '1',
      blockOwnerDeletion: true,
    };
    const body = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'owned', ownerReferences: [owner] },
    };
    const answer = api.create('/api/v1/namespaces/default/configmaps', body, { user: 'alice' });
    expect(messageOf(answer)).toContain(
      "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set " +
        'finalizers on: , <nil>',
    );
  });
});

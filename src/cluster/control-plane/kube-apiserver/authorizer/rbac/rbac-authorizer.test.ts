import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { Indexer, metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import { ApiFixture, messageOf } from '../../api.test.fixture.ts';
import {
  clusterRoleBindings,
  clusterRoles,
  roleBindings,
  roles,
} from '../../bootstrap/rbac-policy.ts';
import { parseRequestInfo } from '../../filters/request-info.ts';
import type { CacheHandler, ResourceCache } from '../../storage/resource-cache.ts';
import { attributesOf } from '../authorizer.ts';
import { RbacAuthorizer } from './rbac-authorizer.ts';

class FixedCache extends Indexer<KubeObject> implements ResourceCache {
  addHandler(handler: CacheHandler): void {
    for (const object of this.list()) handler(object, undefined);
  }
}

const objects: Readonly<Record<string, () => readonly object[]>> = {
  clusterroles: clusterRoles,
  clusterrolebindings: clusterRoleBindings,
  roles,
  rolebindings: roleBindings,
};

function cache({ plural }: ResourceInfo): ResourceCache {
  const filled = new FixedCache();
  for (const object of (objects[plural]?.() ?? []) as readonly KubeObject[]) {
    filled.set(metaNamespaceKey(object), object);
  }
  return filled;
}

let rbac: RbacAuthorizer;

beforeAll(() => {
  rbac = new RbacAuthorizer(cache);
});

function authorize(name: string, groups: readonly string[], method: string, url: string): string {
  const user = { name, uid: '', groups: [...groups, 'system:authenticated'], extra: {} };
  const { decision, reason } = rbac.authorize(attributesOf(user, parseRequestInfo(method, url)));
  return decision === 'allow' ? reason : decision;
}

const controller = (name: string, method: string, url: string): string =>
  authorize(
    `system:serviceaccount:kube-system:${name}`,
    ['system:serviceaccounts', 'system:serviceaccounts:kube-system'],
    method,
    url,
  );

const pods = '/api/v1/namespaces/default/pods';

describe('the bootstrap policy', () => {
  it('binds a controller to its own role, and says so as the audit log does', () => {
    expect(controller('replicaset-controller', 'POST', pods)).toBe(
      'RBAC: allowed by ClusterRoleBinding "system:controller:replicaset-controller" of' +
        ' ClusterRole "system:controller:replicaset-controller" to ServiceAccount' +
        ' "replicaset-controller/kube-system"',
    );
  });

  it('does not let the deployment controller create pods', () => {
    expect(controller('deployment-controller', 'POST', pods)).toBe('no opinion');
  });

  it('lets the namespace controller delete anything by its wildcard', () => {
    const url = '/apis/apps/v1/namespaces/team/statefulsets';
    expect(controller('namespace-controller', 'DELETE', url)).toContain('namespace-controller');
    expect(controller('namespace-controller', 'POST', url)).toBe('no opinion');
  });

  it('lets everybody who is somebody ask about themselves', () => {
    const url = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    expect(authorize('alice', ['dev'], 'POST', url)).toBe(
      'RBAC: allowed by ClusterRoleBinding "system:basic-user" of ClusterRole' +
        ' "system:basic-user" to Group "system:authenticated"',
    );
  });

  it('matches a path against the star at the end of a rule', () => {
    expect(authorize('alice', [], 'GET', '/apis/apps/v1')).toContain('"system:discovery"');
    expect(authorize('alice', [], 'GET', '/metrics')).toBe('no opinion');
  });

  it('matches a rule with names only by those names, and a list never', () => {
    const configMaps = '/api/v1/namespaces/kube-system/configmaps';
    const scheduler = (name: string): string =>
      authorize('system:kube-scheduler', [], 'GET', configMaps + name);
    expect(scheduler('/extension-apiserver-authentication')).toContain('to User');
    expect(scheduler('/other')).toBe('no opinion');
    expect(scheduler('')).toBe('no opinion');
  });

  it('gives view, edit and admin the rules of the roles they select', () => {
    const rulesOf = (name: string): number =>
      clusterRoles().find(({ metadata }) => metadata.name === name)?.rules?.length ?? 0;
    expect(['view', 'edit', 'admin'].map(rulesOf)).toEqual([12, 27, 29]);
  });
});

describe('the API server refuses', () => {
  it('with the errors of RBAC in the reason, where a role is missing', () => {
    const api = new ApiFixture();
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    // The reason has the form `RBAC: {errors}`.
    api.create(`${rbac}/namespaces/default/rolebindings`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'lost' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'lost' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }],
    });
    api.wait(1);
    const answer = api.call('GET', '/api/v1/namespaces/default/pods', { user: 'alice' });
    expect(messageOf(answer)).toBe(
      'pods is forbidden: User "alice" cannot list resource "pods" in API group "" in the ' +
        'namespace "default": RBAC: role.rbac.authorization.k8s.io "lost" not found',
    );
  });
});

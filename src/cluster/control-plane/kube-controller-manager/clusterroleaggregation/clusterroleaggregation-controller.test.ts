import { expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { ClusterRole } from '#k8s.io/api/rbac/v1';
import { clusterRoles } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const kind = 'ClusterRole';
const monitoring = { monitoring: 'true' };
const rule = { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list'] };

const component = 'kube-controller-manager/clusterrole-aggregation-controller';

it('leaves the complete roles of a new cluster alone', () => {
  expect(new TestControlPlane().writes(component)).toEqual([]);
});

it('writes the rules of selected roles into the role that selects them, and takes them back', () => {
  const test = new TestControlPlane();
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: monitoring }] };
  test.create(clusterRoles, { apiVersion, kind, metadata: { name: 'all' }, aggregationRule }, '');
  const metadata = { name: 'part', labels: monitoring };
  test.create(clusterRoles, { apiVersion, kind, metadata, rules: [rule, rule] }, '');
  test.run(second);
  const role = test.get<ClusterRole>(clusterRoles, 'all', '');
  expect(role.rules).toEqual([rule]);
  expect(role.metadata.managedFields?.[0]).toMatchObject({
    manager: 'clusterrole-aggregation-controller',
    operation: 'Apply',
  });

  test.do(() => test.client.delete(clusterRoles, { name: 'part' }));
  test.run(second);
  expect(test.get<ClusterRole>(clusterRoles, 'all', '').rules ?? []).toEqual([]);
});

it('passes rules on from view to edit and admin', () => {
  const test = new TestControlPlane();
  const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };
  const crons = { apiGroups: ['stable.example.com'], resources: ['crontabs'], verbs: ['get'] };
  const role = { apiVersion, kind, metadata: { name: 'crons', labels }, rules: [crons] };
  test.create(clusterRoles, role, '');
  test.run(second);
  for (const name of ['view', 'edit', 'admin']) {
    expect(test.get<ClusterRole>(clusterRoles, name, '').rules).toContainEqual(crons);
  }
});

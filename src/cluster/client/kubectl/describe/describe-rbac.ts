/** Roles and bindings. Source: describe.go RoleDescriber, RoleBindingDescriber. */
import type { ClusterRole, Role, RoleBinding } from '#k8s.io/api/rbac/v1';
import { ruleHeader, ruleRows } from '../printers/policy-rules.ts';
import type { Page } from './page.ts';
import { simpleDescriber } from './simple-describer.ts';

const withoutNamespace = { events: false } as const;

export const describeRole = simpleDescriber<Role | ClusterRole>((page, role) => {
  page.field(0, 'Name', role.metadata.name);
  page.labels('Labels', role.metadata.labels);
  page.annotations('Annotations', role.metadata.annotations);
  page.line(0, 'PolicyRule:');
  page.line(1, ruleHeader);
  page.line(1, '---------\t-----------------\t--------------\t-----');
  for (const row of ruleRows(role.rules ?? [])) page.line(1, row);
}, withoutNamespace);

export const describeBinding = simpleDescriber<RoleBinding>((page, binding) => {
  const { roleRef, subjects = [] } = binding;
  page.field(0, 'Name', binding.metadata.name);
  page.labels('Labels', binding.metadata.labels);
  page.annotations('Annotations', binding.metadata.annotations);
  page.line(0, 'Role:');
  page.field(1, 'Kind', roleRef.kind);
  page.field(1, 'Name', roleRef.name);
  describeSubjects(page, subjects);
}, withoutNamespace);

function describeSubjects(page: Page, subjects: NonNullable<RoleBinding['subjects']>): void {
  page.line(0, 'Subjects:');
  page.line(1, 'Kind\tName\tNamespace');
  page.line(1, '----\t----\t---------');
  for (const { kind, name, namespace = '' } of subjects)
    page.line(1, `${kind}\t${name}\t${namespace}`);
}

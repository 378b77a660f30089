/** Source: kubernetes pkg/printers/internalversion/printers.go, roles and bindings. */
import type {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
  Subject,
} from '#k8s.io/api/rbac/v1';
import { ageOf, definePrinter } from './printer.ts';

export const rolePrinter = definePrinter<Role | ClusterRole>(
  ['Name', 'Created At'],
  ({ metadata }) => [metadata.name, metadata.creationTimestamp],
);

const subjectCells = (subjects: readonly Subject[] = []): readonly string[] => {
  const of = (kind: string): string =>
    subjects
      .filter((subject) => subject.kind === kind)
      .map(({ name, namespace = '' }) =>
        kind === 'ServiceAccount' ? `${namespace}/${name}` : name,
      )
      .join(', ');
  return [of('User'), of('Group'), of('ServiceAccount')];
};

export const bindingPrinter = definePrinter<RoleBinding | ClusterRoleBinding>(
  ['Name', 'Role', 'Age', '*Users', '*Groups', '*ServiceAccounts'],
  (binding, now) => [
    binding.metadata.name,
    `${binding.roleRef.kind}/${binding.roleRef.name}`,
    ageOf(binding, now),
    ...subjectCells(binding.subjects),
  ],
);

/** Source: kubernetes pkg/registry/core/namespace/strategy.go and storage/storage.go. */
import type { Namespace } from '#k8s.io/api/core/v1';
import { dns1123LabelErrors } from '#k8s.io/apimachinery/validation';
import { statusStrategy, withSpec } from '../common-strategies.ts';
import { defineStrategy, type UpdateStrategy, withStatus } from '../strategy.ts';

const nameLabel = 'kubernetes.io/metadata.name';
const kubernetesFinalizer = 'kubernetes';

/** Adds the label that lets network policies select a namespace by its name. */
function withNameLabel(namespace: Namespace): Namespace {
  const { labels, name } = namespace.metadata;
  if (labels?.[nameLabel] === name) return namespace;
  return {
    ...namespace,
    metadata: { ...namespace.metadata, labels: { ...labels, [nameLabel]: name } },
  };
}

export const namespaceStrategy = defineStrategy<Namespace>({
  prepareForCreate(namespace) {
    const finalizers = namespace.spec?.finalizers ?? [];
    const spec = finalizers.includes(kubernetesFinalizer)
      ? namespace.spec
      : { finalizers: [...finalizers, kubernetesFinalizer] };
    return withStatus(withSpec(withNameLabel(namespace), spec), { phase: 'Active' });
  },
  prepareForUpdate: (namespace, old) =>
    withStatus(withSpec(withNameLabel(namespace), old.spec), old.status),
  nameErrors: dns1123LabelErrors,
  status: statusStrategy<Namespace>(),
  fields: { 'status.phase': (object) => (object as Namespace).status?.phase ?? '' },
  mayGo: ({ spec }) => (spec.finalizers ?? []).length === 0,
  holdDeletion(namespace, now) {
    if (namespace.metadata.deletionTimestamp !== undefined) {
      return (namespace.spec.finalizers ?? []).length > 0 ? namespace : undefined;
    }
    return {
      ...namespace,
      metadata: { ...namespace.metadata, deletionTimestamp: now },
      status: { ...namespace.status, phase: 'Terminating' },
    };
  },
});

/** namespaces/finalize: only the finalizers of the spec are changed. */
export const finalizeStrategy: UpdateStrategy<Namespace> = {
  prepareForUpdate: (namespace, old) => withStatus(namespace, old.status),
  validateUpdate: () => [],
};

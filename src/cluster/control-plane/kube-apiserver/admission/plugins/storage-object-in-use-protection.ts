/** Source: kubernetes plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go. */
import { type AdmissionPlugin, changed, unchanged } from '../admission.ts';

const finalizers: Readonly<Record<string, string>> = {
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  persistentvolumes: 'kubernetes.io/pv-protection',
};

export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  enabled: true,
  handles: (operation, { plural, group }, subresource) =>
    operation === 'CREATE' && group === '' && subresource === '' && plural in finalizers,
  *admit({ object, request }) {
    const finalizer = finalizers[request.resource.plural] ?? '';
    const present = object.metadata.finalizers ?? [];
    if (present.includes(finalizer)) return unchanged(object);
    const metadata = { ...object.metadata, finalizers: [...present, finalizer] };
    return changed({ ...object, metadata }, `finalizer ${finalizer}`);
  },
};

/**
 * The checks of the requests of kubelets. Models kubernetes pkg/apis/certificates helpers.go
 * ValidateKubeletClientCSR and ValidateKubeletServingCSR. Names in the extensions of a request are
 * not read.
 */
import type { CertificateSubject } from '#k8s.io/component-helpers/certificate-request';

const withoutKey = {
  client: ['client auth', 'digital signature'],
  serving: ['digital signature', 'server auth'],
} as const;

/** Why a request is not a valid one of a kubelet; undefined when it is. */
export function kubeletProblem(
  use: keyof typeof withoutKey,
  { commonName, organizations }: CertificateSubject,
  usages: readonly string[],
): string | undefined {
  if (organizations.join('\n') !== 'system:nodes') {
    return 'subject organization is not system:nodes';
  }
  if (!commonName.startsWith('system:node:')) {
    return 'subject common name does not begin with system:node:';
  }
  const least: readonly string[] = withoutKey[use];
  const asked = new Set(usages);
  const extra = [...asked].filter(
    (usage) => !least.includes(usage) && usage !== 'key encipherment',
  );
  if (extra.length === 0 && least.every((usage) => asked.has(usage))) return undefined;
  return `usages did not match [${[...least, 'key encipherment'].sort().join(' ')}]`;
}

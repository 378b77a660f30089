/**
 * The certificates that HTTPS listeners refer to: which of them can be used, and what is wrong with
 * the others.
 *
 * Models traefik pkg/provider/kubernetes/gateway kubernetes.go loadGatewayListeners, getTLSCert and
 * getCertificateBlocks. In: the references of a listener, and how to find Secrets. Out:
 * certificates, or the conditions of the listener.
 */
import { textOfBase64 } from '#base/base64';
import { err, type Result } from '#base/result';
import { type Certificate, readKeyPair } from '#cluster/node/os/certificate';
import type { Secret } from '#k8s.io/api/core/v1';
import type { SecretObjectReference } from '#k8s.io/api/gateway/v1';
import type { Finding } from './finding.ts';

/** Finds what a Gateway refers to. */
export interface Secrets {
  readonly secret: (namespace: string, name: string) => Secret | undefined;
  /** Whether a Gateway of a namespace may refer to a Secret of another one. */
  readonly isGranted: (from: string, secret: { namespace: string; name: string }) => boolean;
}

const unresolved = (reason: string, message: string): Finding => ({
  type: 'ResolvedRefs',
  status: 'False',
  ...{ reason, message },
});

const notProgrammed: Finding = {
  type: 'Programmed',
  status: 'False',
  reason: 'Invalid',
  message: 'Invalid CertificateRefs',
};

/** Each reference that cannot be used makes a condition. `namespace`: of the Gateway. */
export function certificatesOf(
  refs: readonly SecretObjectReference[],
  namespace: string,
  secrets: Secrets,
): { readonly certificates: readonly Certificate[]; readonly problems: readonly Finding[] } {
  if (refs.length === 0) {
    const message = 'One TLS CertificateRef is required in Terminate mode';
    return { certificates: [], problems: [unresolved('InvalidCertificateRef', message)] };
  }
  const certificates: Certificate[] = [];
  const problems: Finding[] = [];
  for (const ref of refs) {
    const found = certificateOf(ref, namespace, secrets);
    if (found.ok) certificates.push(found.value);
    else problems.push(found.error);
  }
  return problems.length === 0
    ? { certificates, problems }
    : { certificates: [], problems: [...problems, notProgrammed] };
}

function certificateOf(
  { group = '', kind = 'Secret', name, namespace = '' }: SecretObjectReference,
  from: string,
  secrets: Secrets,
): Result<Certificate, Finding> {
  const invalid = (message: string) => err(unresolved('InvalidCertificateRef', message));
  if (kind !== 'Secret' || (group !== '' && group !== 'core')) {
    return invalid(`Unsupported TLS CertificateRef group/kind: ${group}/${kind}`);
  }
  const where = namespace === '' ? from : namespace;
  if (where !== from && !secrets.isGranted(from, { namespace: where, name })) {
    const message = `Cannot reference CertificateRef ${where}/${name}: missing ReferenceGrant`;
    return err(unresolved('RefNotPermitted', message));
  }
  const cannot = (why: string) => invalid(`Cannot load CertificateRef ${where}/${name}: ${why}`);
  const secret = secrets.secret(where, name);
  if (secret === undefined) return cannot(`getting secret: secret "${name}" not found`);
  const { data = {} } = secret;
  const entries = ['tls.crt', 'tls.key'];
  const missing = entries.filter((entry) => data[entry] === undefined);
  const empty = entries.filter((entry) => data[entry] === '');
  const lacks =
    missing.length > 0
      ? `is missing the following TLS data entries: ${missing.join(', ')}`
      : `contains the following empty TLS data entries: ${empty.join(', ')}`;
  if (missing.length + empty.length > 0) {
    return cannot(`getting certificate blocks: secret ${where}/${name} ${lacks}`);
  }
  const [certificate = '', key = ''] = entries.map((entry) => textOfBase64(data[entry] ?? ''));
  const read = readKeyPair(certificate, key);
  return read.ok
    ? read
    : cannot(`validating certificate: unable to parse TLS certificate: ${read.error}`);
}

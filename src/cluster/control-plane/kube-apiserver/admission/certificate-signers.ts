/**
 * Who may act for a signer of certificates. Source: kubernetes pkg/registry/certificates
 * authorization.
 */
import type { AdmissionAttributes, AdmissionEnvironment } from './admission.ts';

/** Whether the user may `verb` the signer of this name, or all signers of its domain. */
export function mayActForSigner(
  environment: AdmissionEnvironment,
  { request }: AdmissionAttributes,
  verb: 'approve' | 'sign' | 'attest',
  signerName: string,
): boolean {
  const domain = signerName.split('/')[0] ?? '';
  return [signerName, `${domain}/*`].some(
    (name) =>
      environment.authorize({
        user: request.user,
        verb,
        group: 'certificates.k8s.io',
        resource: 'signers',
        subresource: '',
        namespace: '',
        name,
      }).allowed,
  );
}

/** Source: kubernetes plugin/pkg/admission/certificates/signing/admission.go. */
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
  handlesResource,
} from '../admission.ts';
import { mayActForSigner } from '../certificate-signers.ts';

export const certificateSigning = (environment: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'CertificateSigning',
  enabled: true,
  handles: handlesResource(
    ['UPDATE'],
    'certificatesigningrequests',
    'certificates.k8s.io',
    'status',
  ),
  *validate(attributes) {
    const { spec, status } = attributes.object as CertificateSigningRequest;
    const old = attributes.old as CertificateSigningRequest | undefined;
    const untouched = status?.certificate === old?.status?.certificate;
    if (untouched || mayActForSigner(environment, attributes, 'sign', spec.signerName)) {
      return admitted;
    }
    return deny(
      attributes,
      `user not permitted to sign requests with signerName "${spec.signerName}"`,
    );
  },
});

/** Source: kubernetes plugin/pkg/admission/certificates/approval/admission.go. */
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
  handlesResource,
} from '../admission.ts';
import { mayActForSigner } from '../certificate-signers.ts';

export const certificateApproval = (environment: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'CertificateApproval',
  enabled: true,
  handles: handlesResource(
    ['UPDATE'],
    'certificatesigningrequests',
    'certificates.k8s.io',
    'approval',
  ),
  *validate(attributes) {
    const { spec } = attributes.object as CertificateSigningRequest;
    if (mayActForSigner(environment, attributes, 'approve', spec.signerName)) return admitted;
    return deny(
      attributes,
      `user not permitted to approve requests with signerName "${spec.signerName}"`,
    );
  },
});

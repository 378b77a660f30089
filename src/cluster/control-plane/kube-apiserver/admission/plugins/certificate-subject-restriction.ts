/**
 * Refuses requests for client certificates of the group system:masters. Source: kubernetes
 * plugin/pkg/admission/certificates/subjectrestriction/admission.go.
 */
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import { subjectOf } from '#k8s.io/component-helpers/certificate-request';
import { type AdmissionPlugin, admitted, deny, handlesResource } from '../admission.ts';

const clientSigner = 'kubernetes.io/kube-apiserver-client';
const masters = 'system:masters';

export const certificateSubjectRestriction: AdmissionPlugin = {
  name: 'CertificateSubjectRestriction',
  enabled: true,
  handles: handlesResource(['CREATE'], 'certificatesigningrequests', 'certificates.k8s.io'),
  *validate(attributes) {
    const { request = '', signerName } = (attributes.object as CertificateSigningRequest).spec;
    if (signerName !== clientSigner) return admitted;
    const groups = subjectOf(request)?.organizations;
    if (groups === undefined) return deny(attributes, 'failed to parse CSR');
    if (!groups.includes(masters)) return admitted;
    return deny(attributes, `use of ${clientSigner} signer with ${masters} group is not allowed`);
  },
};

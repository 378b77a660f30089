/** Source: kubernetes plugin/pkg/admission/certificates/subjectrestriction/admission.go. */
import { inertPlugin } from '../admission.ts';

export const certificateSubjectRestriction = inertPlugin(
  'CertificateSubjectRestriction',
  'reads the PEM of a request, which this cluster does not parse',
);

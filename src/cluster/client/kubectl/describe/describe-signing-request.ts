/** `kubectl describe csr`. Source: describe.go CertificateSigningRequestDescriber. */
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import { humanDuration } from '#k8s.io/apimachinery/duration';
import { subjectOf } from '#k8s.io/component-helpers/certificates/certificate-request';
import { longDate } from './dates.ts';
import { pairsText, simpleDescriber } from './simple-describer.ts';

export const describeSigningRequest = simpleDescriber<CertificateSigningRequest>(
  (page, { metadata, spec, status }) => {
    page.field(0, 'Name', metadata.name);
    page.field(0, 'Labels', pairsText(metadata.labels));
    page.field(0, 'Annotations', pairsText(metadata.annotations));
    page.field(0, 'CreationTimestamp', longDate(metadata.creationTimestamp));
    page.field(0, 'Requesting User', spec.username ?? '');
    if (spec.signerName !== '') page.field(0, 'Signer', spec.signerName);
    if (spec.expirationSeconds !== undefined) {
      page.field(0, 'Requested Duration', humanDuration(spec.expirationSeconds));
    }
    page.field(0, 'Status', stateOf(status));
    const subject = subjectOf(spec.request);
    page.line(0, 'Subject:');
    page.line(0, `\tCommon Name:\t${subject?.commonName ?? ''}`);
    page.line(0, '\tSerial Number:\t');
    const [first, ...more] = subject?.organizations ?? [];
    if (first !== undefined) page.line(0, `\tOrganization:\t${first}`);
    for (const organization of more) page.line(0, `\t\t${organization}`);
  },
);

/** `Pending`, `Approved,Issued`: the decision, then its result. */
function stateOf(status: CertificateSigningRequest['status']): string {
  const types = new Set((status?.conditions ?? []).map(({ type }) => type));
  const answer = ['Denied', 'Approved'].find((type) => types.has(type)) ?? 'Pending';
  const failed = types.has('Failed') ? ['Failed'] : [];
  const issued = (status?.certificate ?? '') === '' ? [] : ['Issued'];
  return [answer, ...failed, ...issued].join(',');
}

/**
 * Who may do what, and who one is: roles, bindings, service accounts, signing requests.
 *
 * Source: describe.go RoleDescriber, RoleBindingDescriber, ServiceAccountDescriber and
 * CertificateSigningRequestDescriber.
 */

import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import type { ServiceAccount } from '#k8s.io/api/core/v1';
import type { ClusterRole, Role, RoleBinding } from '#k8s.io/api/rbac/v1';
import { humanDuration } from '#k8s.io/apimachinery/duration';
import { subjectOf } from '#k8s.io/component-helpers/certificate-request';
import { ruleHeader, ruleRows } from '../printers/policy-rules.ts';
import { longDate } from './dates.ts';
import type { Page } from './page.ts';
import { describeMetadata, pairsText, simpleDescriber } from './simple-describer.ts';

const withoutNamespace = { events: false } as const;

export const describeRole = simpleDescriber<Role | ClusterRole>((page, role) => {
  page.field(0, 'Name', role.metadata.name);
  page.labels('Labels', role.metadata.labels);
  page.annotations('Annotations', role.metadata.annotations);
  page.line(0, 'PolicyRule:');
  page.line(1, ruleHeader);
  page.line(1, '---------\t-----------------\t--------------\t-----');
  for (const row of ruleRows(role.rules ?? [])) page.line(1, row);
}, withoutNamespace);

export const describeBinding = simpleDescriber<RoleBinding>((page, binding) => {
  const { roleRef, subjects = [] } = binding;
  page.field(0, 'Name', binding.metadata.name);
  page.labels('Labels', binding.metadata.labels);
  page.annotations('Annotations', binding.metadata.annotations);
  page.line(0, 'Role:');
  page.field(1, 'Kind', roleRef.kind);
  page.field(1, 'Name', roleRef.name);
  describeSubjects(page, subjects);
}, withoutNamespace);

function describeSubjects(page: Page, subjects: NonNullable<RoleBinding['subjects']>): void {
  page.line(0, 'Subjects:');
  page.line(1, 'Kind\tName\tNamespace');
  page.line(1, '----\t----\t---------');
  for (const { kind, name, namespace = '' } of subjects)
    page.line(1, `${kind}\t${name}\t${namespace}`);
}

const pullSecretsHeader = 'Image pull secrets:';

export const describeServiceAccount = simpleDescriber<ServiceAccount>((page, account) => {
  describeMetadata(page, account);
  const names = (account.imagePullSecrets ?? []).map(({ name = '' }) => name);
  if (names.length === 0) page.line(0, `${pullSecretsHeader}\t<none>`);
  names.forEach((name, i) => {
    page.line(0, `${i === 0 ? pullSecretsHeader : ' '.repeat(pullSecretsHeader.length)}\t${name}`);
  });
});

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

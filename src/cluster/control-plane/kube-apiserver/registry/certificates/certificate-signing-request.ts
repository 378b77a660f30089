/**
 * Source: kubernetes pkg/registry/certificates/certificates/strategy.go, pkg/apis/certificates/
 * validation. The server records the requester; of the PEM block only the first line is checked.
 */
import { textOfBase64 } from '#base/base64';
import { ok } from '#base/result';
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import {
  duplicate,
  type FieldError,
  indexPath,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { UserInfo } from '../../authenticator/user-info.ts';
import { statusStrategy, withSpec } from '../common-strategies.ts';
import type { Errors } from '../generic/checks.ts';
import { signerNameErrors } from '../generic/signer-name.ts';
import type { StoreHooks } from '../store-options.ts';
import { defineStrategy, withStatus } from '../strategy.ts';

const leastSeconds = 600;

/** Source: k8s.io/api/certificates/v1 KeyUsage. */
const knownUsages = [
  'signing',
  'digital signature',
  'content commitment',
  'key encipherment',
  'key agreement',
  'data encipherment',
  'cert sign',
  'crl sign',
  'encipher only',
  'decipher only',
  'any',
  'server auth',
  'client auth',
  'code signing',
  'email protection',
  's/mime',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'timestamping',
  'ocsp signing',
  'microsoft sgc',
  'netscape sgc',
];

/** Each usage must be known, and none may appear twice. */
function usageErrors(usages: readonly string[]): Errors {
  if (usages.length === 0) return [required('spec.usages')];
  const at = (index: number): string => indexPath('spec.usages', index);
  return [
    ...usages.flatMap((usage, index) =>
      knownUsages.includes(usage) ? [] : [notSupported(at(index), usage, knownUsages)],
    ),
    ...usages.flatMap((usage, index) =>
      usages.indexOf(usage) === index ? [] : [duplicate(at(index), usage)],
    ),
  ];
}

function validate({ spec }: CertificateSigningRequest): Errors {
  const errors: FieldError[] = [];
  const { request = '', usages = [], signerName = '', expirationSeconds } = spec;
  const text = textOfBase64(request) ?? '';
  if (!text.includes('-----BEGIN CERTIFICATE REQUEST-----')) {
    const detail = 'PEM block type must be CERTIFICATE REQUEST';
    errors.push(invalidValue('spec.request', request, detail));
  }
  errors.push(...usageErrors(usages));
  if (expirationSeconds !== undefined && expirationSeconds < leastSeconds) {
    const detail = 'may not specify a duration less than 600 seconds (10 minutes)';
    errors.push(invalidValue('spec.expirationSeconds', expirationSeconds, detail));
  }
  return [...errors, ...signerNameErrors('spec.signerName', signerName)];
}

export const certificateSigningRequestStrategy = defineStrategy<CertificateSigningRequest>({
  prepareForCreate: (request) => withStatus(request, {}),
  validate,
  prepareForUpdate: (request, old) => withStatus(withSpec(request, old.spec), old.status),
  status: statusStrategy<CertificateSigningRequest>(),
  fields: {
    'spec.signerName': (request) => (request as CertificateSigningRequest).spec.signerName,
  },
});

/** The request with the name of its creator, whatever was sent. Source: PrepareForCreate. */
function withRequester(object: KubeObject, user: UserInfo): KubeObject {
  const { spec } = object as CertificateSigningRequest;
  const { username: _, uid: __, groups: ___, extra: ____, ...asked } = spec;
  return {
    ...object,
    spec: {
      ...asked,
      username: user.name,
      ...(user.uid !== '' && { uid: user.uid }),
      groups: user.groups,
      ...(Object.keys(user.extra).length > 0 && { extra: user.extra }),
    },
  };
}

/** Records the requester of a new request. */
export const requesterHooks: StoreHooks = {
  *beginCreate({ user }, object) {
    return ok({ object: withRequester(object, user), *revert() {} });
  },
};

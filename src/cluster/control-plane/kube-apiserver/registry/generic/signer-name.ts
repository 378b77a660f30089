/**
 * Names of signers, and of the bundles of trust anchors that belong to one.
 * Source: kubernetes pkg/apis/core/validation names.go.
 */
import { type FieldError, invalidValue, required, tooLong } from '#k8s.io/apimachinery/field-error';
import { dns1123LabelErrors, dns1123SubdomainErrors } from '#k8s.io/apimachinery/validation';
import type { Errors } from './checks.ts';

const longestDomain = 253;
/** A domain, a slash, a namespace, a dot and the name of an object in it. */
const longestName = 571;

/** Source: ValidateSignerName. */
export function signerNameErrors(path: string, name: string): Errors {
  if (name === '') return [required(path)];
  const [domain = '', rest, more] = name.split('/');
  if (rest === undefined || more !== undefined) {
    const detail =
      "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalidValue(path, name, detail)];
  }
  const errors: FieldError[] = domain.length > longestDomain ? [tooLong(path, longestDomain)] : [];
  const labels = domain.split('.');
  errors.push(...labelErrors(path, domain, labels, dns1123LabelErrors));
  if (labels.length < 2) {
    const detail = 'should be a domain with at least two segments separated by dots';
    errors.push(invalidValue(path, domain, detail));
  }
  errors.push(...labelErrors(path, rest, rest.split('.'), dns1123SubdomainErrors));
  if (name.length > longestName) errors.push(tooLong(path, longestName));
  return errors;
}

/** The errors of the first label that has some. */
function labelErrors(
  path: string,
  value: string,
  labels: readonly string[],
  check: (label: string) => readonly string[],
): Errors {
  const wrong = labels.find((label) => check(label).length > 0);
  if (wrong === undefined) return [];
  return check(wrong).map((text) =>
    invalidValue(path, value, `validating label "${wrong}": ${text}`),
  );
}

/**
 * What a bundle must be called for its signer; `''`: it has none.
 * Source: ValidateClusterTrustBundleName.
 */
export function trustBundleNameErrors(signerName: string, name: string): readonly string[] {
  if (signerName === '') {
    return name.includes(':')
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : dns1123SubdomainErrors(name);
  }
  const prefix = `${signerName.replaceAll('/', ':')}:`;
  if (name.startsWith(prefix)) return dns1123SubdomainErrors(name.slice(prefix.length));
  return [`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`];
}

/** Source: extractSignerNameFromClusterTrustBundleName. */
export function signerNameIn(bundle: string): string {
  const at = bundle.lastIndexOf(':');
  return at < 0 ? '' : bundle.slice(0, at).replaceAll(':', '/');
}

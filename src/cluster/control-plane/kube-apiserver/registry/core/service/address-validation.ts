/**
 * Checks of the addresses and address families that a Service requests.
 *
 * Models kubernetes pkg/apis/core/validation ValidateServiceClusterIPsRelatedFields and
 * ValidateEndpointIP, and the part of pkg/registry/core/service storage/alloc.go initIPFamilyFields
 * that refuses requests in a cluster with only IPv4.
 */
import type { ServiceSpec } from '#k8s.io/api/core/v1';
import {
  duplicate,
  type FieldError,
  indexPath,
  invalidValue,
  notSupported,
} from '#k8s.io/apimachinery/field-error';
import { ipErrors, isIPv4 } from '#k8s.io/apimachinery/validation';

const path = 'spec.clusterIPs';

/** Checks that `clusterIP`, `clusterIPs` and `ipFamilies` are consistent. */
export function validateAddressFields(spec: ServiceSpec): readonly FieldError[] {
  if (spec.type === 'ExternalName') return [];
  const { clusterIP = '', clusterIPs: ips = [], ipFamilies: families = [] } = spec;
  const errors: FieldError[] = [];
  const wrong = (detail: string): void => {
    errors.push(invalidValue(path, ips, detail));
  };
  if (clusterIP !== '' && ips.length > 0 && ips[0] !== clusterIP) {
    wrong('first value must match `clusterIP`');
  } else if (clusterIP === '' && ips.length > 0) {
    wrong('must be empty when `clusterIP` is not specified');
  }
  for (const [index, family] of families.entries()) {
    const field = indexPath('spec.ipFamilies', index);
    if (!['IPv4', 'IPv6'].includes(family)) {
      errors.push(notSupported(field, family, ['IPv4', 'IPv6']));
    } else if (families.indexOf(family) < index) errors.push(duplicate(field, family));
  }
  const misread = ips.some((ip, index) => readProblems(ip, index, ips, errors));
  if (ips.length > 2) wrong('may only hold up to 2 values');
  if (misread) return errors;
  if (ips.length > 1 && new Set(ips.map(isIPv4)).size === 1) {
    wrong('may specify no more than one IP for each IP family');
  }
  if (ips[0] === 'None') return errors;
  for (const [index, ip] of ips.entries()) {
    const family = families[index];
    if (family === undefined || family === (isIPv4(ip) ? 'IPv4' : 'IPv6')) continue;
    const why = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    errors.push(invalidValue(indexPath(path, index), ip, why));
  }
  return errors;
}

/** Adds the errors in the text of one address; returns true when there are any. */
function readProblems(
  ip: string,
  index: number,
  ips: readonly string[],
  errors: FieldError[],
): boolean {
  if (index === 0 && ip === 'None') {
    if (ips.length === 1) return false;
    errors.push(invalidValue(path, ips, "'None' must be the first and only value"));
    return true;
  }
  const texts = ipErrors(ip);
  for (const text of texts) errors.push(invalidValue(indexPath(path, index), ip, text));
  return texts.length > 0;
}

/** External addresses must not be special ones such as loopback addresses. */
export const validateAddresses = ({ externalIPs = [] }: ServiceSpec): readonly FieldError[] =>
  externalIPs.flatMap((ip, index) =>
    endpointIPErrors(ip).map((text) =>
      invalidValue(indexPath('spec.externalIPs', index), ip, text),
    ),
  );

/** Why traffic of a service cannot go to an address. Source: ValidateEndpointIP. */
export function endpointIPErrors(ip: string): readonly string[] {
  const texts = ipErrors(ip);
  const special = specialRange(ip);
  return texts.length > 0 || special === undefined ? texts : [special];
}

function specialRange(ip: string): string | undefined {
  const low = ip.toLowerCase();
  if (ip === '0.0.0.0' || low === '::') return `may not be unspecified (${ip})`;
  if (ip.startsWith('127.') || low === '::1') {
    return 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
  }
  if (ip.startsWith('169.254.') || low.startsWith('fe80:')) {
    return 'may not be in the link-local range (169.254.0.0/16, fe80::/10)';
  }
  if (ip.startsWith('224.0.0.') || low.startsWith('ff02:')) {
    return 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)';
  }
  return undefined;
}

/** Errors for what a cluster with only IPv4 services cannot provide. */
export function unconfiguredFamilies(spec: ServiceSpec): readonly FieldError[] {
  if (isOpenHeadless(spec)) return [];
  const policy = spec.ipFamilyPolicy;
  const dual =
    policy === 'RequireDualStack'
      ? [
          invalidValue(
            'spec.ipFamilyPolicy',
            policy,
            'this cluster is not configured for dual-stack services',
          ),
        ]
      : [];
  const families = (spec.ipFamilies ?? []).flatMap((family, index) =>
    family === 'IPv6'
      ? [
          invalidValue(
            indexPath('spec.ipFamilies', index),
            family,
            'not configured on this cluster',
          ),
        ]
      : [],
  );
  return [...dual, ...families];
}

/** A headless service without a selector: the author of its endpoints chooses their family. */
const isOpenHeadless = ({ clusterIP, clusterIPs, selector }: ServiceSpec): boolean =>
  (clusterIP ?? clusterIPs?.[0]) === 'None' && Object.keys(selector ?? {}).length === 0;

/** The families for a service that has none. */
export function familiesOf(spec: ServiceSpec): Pick<ServiceSpec, 'ipFamilies' | 'ipFamilyPolicy'> {
  const open = isOpenHeadless(spec);
  const ipFamilyPolicy = spec.ipFamilyPolicy ?? (open ? 'RequireDualStack' : 'SingleStack');
  const given = spec.ipFamilies ?? [];
  const first = given.length > 0 ? given : (['IPv4'] as const);
  const single = !open || ipFamilyPolicy === 'SingleStack' || first.length > 1;
  if (single) return { ipFamilyPolicy, ipFamilies: first };
  return { ipFamilyPolicy, ipFamilies: [...first, first[0] === 'IPv6' ? 'IPv4' : 'IPv6'] };
}

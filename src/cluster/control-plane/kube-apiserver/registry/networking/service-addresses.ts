/**
 * IPAddress and ServiceCIDR: which addresses services may have, and which are taken.
 *
 * Source: kubernetes pkg/registry/networking/{ipaddress,servicecidr},
 * pkg/apis/networking/validation.
 */
import type { IPAddress, ServiceCIDR } from '#k8s.io/api/networking/v1';
import { invalidValue, required } from '#k8s.io/apimachinery/field-error';
import {
  canonicalIpErrors,
  cidrErrors,
  dns1123SubdomainErrors,
} from '#k8s.io/apimachinery/validation';
import { immutableField, statusStrategy } from '../common-strategies.ts';
import { type Errors, formed, none, presentAndFormed } from '../generic/checks.ts';
import { pathSegmentErrors } from '../rbac/strategies.ts';
import { defineStrategy, withStatus } from '../strategy.ts';

/** Source: validateIPAddressParentReference. */
function validateParent({ spec }: IPAddress): Errors {
  const at = 'spec.parentRef';
  if (spec?.parentRef === undefined) return [required(at)];
  const { group = '', resource, name, namespace = '' } = spec.parentRef;
  return [
    ...(group === '' ? none : formed(`${at}.group`, group, dns1123SubdomainErrors(group))),
    ...presentAndFormed(`${at}.resource`, resource, pathSegmentErrors),
    ...presentAndFormed(`${at}.name`, name, pathSegmentErrors),
    ...formed(`${at}.namespace`, namespace, pathSegmentErrors(namespace)),
  ];
}

export const ipAddressStrategy = defineStrategy<IPAddress>({
  // Its name is the address.
  nameErrors: canonicalIpErrors,
  validate: validateParent,
  validateUpdate: (address, old) =>
    immutableField(
      'spec',
      'parentRef',
      address.spec?.parentRef ?? null,
      old.spec?.parentRef ?? null,
    ),
});

const cidrs = 'spec.cidrs';
const family = (cidr: string): 'IPv4' | 'IPv6' => (cidr.includes(':') ? 'IPv6' : 'IPv4');

/** Source: validateServiceCIDRSpec. */
function validateRanges({ spec }: ServiceCIDR): Errors {
  const ranges = spec?.cidrs ?? [];
  const [first = '', second] = ranges;
  if (first === '') return [required(cidrs, 'at least one CIDR required')];
  if (ranges.length > 2)
    return [invalidValue(cidrs, { cidrs: ranges }, 'may only hold up to 2 values')];
  const errors = ranges.flatMap((range, index) =>
    formed(`${cidrs}[${index}]`, range, cidrErrors(range)),
  );
  if (second === undefined || family(first) !== family(second)) return errors;
  const oneOfEach =
    'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  return [...errors, invalidValue(cidrs, ranges, oneOfEach)];
}

/** A second range may be added, of the other family. Source: ValidateServiceCIDRUpdate. */
function validateRangesUpdate(range: ServiceCIDR, old: ServiceCIDR): Errors {
  const [now, before] = [range.spec?.cidrs ?? [], old.spec?.cidrs ?? []];
  const grows = before.length === 1 && now.length === 2;
  if (now.length !== before.length && !grows) return immutableField('spec', 'cidrs', now, before);
  const kept = before.flatMap((each, index) =>
    immutableField('', `${cidrs}[${index}]`, now[index], each),
  );
  return grows ? [...kept, ...validateRanges(range)] : kept;
}

export const serviceCidrStrategy = defineStrategy<ServiceCIDR>({
  prepareForCreate: (object) => withStatus(object, {}),
  validate: validateRanges,
  prepareForUpdate: (object, old) => withStatus(object, old.status),
  validateUpdate: validateRangesUpdate,
  status: statusStrategy<ServiceCIDR>(),
});

/** Source: kubernetes pkg/registry/networking/networkpolicy, pkg/apis/networking/validation. */
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '#k8s.io/api/networking/v1';
import { forbiddenField, invalidValue, required } from '#k8s.io/apimachinery/field-error';
import { cidrErrors, portNameErrors, portNumberErrors } from '#k8s.io/apimachinery/validation';
import { generational } from '../common-strategies.ts';
import { among, type Errors, each, formed, none } from '../generic/checks.ts';
import { validateLabelSelector } from '../generic/label-selector-validation.ts';
import { defineStrategy } from '../strategy.ts';

const protocols = ['TCP', 'UDP', 'SCTP'];
function validatePort({ protocol, port, endPort }: NetworkPolicyPort, path: string): Errors {
  const errors = [...among(`${path}.protocol`, protocol, protocols)];
  const end = `${path}.endPort`;
  const refuseEnd = (what: string) =>
    errors.push(invalidValue(end, endPort, `may not be specified when \`port\` is ${what}`));
  if (typeof port === 'number') {
    errors.push(...formed(`${path}.port`, port, portNumberErrors(port)));
    if (endPort !== undefined && endPort < port) {
      const detail = 'must be greater than or equal to `port`';
      errors.push(invalidValue(end, port, detail));
    }
    if (endPort !== undefined) errors.push(...formed(end, endPort, portNumberErrors(endPort)));
  } else if (port !== undefined) {
    if (endPort !== undefined) refuseEnd('non-numeric');
    errors.push(...formed(`${path}.port`, port, portNameErrors(port)));
  } else if (endPort !== undefined) {
    refuseEnd('not specified');
  }
  return errors;
}

/** Source: ValidateIPBlock. */
function exceptErrors({ cidr, except = [] }: IPBlock, path: string): Errors {
  if (cidrErrors(cidr).length > 0) return none;
  return except.flatMap((inner, index): Errors => {
    const field = `${path}[${index}]`;
    const wrong = formed(field, inner, cidrErrors(inner));
    if (wrong.length > 0 || isWithin(inner, cidr)) return wrong;
    return [invalidValue(field, inner, 'must be a strict subset of `cidr`')];
  });
}

/** Whether an IPv4 network lies within another; true for IPv6, which is not checked. */
function isWithin(inner: string, outer: string): boolean {
  const bitsOf = (cidr: string): readonly [bits: string, length: number] => {
    const [address = '', length = ''] = cidr.split('/');
    const octets = address.split('.').map((each) => Number(each).toString(2).padStart(8, '0'));
    return [octets.join(''), Number(length)];
  };
  if (inner.includes(':') || outer.includes(':')) return true;
  const [bits, length] = bitsOf(inner);
  const [outerBits, outerLength] = bitsOf(outer);
  return length > outerLength && bits.startsWith(outerBits.slice(0, outerLength));
}

function validatePeer(
  { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer,
  path: string,
) {
  const errors = [
    ...(podSelector === undefined
      ? none
      : validateLabelSelector(podSelector, `${path}.podSelector`)),
    ...(namespaceSelector === undefined
      ? none
      : validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`)),
  ];
  if (ipBlock !== undefined) {
    const field = `${path}.ipBlock.cidr`;
    if (ipBlock.cidr === '') errors.push(required(field));
    else {
      errors.push(...formed(field, ipBlock.cidr, cidrErrors(ipBlock.cidr)));
      errors.push(...exceptErrors(ipBlock, `${path}.ipBlock.except`));
    }
    if (podSelector !== undefined || namespaceSelector !== undefined) {
      const detail = 'may not specify both ipBlock and another peer';
      errors.push(forbiddenField(path, detail));
    }
  } else if (podSelector === undefined && namespaceSelector === undefined) {
    errors.push(required(path, 'must specify a peer'));
  }
  return errors;
}

function validate({ spec }: NetworkPolicy): Errors {
  const { policyTypes = [] } = spec;
  const allowed = ['Ingress', 'Egress'];
  const tooMany = 'may not specify more than two policyTypes';
  return [
    ...validateLabelSelector(spec.podSelector ?? {}, 'spec.podSelector'),
    ...each(spec.ingress, 'spec.ingress', ({ ports, from }, path) => [
      ...each(ports, `${path}.ports`, validatePort),
      ...each(from, `${path}.from`, validatePeer),
    ]),
    ...each(spec.egress, 'spec.egress', ({ ports, to }, path) => [
      ...each(ports, `${path}.ports`, validatePort),
      ...each(to, `${path}.to`, validatePeer),
    ]),
    ...(policyTypes.length > allowed.length
      ? [invalidValue('spec.policyTypes', policyTypes, tooMany)]
      : each(policyTypes, 'spec.policyTypes', (type, path) => among(path, type, allowed))),
  ];
}

export const networkPolicyStrategy = defineStrategy<NetworkPolicy>({
  ...generational<NetworkPolicy>(undefined),
  validate,
  validateUpdate: validate,
  createOnUpdate: true,
});

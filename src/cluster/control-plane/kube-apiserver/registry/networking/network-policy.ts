/** Source: kubernetes pkg/registry/networking/networkpolicy, pkg/apis/networking/validation. */
import type {
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '#k8s.io/api/networking/v1';
import { forbiddenField, invalidValue, required } from '#k8s.io/apimachinery/field-error';
import { cidrErrors, portNameErrors, portNumberErrors } from '#k8s.io/apimachinery/validation';
import { generational } from '../common-strategies.ts';
import { choice, type Errors, each, formed, none } from '../generic/checks.ts';
import { validateLabelSelector } from '../generic/label-selector-validation.ts';
import { defineStrategy } from '../strategy.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];
function validatePort({ protocol, port, endPort }: NetworkPolicyPort, path: string): Errors {
  const errors = [...choice(`${path}.protocol`, protocol, protocols)];
  if (typeof port === 'number') {
    errors.push(...formed(`${path}.port`, port, portNumberErrors(port)));
    if (endPort !== undefined && endPort < port) {
      const detail = 'must be greater than or equal to `port`';
      errors.push(invalidValue(`${path}.endPort`, endPort, detail));
    }
  } else if (port !== undefined) {
    errors.push(...formed(`${path}.port`, port, portNameErrors(port)));
  } else if (endPort !== undefined) {
    errors.push(required(`${path}.port`, 'must be specified when `endPort` is used'));
  }
  return errors;
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
    else errors.push(...formed(field, ipBlock.cidr, cidrErrors(ipBlock.cidr)));
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
  const allowed = ['Egress', 'Ingress'];
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
      : each(policyTypes, 'spec.policyTypes', (type, path) => choice(path, type, allowed))),
  ];
}

export const networkPolicyStrategy = defineStrategy<NetworkPolicy>({
  ...generational<NetworkPolicy>(undefined),
  validate,
  validateUpdate: validate,
  createOnUpdate: true,
});

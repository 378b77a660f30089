/**
 * Source: kubernetes pkg/registry/networking/{ingress,ingressclass},
 * pkg/apis/networking/validation.
 */
import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressClass,
} from '#k8s.io/api/networking/v1';
import { invalidValue, required } from '#k8s.io/apimachinery/field-error';
import {
  dns1035LabelErrors,
  dns1123SubdomainErrors,
  isIPv4,
  isIPv6,
  portNameErrors,
  portNumberErrors,
  wildcardSubdomainErrors,
} from '#k8s.io/apimachinery/validation';
import { generational } from '../common-strategies.ts';
import { type Errors, each, formed, none, presentAndFormed, same } from '../generic/checks.ts';
import { defineStrategy } from '../strategy.ts';

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];

/** Source: validateIngressBackend. */
function validateBackend(backend: IngressBackend | undefined, path: string): Errors {
  const { service, resource } = backend ?? {};
  if (service !== undefined && resource !== undefined) {
    return [invalidValue(path, '', 'cannot set both resource and service backends')];
  }
  if (service === undefined) {
    if (resource !== undefined) return none;
    return [invalidValue(path, '', 'resource or service backend is required')];
  }
  const { name = '', number = 0 } = service.port ?? {};
  const errors = [...presentAndFormed(`${path}.service.name`, service.name, dns1035LabelErrors)];
  if (name !== '' && number !== 0) {
    errors.push(invalidValue(path, '', 'cannot set both port name & port number'));
  } else if (name !== '') {
    errors.push(...formed(`${path}.service.port.name`, name, portNameErrors(name)));
  } else if (number !== 0) {
    errors.push(...formed(`${path}.service.port.number`, number, portNumberErrors(number)));
  } else errors.push(required(path, 'port name or number is required'));
  return errors;
}

function validatePath({ path = '', pathType, backend }: HTTPIngressPath, field: string): Errors {
  const errors = [];
  if (pathType === undefined)
    errors.push(required(`${field}.pathType`, 'pathType must be specified'));
  else if (!pathTypes.includes(pathType)) {
    const detail = `supported values: ${pathTypes.map((type) => `"${type}"`).join(', ')}`;
    errors.push({
      type: 'FieldValueNotSupported' as const,
      field: `${field}.pathType`,
      badValue: pathType,
      detail,
    });
  }
  const absolute = pathType === 'Exact' || pathType === 'Prefix' || path !== '';
  if (absolute && !path.startsWith('/')) {
    errors.push(invalidValue(`${field}.path`, path, 'must be an absolute path'));
  }
  return [...errors, ...validateBackend(backend, `${field}.backend`)];
}

function validateHost(host: string | undefined, field: string): Errors {
  if (host === undefined || host === '') return none;
  if (isIPv4(host) || isIPv6(host)) {
    return [invalidValue(field, host, 'must be a DNS name, not an IP address')];
  }
  const check = host.includes('*') ? wildcardSubdomainErrors : dns1123SubdomainErrors;
  return formed(field, host, check(host));
}

function validate({ spec }: Ingress): Errors {
  const { rules = [], defaultBackend, ingressClassName } = spec;
  const errors = [];
  if (rules.length === 0 && defaultBackend === undefined) {
    const detail = 'either `defaultBackend` or `rules` must be specified';
    errors.push(invalidValue('spec', rules, detail));
  }
  if (defaultBackend !== undefined) {
    errors.push(...validateBackend(defaultBackend, 'spec.defaultBackend'));
  }
  errors.push(
    ...each(rules, 'spec.rules', ({ host, http }, field) => [
      ...validateHost(host, `${field}.host`),
      ...(http !== undefined && (http.paths ?? []).length === 0
        ? [required(`${field}.http.paths`)]
        : each(http?.paths, `${field}.http.paths`, validatePath)),
    ]),
  );
  if (ingressClassName !== undefined) {
    const texts = dns1123SubdomainErrors(ingressClassName);
    errors.push(...formed('spec.ingressClassName', ingressClassName, texts));
  }
  return errors;
}

const classAnnotation = 'kubernetes.io/ingress.class';

export const ingressStrategy = defineStrategy<Ingress>({
  ...generational<Ingress>({ loadBalancer: {} }),
  validate,
  warningsOnCreate: ({ metadata, spec }) =>
    metadata.annotations?.[classAnnotation] === undefined || spec?.ingressClassName !== undefined
      ? []
      : [
          `annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`,
        ],
  validateUpdate: validate,
  createOnUpdate: true,
});

const domainPrefixed = (text: string): readonly string[] => {
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1) {
    return ['must be a domain-prefixed path (such as "acme.io/foo")'];
  }
  return dns1123SubdomainErrors(text.slice(0, slash));
};

const validateClass = ({ spec }: IngressClass): Errors =>
  presentAndFormed('spec.controller', spec?.controller, domainPrefixed);

export const ingressClassStrategy = defineStrategy<IngressClass>({
  ...generational<IngressClass>(undefined),
  validate: validateClass,
  validateUpdate: (ingressClass, old) => [
    ...same('spec.controller', ingressClass.spec?.controller, old.spec?.controller),
  ],
});

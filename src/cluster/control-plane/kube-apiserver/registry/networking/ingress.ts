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
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  isIPv4,
  isIPv6,
  portNameErrors,
  portNumberErrors,
  wildcardSubdomainErrors,
} from '#k8s.io/apimachinery/validation';
import { generational } from '../common-strategies.ts';
import {
  type Errors,
  each,
  formed,
  needed,
  none,
  presentAndFormed,
  same,
} from '../generic/checks.ts';
import { pathSegmentErrors } from '../rbac/strategies.ts';
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
  const errors = [...presentAndFormed(`${path}.service.name`, service.name, dns1123LabelErrors)];
  if (name !== '' && number !== 0) {
    errors.push(invalidValue(path, '', 'cannot set both port name & port number'));
  } else if (name !== '') {
    errors.push(...formed(`${path}.service.port.name`, name, portNameErrors(name)));
  } else if (number !== 0) {
    errors.push(...formed(`${path}.service.port.number`, number, portNumberErrors(number)));
  } else errors.push(required(path, 'port name or number is required'));
  return errors;
}

/** Source: invalidPathSequences, invalidPathSuffixes. */
const partErrors = (path: string, field: string): Errors => [
  ...['//', '/./', '/../', '%2f', '%2F']
    .filter((part) => path.includes(part))
    .map((part) => invalidValue(`${field}.path`, path, `must not contain '${part}'`)),
  ...['/..', '/.']
    .filter((end) => path.endsWith(end))
    .map((end) => invalidValue(`${field}.path`, path, `cannot end with '${end}'`)),
];

function validatePath({ path = '', pathType, backend }: HTTPIngressPath, field: string): Errors {
  const errors = [];
  if ((pathType ?? undefined) === undefined || pathType === undefined) {
    return [required(`${field}.pathType`, 'pathType must be specified')];
  }
  if (!pathTypes.includes(pathType)) {
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
  if (pathType === 'Exact' || pathType === 'Prefix') errors.push(...partErrors(path, field));
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
    errors.push(invalidValue('spec', spec?.rules ?? null, detail));
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
  errors.push(
    ...each(spec.tls, 'spec.tls', ({ hosts, secretName = '' }, field) => [
      ...each(hosts, `${field}.hosts`, (host, place) => {
        const check = host.includes('*') ? wildcardSubdomainErrors : dns1123SubdomainErrors;
        return formed(place, host, check(host));
      }),
      ...(secretName === ''
        ? none
        : formed(`${field}.secretName`, secretName, dns1123SubdomainErrors(secretName))),
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

const validateClass = ({ spec }: IngressClass): Errors => [
  ...presentAndFormed('spec.controller', spec?.controller, domainPrefixed),
  ...validateParameters(spec?.parameters),
];

/** Source: validateIngressClassParametersReference. */
function validateParameters(parameters: IngressClass['spec']['parameters']): Errors {
  if (parameters === undefined) return none;
  const path = 'spec.parameters';
  const { apiGroup = '', kind, name, scope, namespace } = parameters;
  const errors: FieldError[] = [
    ...(apiGroup === ''
      ? none
      : formed(`${path}.apiGroup`, apiGroup, dns1123SubdomainErrors(apiGroup))),
    ...presentAndFormed(`${path}.kind`, kind, pathSegmentErrors),
    ...presentAndFormed(`${path}.name`, name, pathSegmentErrors),
    ...needed(`${path}.scope`, scope, ['Cluster', 'Namespace']),
  ];
  const at = `${path}.namespace`;
  if (scope === 'Namespace') {
    const detail = "`parameters.scope` is set to 'Namespace'";
    if (namespace === undefined) errors.push(required(at, detail));
    else errors.push(...formed(at, namespace, dns1123LabelErrors(namespace)));
  } else if (scope === 'Cluster' && namespace !== undefined) {
    errors.push(forbiddenField(at, "`parameters.scope` is set to 'Cluster'"));
  }
  return errors;
}

export const ingressClassStrategy = defineStrategy<IngressClass>({
  ...generational<IngressClass>(undefined),
  validate: validateClass,
  validateUpdate: (ingressClass, old) => [
    ...same('spec.controller', ingressClass.spec?.controller, old.spec?.controller),
  ],
});

/**
 * Claims for devices, their templates, classes and slices, in clusters with drivers for devices.
 * Source: kubernetes pkg/registry/resource and pkg/apis/resource/validation.
 */
import type {
  DeviceClaim,
  DeviceClass,
  DeviceRequest,
  DeviceSelector,
  DeviceSubRequest,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceClaimTemplate,
  ResourceSlice,
} from '#k8s.io/api/resource/v1';
import { forbiddenField, invalidValue, required, tooMany } from '#k8s.io/apimachinery/field-error';
import { dns1123LabelErrors, dns1123SubdomainErrors } from '#k8s.io/apimachinery/validation';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import { compileSelector } from '#k8s.io/dynamic-resource-allocation/device-selector';
import { generational, statusStrategy } from '../common-strategies.ts';
import {
  choice,
  distinct,
  type Errors,
  each,
  none,
  presentAndFormed,
  same,
} from '../generic/checks.ts';
import { type AnyStrategy, defineStrategy, withStatus } from '../strategy.ts';

/** Sources: DeviceRequestsMaxSize, ResourceSliceMaxDevices. */
const maxRequests = 32;
const maxDevices = 128;

/** What takes the place of the strategies that every cluster has, by resource. */
export const deviceStrategies = (cel: Cel): Readonly<Record<string, AnyStrategy>> => ({
  'resourceclaims.resource.k8s.io': defineStrategy<ResourceClaim>({
    prepareForCreate: (claim) => withStatus({ ...claim, spec: defaulted(claim.spec) }, {}),
    validate: ({ spec }) => validateClaim(cel, spec.devices, 'spec.devices'),
    prepareForUpdate: (claim, old) =>
      withStatus({ ...claim, spec: defaulted(claim.spec) }, old.status),
    validateUpdate: (claim, old) => same('spec', claim.spec, old.spec),
    status: statusStrategy<ResourceClaim>({ validateUpdate: validateStatus }),
  }),
  'resourceclaimtemplates.resource.k8s.io': defineStrategy<ResourceClaimTemplate>({
    prepareForCreate: defaultedTemplate,
    validate: ({ spec }) => validateClaim(cel, spec.spec.devices, 'spec.spec.devices'),
    prepareForUpdate: defaultedTemplate,
    validateUpdate: (template, old) => same('spec', template.spec, old.spec),
  }),
  'deviceclasses.resource.k8s.io': defineStrategy<DeviceClass>({
    ...generational<DeviceClass>(undefined),
    validate: ({ spec }) => validateSelectors(cel, spec.selectors, 'spec.selectors'),
    validateUpdate: ({ spec }) => validateSelectors(cel, spec.selectors, 'spec.selectors'),
  }),
  'resourceslices.resource.k8s.io': defineStrategy<ResourceSlice>({
    ...generational<ResourceSlice>(undefined),
    validate: validateSlice,
    validateUpdate: (slice, old) => [
      ...validateSlice(slice),
      ...same('spec.driver', slice.spec.driver, old.spec.driver),
      ...same('spec.nodeName', slice.spec.nodeName ?? null, old.spec.nodeName ?? null),
      ...same('spec.pool.name', slice.spec.pool.name, old.spec.pool.name),
    ],
    fields: {
      'spec.nodeName': (object) => specOf(object)['nodeName'] ?? '',
      'spec.driver': (object) => specOf(object)['driver'] ?? '',
    },
  }),
});

const specOf = (object: { readonly spec?: unknown }): Readonly<Record<string, string>> =>
  (object.spec ?? {}) as Readonly<Record<string, string>>;

const defaultedTemplate = (template: ResourceClaimTemplate): ResourceClaimTemplate => ({
  ...template,
  spec: { ...template.spec, spec: defaulted(template.spec.spec) },
});

/** Source: apis/resource/v1 SetDefaults_ExactDeviceRequest and SetDefaults_DeviceSubRequest. */
function defaulted(spec: ResourceClaim['spec']): ResourceClaim['spec'] {
  const { devices } = spec;
  if (devices?.requests === undefined) return spec;
  const requests = devices.requests.map(({ exactly, firstAvailable, ...request }) => ({
    ...request,
    ...(exactly && { exactly: counted(exactly) }),
    ...(firstAvailable && { firstAvailable: firstAvailable.map(counted) }),
  }));
  return { ...spec, devices: { ...devices, requests } };
}

function counted<T extends ExactDeviceRequest | DeviceSubRequest>(request: T): T {
  const allocationMode = request.allocationMode ?? 'ExactCount';
  const isCounted = allocationMode === 'ExactCount' && (request.count ?? 0) === 0;
  return { ...request, allocationMode, ...(isCounted && { count: 1 }) };
}

/** Source: validateDeviceClaim. */
function validateClaim(cel: Cel, claim: DeviceClaim = {}, path: string): Errors {
  const { requests = [], constraints } = claim;
  const names = requests.map(({ name }) => name);
  const known = new Set([
    ...names,
    ...requests.flatMap(({ name, firstAvailable = [] }) =>
      firstAvailable.map((sub) => `${name}/${sub.name}`),
    ),
  ]);
  const unknown = 'must be the name of a request in the claim';
  return [
    ...(requests.length > maxRequests
      ? [tooMany(`${path}.requests`, requests.length, maxRequests)]
      : none),
    ...each(requests, `${path}.requests`, (request, at) => validateRequest(cel, request, at)),
    ...distinct(names, (index) => `${path}.requests[${index}].name`),
    ...each(constraints, `${path}.constraints`, (constraint, at) => [
      ...each(constraint.requests, `${at}.requests`, (name, where) =>
        known.has(name) ? none : [invalidValue(where, name, unknown)],
      ),
      ...(constraint.matchAttribute === undefined && constraint.distinctAttribute === undefined
        ? [required(at)]
        : none),
      ...each([constraint.matchAttribute ?? 'a/b'], at, (name) =>
        name.includes('/')
          ? none
          : [invalidValue(`${at}.matchAttribute`, name, 'must include a domain')],
      ),
    ]),
  ];
}

function validateRequest(cel: Cel, request: DeviceRequest, path: string): Errors {
  const { name, exactly, firstAvailable } = request;
  const rule = 'exactly one of `exactly` or `firstAvailable` is required';
  const several = exactly !== undefined && firstAvailable !== undefined;
  return [
    ...presentAndFormed(`${path}.name`, name, dns1123LabelErrors),
    ...(exactly === undefined && firstAvailable === undefined ? [required(path, rule)] : none),
    ...(several ? [invalidValue(path, null, `${rule}, but multiple fields are set`)] : none),
    ...(exactly === undefined ? none : validateWay(cel, exactly, `${path}.exactly`)),
    ...each(firstAvailable, `${path}.firstAvailable`, (sub, at) => [
      ...presentAndFormed(`${at}.name`, sub.name, dns1123LabelErrors),
      ...validateWay(cel, sub, at),
    ]),
  ];
}

function validateWay(
  cel: Cel,
  { deviceClassName, selectors, allocationMode, count = 0 }: ExactDeviceRequest | DeviceSubRequest,
  path: string,
): Errors {
  const errors = [
    ...presentAndFormed(`${path}.deviceClassName`, deviceClassName, dns1123SubdomainErrors),
    ...validateSelectors(cel, selectors, `${path}.selectors`),
    ...choice(`${path}.allocationMode`, allocationMode, ['All', 'ExactCount']),
  ];
  const at = `${path}.count`;
  if (allocationMode === 'All' && count !== 0) {
    const why = "must not be specified when allocationMode is 'All'";
    errors.push(invalidValue(at, count, why));
  }
  if (allocationMode === 'ExactCount' && count <= 0) {
    errors.push(invalidValue(at, count, 'must be greater than zero'));
  }
  return errors;
}

const validateSelectors = (
  cel: Cel,
  selectors: readonly DeviceSelector[] | undefined,
  path: string,
): Errors =>
  each(selectors, path, (selector, at) => {
    if (selector.cel === undefined) return [required(`${at}.cel`)];
    const { expression = '' } = selector.cel;
    const where = `${at}.cel.expression`;
    if (expression === '') return [required(where)];
    const compiled = compileSelector(cel, expression);
    return compiled.ok ? none : [invalidValue(where, expression, compiled.error)];
  });

/** Source: validateResourceClaimStatusUpdate. */
function validateStatus({ status = {} }: ResourceClaim, old: ResourceClaim): Errors {
  const before = old.status?.allocation;
  const path = 'status.allocation';
  const errors =
    before === undefined || status.allocation === undefined
      ? none
      : same(path, status.allocation, before);
  const isUsed = (status.reservedFor ?? []).length > 0;
  return isUsed && status.allocation === undefined
    ? [
        ...errors,
        forbiddenField('status.reservedFor', 'may not be specified when `allocated` is not set'),
      ]
    : errors;
}

function validateSlice({ spec }: ResourceSlice): Errors {
  const { driver, pool, devices = [], nodeName, nodeSelector, allNodes } = spec;
  const places = [nodeName, nodeSelector, allNodes, spec.perDeviceNodeSelection];
  const rule =
    'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  const given = places.filter((place) => place !== undefined && place !== false && place !== '');
  return [
    ...presentAndFormed('spec.driver', driver, dns1123SubdomainErrors),
    ...presentAndFormed('spec.pool.name', pool.name, (text) =>
      text.split('/').flatMap(dns1123SubdomainErrors),
    ),
    ...(pool.resourceSliceCount > 0
      ? none
      : [
          invalidValue(
            'spec.pool.resourceSliceCount',
            pool.resourceSliceCount,
            'must be greater than zero',
          ),
        ]),
    ...(given.length === 0 ? [required('spec', rule)] : none),
    ...(given.length > 1
      ? [invalidValue('spec', null, `${rule}, but multiple fields are set`)]
      : none),
    ...(devices.length > maxDevices ? [tooMany('spec.devices', devices.length, maxDevices)] : none),
    ...each(devices, 'spec.devices', ({ name }, at) =>
      presentAndFormed(`${at}.name`, name, dns1123LabelErrors),
    ),
    ...distinct(
      devices.map(({ name }) => name),
      (index) => `spec.devices[${index}].name`,
    ),
  ];
}

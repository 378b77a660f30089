/**
 * The definitions of the Gateway API: GatewayClass, Gateway, HTTPRoute, ReferenceGrant.
 *
 * Models sigs.k8s.io/gateway-api v1.6.3 config/crd/standard: names, columns, defaults, enums,
 * lengths, patterns, required fields and rules. What the simulated implementation does not look
 * into is an object of unknown fields here, so that nothing of a manifest is lost or refused.
 */

import type { CustomResourceColumnDefinition, JSONSchemaProps } from '#k8s.io/api/apiextensions/v1';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { gatewayGroup as group } from '#k8s.io/client-go/rest/gateway-resources';
import { customResourceDefinitions } from '#k8s.io/client-go/rest/resource';
import {
  immutable,
  ofBackend,
  ofFilter,
  ofFilters,
  ofFraction,
  ofListeners,
  ofMirror,
  ofParents,
  ofPath,
  ofPathModifier,
  ofRule,
  ofRules,
  ofTimeouts,
  ofTls,
  patterns,
  type Rules,
} from './gateway-api-rules.ts';
import { type Manifest, manifest } from './manifest.ts';

type Fields = Readonly<Record<string, JSONSchemaProps>>;

const text = (maxLength?: number, minLength?: number, pattern?: string): JSONSchemaProps => ({
  type: 'string',
  ...(maxLength !== undefined && { maxLength }),
  ...(minLength !== undefined && { minLength }),
  ...(pattern !== undefined && { pattern }),
});
const named = (maxLength = 253, pattern?: string): JSONSchemaProps => text(maxLength, 1, pattern);
const groupName = text(253, undefined, patterns.group);
const kindName = named(63, patterns.kind);
const namespaceName = named(63, patterns.namespace);
const sectionName = named(253, patterns.section);
const hostName = named(253, patterns.host);
const preciseHost = named(253, patterns.preciseHost);
const controllerName = named(253, patterns.controller);
const ruled = (schema: JSONSchemaProps, rules: Rules): JSONSchemaProps => ({
  ...schema,
  'x-kubernetes-validations': rules,
});
const oneOf = (...words: readonly string[]): JSONSchemaProps => ({ type: 'string', enum: words });
const by = (schema: JSONSchemaProps, value: JsonValue): JSONSchemaProps => ({
  ...schema,
  default: value,
});
const number = (minimum: number, maximum: number): JSONSchemaProps => ({
  type: 'integer',
  format: 'int32',
  ...{ minimum, maximum },
});
const port = number(1, 65_535);
const object = (properties: Fields, ...required: readonly string[]): JSONSchemaProps => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
const list = (items: JSONSchemaProps, maxItems?: number, minItems?: number): JSONSchemaProps => ({
  type: 'array',
  items,
  ...(maxItems !== undefined && { maxItems }),
  ...(minItems !== undefined && { minItems }),
  'x-kubernetes-list-type': 'atomic',
});
const keyed = (items: JSONSchemaProps, maxItems: number, ...keys: readonly string[]) => ({
  ...list(items, maxItems),
  'x-kubernetes-list-type': 'map' as const,
  'x-kubernetes-list-map-keys': keys,
});
/** What is kept as it is written. */
const open: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const condition = object(
  {
    lastTransitionTime: { type: 'string', format: 'date-time' },
    message: text(32_768),
    observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
    reason: named(1024, patterns.conditionReason),
    status: oneOf('True', 'False', 'Unknown'),
    type: text(316, undefined, patterns.conditionType),
  },
  ...['lastTransitionTime', 'message', 'reason', 'status', 'type'],
);
const conditions = keyed(condition, 8, 'type');

/** Until a controller says something. */
const waiting = (...types: readonly string[]): readonly { readonly [key: string]: JsonValue }[] =>
  types.map((type) => ({
    lastTransitionTime: '1970-01-01T00:00:00Z',
    message: 'Waiting for controller',
    reason: 'Pending',
    status: 'Unknown',
    type,
  }));

const labelSelector: JSONSchemaProps = {
  ...object({
    matchExpressions: list(
      object({ key: text(), operator: text(), values: list(text()) }, 'key', 'operator'),
    ),
    matchLabels: { type: 'object', additionalProperties: { type: 'string' } },
  }),
  'x-kubernetes-map-type': 'atomic',
};

const routeKind = object({ group: by(groupName, group), kind: kindName }, 'kind');

const classSpec = object(
  {
    controllerName: ruled(controllerName, immutable),
    description: text(64),
    parametersRef: object(
      { group: groupName, kind: kindName, name: named(), namespace: namespaceName },
      ...['group', 'kind', 'name'],
    ),
  },
  'controllerName',
);
const classStatus = by(
  object({
    conditions: by(conditions, waiting('Accepted')),
    supportedFeatures: keyed(object({ name: text() }, 'name'), 64, 'name'),
  }),
  { conditions: waiting('Accepted') },
);

const secretRef = object(
  {
    group: by(groupName, ''),
    kind: by(kindName, 'Secret'),
    name: named(),
    namespace: namespaceName,
  },
  'name',
);
const listenerTls = ruled(
  object({
    certificateRefs: list(secretRef, 64),
    mode: by(oneOf('Terminate', 'Passthrough'), 'Terminate'),
    options: { type: 'object', maxProperties: 16, additionalProperties: text(4096, 0) },
  }),
  ofTls,
);
const listener = object(
  {
    allowedRoutes: by(
      object({
        kinds: list(routeKind, 8),
        namespaces: by(
          object({ from: by(oneOf('All', 'Selector', 'Same'), 'Same'), selector: labelSelector }),
          { from: 'Same' },
        ),
      }),
      { namespaces: { from: 'Same' } },
    ),
    hostname: hostName,
    name: sectionName,
    port,
    protocol: named(255, patterns.protocol),
    tls: listenerTls,
  },
  ...['name', 'port', 'protocol'],
);
const gatewaySpec = object(
  {
    addresses: list(open, 16),
    allowedListeners: open,
    gatewayClassName: named(),
    infrastructure: open,
    listeners: ruled({ ...keyed(listener, 64, 'name'), minItems: 1 }, ofListeners),
    tls: open,
  },
  ...['gatewayClassName', 'listeners'],
);
const gatewayStatus = by(
  object({
    addresses: list(object({ type: by(named(), 'IPAddress'), value: named() }, 'value'), 16),
    attachedListenerSets: { type: 'integer', format: 'int32' },
    conditions: by(conditions, waiting('Accepted', 'Programmed')),
    listeners: keyed(
      object(
        {
          attachedRoutes: { type: 'integer', format: 'int32' },
          conditions,
          name: sectionName,
          supportedKinds: list(routeKind, 8),
        },
        ...['attachedRoutes', 'conditions', 'name'],
      ),
      64,
      'name',
    ),
  }),
  { conditions: waiting('Accepted', 'Programmed') },
);

const parentRef = object(
  {
    group: by(groupName, group),
    kind: by(kindName, 'Gateway'),
    name: named(),
    namespace: namespaceName,
    port,
    sectionName,
  },
  'name',
);
const headers = keyed(
  object({ name: named(256, patterns.header), value: text(4096, 1) }, 'name', 'value'),
  16,
  'name',
);
const modifier = object({
  add: headers,
  remove: { ...list(text(), 16), 'x-kubernetes-list-type': 'set' },
  set: headers,
});
const pathModifier = ruled(
  object(
    {
      replaceFullPath: text(1024),
      replacePrefixMatch: text(1024),
      type: oneOf('ReplaceFullPath', 'ReplacePrefixMatch'),
    },
    'type',
  ),
  ofPathModifier,
);
const serviceRef = {
  group: by(groupName, ''),
  kind: by(kindName, 'Service'),
  name: named(),
  namespace: namespaceName,
  port,
};
const atLeast = (minimum: number): JSONSchemaProps => ({
  type: 'integer',
  format: 'int32',
  minimum,
});
const mirror = ruled(
  object(
    {
      backendRef: ruled(object(serviceRef, 'name'), ofBackend),
      fraction: ruled(
        object({ denominator: by(atLeast(1), 100), numerator: atLeast(0) }, 'numerator'),
        ofFraction,
      ),
      percent: number(0, 100),
    },
    'backendRef',
  ),
  ofMirror,
);
const oneFilter = object(
  {
    cors: open,
    extensionRef: object(
      { group: groupName, kind: kindName, name: named() },
      'group',
      'kind',
      'name',
    ),
    requestHeaderModifier: modifier,
    requestMirror: mirror,
    requestRedirect: object({
      hostname: preciseHost,
      path: pathModifier,
      port,
      scheme: oneOf('http', 'https'),
      statusCode: { ...by({ type: 'integer' }, 302), enum: [301, 302, 303, 307, 308] },
    }),
    responseHeaderModifier: modifier,
    type: oneOf(
      ...['RequestHeaderModifier', 'ResponseHeaderModifier', 'RequestMirror', 'RequestRedirect'],
      ...['URLRewrite', 'ExtensionRef', 'CORS'],
    ),
    urlRewrite: object({ hostname: preciseHost, path: pathModifier }),
  },
  'type',
);
const filters = ruled(list(ruled(oneFilter, ofFilter), 16), ofFilters);
const matchType = by(oneOf('Exact', 'RegularExpression'), 'Exact');
const matchOf = (longest: number) =>
  keyed(
    object(
      { name: named(256, patterns.header), type: matchType, value: text(longest, 1) },
      ...['name', 'value'],
    ),
    16,
    'name',
  );
const everyPath = { type: 'PathPrefix', value: '/' };
const match = object({
  headers: matchOf(4096),
  method: oneOf(
    ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'],
  ),
  path: by(
    ruled(
      object({
        type: by(oneOf('Exact', 'PathPrefix', 'RegularExpression'), 'PathPrefix'),
        value: by(text(1024), '/'),
      }),
      ofPath,
    ),
    everyPath,
  ),
  queryParams: matchOf(1024),
});
const backendRef = ruled(
  object({ filters, ...serviceRef, weight: by(number(0, 1_000_000), 1) }, 'name'),
  ofBackend,
);
const timeout = text(undefined, undefined, patterns.duration);
const rule = ruled(
  object({
    backendRefs: list(backendRef, 16),
    filters,
    matches: by(list(match, 64), [{ path: everyPath }]),
    name: sectionName,
    timeouts: ruled(object({ backendRequest: timeout, request: timeout }), ofTimeouts),
  }),
  ofRule,
);
const routeSpec = object({
  hostnames: list(hostName, 16),
  parentRefs: ruled(list(parentRef, 32), ofParents),
  rules: ruled(by(list(rule, 16, 1), [{ matches: [{ path: everyPath }] }]), ofRules),
});
const routeStatus = object(
  {
    parents: list(
      object(
        { conditions: { ...conditions, minItems: 1 }, controllerName, parentRef },
        ...['conditions', 'controllerName', 'parentRef'],
      ),
      32,
    ),
  },
  'parents',
);

const grantSpec = object(
  {
    from: list(
      object(
        { group: groupName, kind: kindName, namespace: namespaceName },
        'group',
        'kind',
        'namespace',
      ),
      16,
      1,
    ),
    to: list(object({ group: groupName, kind: kindName, name: named() }, 'group', 'kind'), 16, 1),
  },
  ...['from', 'to'],
);

interface Definition {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly scope?: 'Cluster';
  readonly columns: readonly (readonly [name: string, jsonPath: string])[];
  readonly spec: JSONSchemaProps;
  readonly status?: JSONSchemaProps;
  /** Absent: `v1`. */
  readonly storage?: 'v1beta1';
}

const definitions: readonly Definition[] = [
  {
    kind: 'GatewayClass',
    plural: 'gatewayclasses',
    shortNames: ['gc'],
    scope: 'Cluster',
    columns: [
      ['Controller', '.spec.controllerName'],
      ['Accepted', '.status.conditions[?(@.type=="Accepted")].status'],
      ['Age', ''],
      ['Description', '.spec.description'],
    ],
    spec: classSpec,
    status: classStatus,
  },
  {
    kind: 'Gateway',
    plural: 'gateways',
    shortNames: ['gtw'],
    columns: [
      ['Class', '.spec.gatewayClassName'],
      ['Address', '.status.addresses[*].value'],
      ['Programmed', '.status.conditions[?(@.type=="Programmed")].status'],
      ['Age', ''],
    ],
    spec: gatewaySpec,
    status: gatewayStatus,
  },
  {
    kind: 'HTTPRoute',
    plural: 'httproutes',
    columns: [
      ['Hostnames', '.spec.hostnames'],
      ['Age', ''],
    ],
    spec: routeSpec,
    status: routeStatus,
  },
  {
    kind: 'ReferenceGrant',
    plural: 'referencegrants',
    shortNames: ['refgrant'],
    columns: [['Age', '']],
    spec: grantSpec,
    storage: 'v1beta1',
  },
];

const columnOf = ([
  name,
  jsonPath,
]: Definition['columns'][number]): CustomResourceColumnDefinition =>
  name === 'Age'
    ? { name, type: 'date', jsonPath: '.metadata.creationTimestamp' }
    : { name, type: 'string', jsonPath, ...(name === 'Description' && { priority: 1 }) };

function definitionOf(definition: Definition) {
  const { kind, plural, shortNames, scope, columns, spec, status, storage = 'v1' } = definition;
  const version = {
    additionalPrinterColumns: columns.map(columnOf),
    schema: {
      openAPIV3Schema: object(
        {
          apiVersion: text(),
          kind: text(),
          metadata: { type: 'object' },
          spec,
          ...(status !== undefined && { status }),
        },
        'spec',
      ),
    },
    subresources: status === undefined ? {} : { status: {} },
  };
  return manifest(customResourceDefinitions, {
    metadata: {
      name: `${plural}.${group}`,
      annotations: {
        'api-approved.kubernetes.io': 'https://github.com/kubernetes-sigs/gateway-api/pull/4530',
        'gateway.networking.k8s.io/bundle-version': 'v1.6.3',
        'gateway.networking.k8s.io/channel': 'standard',
      },
    },
    spec: {
      group,
      names: {
        categories: ['gateway-api'],
        kind,
        listKind: `${kind}List`,
        plural,
        ...(shortNames !== undefined && { shortNames }),
        singular: kind.toLowerCase(),
      },
      scope: scope ?? 'Namespaced',
      versions: [
        { name: 'v1', served: true, storage: storage === 'v1', ...version },
        { name: 'v1beta1', served: true, storage: storage === 'v1beta1', ...version },
      ],
    },
  });
}

export const gatewayApiDefinitions: readonly Manifest[] = definitions.map(definitionOf);

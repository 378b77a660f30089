/**
 * The definitions of the Gateway API: GatewayClass, Gateway, HTTPRoute, ReferenceGrant.
 *
 * Models sigs.k8s.io/gateway-api v1.6.3 config/crd/standard: names, columns, defaults, enums,
 * lengths and required fields. What the simulated implementation does not look into is an object
 * of unknown fields here, so that nothing of a manifest is lost or refused.
 */

import type { CustomResourceColumnDefinition, JSONSchemaProps } from '#k8s.io/api/apiextensions/v1';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { gatewayGroup as group } from '#k8s.io/client-go/rest/gateway-resources';
import { customResourceDefinitions } from '#k8s.io/client-go/rest/resource';
import { type Manifest, manifest } from './manifest.ts';

type Fields = Readonly<Record<string, JSONSchemaProps>>;

const text = (maxLength?: number, minLength?: number): JSONSchemaProps => ({
  type: 'string',
  ...(maxLength !== undefined && { maxLength }),
  ...(minLength !== undefined && { minLength }),
});
const named = (maxLength = 253): JSONSchemaProps => text(maxLength, 1);
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
const list = (items: JSONSchemaProps, maxItems: number, minItems?: number): JSONSchemaProps => ({
  type: 'array',
  ...{ items, maxItems },
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
    reason: named(1024),
    status: oneOf('True', 'False', 'Unknown'),
    type: text(316),
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
      object({ key: text(), operator: text(), values: list(text(), 1000) }, 'key', 'operator'),
      1000,
    ),
    matchLabels: { type: 'object', additionalProperties: { type: 'string' } },
  }),
  'x-kubernetes-map-type': 'atomic',
};

const routeKind = object({ group: by(text(253), group), kind: named(63) }, 'kind');

const classSpec = object(
  {
    controllerName: named(),
    description: text(64),
    parametersRef: object(
      { group: text(253), kind: named(63), name: named(), namespace: named(63) },
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
    hostname: named(),
    name: named(),
    port,
    protocol: named(255),
    tls: open,
  },
  ...['name', 'port', 'protocol'],
);
const gatewaySpec = object(
  {
    addresses: list(open, 16),
    allowedListeners: open,
    gatewayClassName: named(),
    infrastructure: open,
    listeners: { ...keyed(listener, 64, 'name'), minItems: 1 },
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
          name: named(),
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
    group: by(text(253), group),
    kind: by(named(63), 'Gateway'),
    name: named(),
    namespace: named(63),
    port,
    sectionName: named(),
  },
  'name',
);
const headers = keyed(
  object({ name: named(256), value: text(4096, 1) }, 'name', 'value'),
  16,
  'name',
);
const modifier = object({
  add: headers,
  remove: { ...list(text(), 16), 'x-kubernetes-list-type': 'set' },
  set: headers,
});
const pathModifier = object(
  {
    replaceFullPath: text(1024),
    replacePrefixMatch: text(1024),
    type: oneOf('ReplaceFullPath', 'ReplacePrefixMatch'),
  },
  'type',
);
const filter = object(
  {
    cors: open,
    extensionRef: object(
      { group: text(253), kind: named(63), name: named() },
      'group',
      'kind',
      'name',
    ),
    requestHeaderModifier: modifier,
    requestMirror: open,
    requestRedirect: object({
      hostname: named(),
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
    urlRewrite: object({ hostname: named(), path: pathModifier }),
  },
  'type',
);
const matchType = by(oneOf('Exact', 'RegularExpression'), 'Exact');
const matchOf = (length: number) =>
  keyed(
    object({ name: named(length), type: matchType, value: text(4096, 1) }, 'name', 'value'),
    16,
    'name',
  );
const everyPath = { type: 'PathPrefix', value: '/' };
const match = object({
  headers: matchOf(256),
  method: oneOf(
    ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'],
  ),
  path: by(
    object({
      type: by(oneOf('Exact', 'PathPrefix', 'RegularExpression'), 'PathPrefix'),
      value: by(text(1024), '/'),
    }),
    everyPath,
  ),
  queryParams: matchOf(256),
});
const backendRef = object(
  {
    filters: list(filter, 16),
    group: by(text(253), ''),
    kind: by(named(63), 'Service'),
    name: named(),
    namespace: named(63),
    port,
    weight: by(number(0, 1_000_000), 1),
  },
  'name',
);
const rule = object({
  backendRefs: list(backendRef, 16),
  filters: list(filter, 16),
  matches: by(list(match, 64), [{ path: everyPath }]),
  name: named(),
  timeouts: object({ backendRequest: text(), request: text() }),
});
const routeSpec = object({
  hostnames: list(named(), 16),
  parentRefs: list(parentRef, 32),
  rules: by(list(rule, 16, 1), [{ matches: [{ path: everyPath }] }]),
});
const routeStatus = object(
  {
    parents: list(
      object(
        { conditions: { ...conditions, minItems: 1 }, controllerName: named(), parentRef },
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
        { group: text(253), kind: named(63), namespace: named(63) },
        'group',
        'kind',
        'namespace',
      ),
      16,
      1,
    ),
    to: list(object({ group: text(253), kind: named(63), name: named() }, 'group', 'kind'), 16, 1),
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
  },
];

const columnOf = ([
  name,
  jsonPath,
]: Definition['columns'][number]): CustomResourceColumnDefinition =>
  name === 'Age'
    ? { name, type: 'date', jsonPath: '.metadata.creationTimestamp' }
    : { name, type: 'string', jsonPath, ...(name === 'Description' && { priority: 1 }) };

function definitionOf({ kind, plural, shortNames, scope, columns, spec, status }: Definition) {
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
        ...(status === undefined ? [] : ['spec']),
      ),
    },
    ...(status !== undefined && { subresources: { status: {} } }),
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
        { name: 'v1', served: true, storage: true, ...version },
        { name: 'v1beta1', served: true, storage: false, ...version },
      ],
    },
  });
}

export const gatewayApiDefinitions: readonly Manifest[] = definitions.map(definitionOf);

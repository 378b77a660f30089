/**
 * The paths of a resource in an OpenAPI document, with the operations that the server routes.
 *
 * Models k8s.io/apiserver pkg/endpoints/installer.go registerResourceHandlers: names of operations,
 * parameters, actions. The deprecated `/watch/` paths are left out.
 */
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What an operation says of its resource besides its path. */
export interface Models {
  /** References to the models of bodies, as `{ $ref: … }`. */
  readonly object: JsonObject;
  readonly list: JsonObject;
  readonly status: JsonObject;
  readonly patch: JsonObject;
  readonly deleteOptions: JsonObject;
}

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

interface Operation {
  readonly method: Method;
  /** `x-kubernetes-action`. */
  readonly action: string;
  /** The first word of its id. */
  readonly word: string;
}

const operationOf: Readonly<Record<string, Operation>> = {
  get: { method: 'get', action: 'get', word: 'read' },
  list: { method: 'get', action: 'list', word: 'list' },
  create: { method: 'post', action: 'post', word: 'create' },
  update: { method: 'put', action: 'put', word: 'replace' },
  patch: { method: 'patch', action: 'patch', word: 'patch' },
  delete: { method: 'delete', action: 'delete', word: 'delete' },
  deletecollection: { method: 'delete', action: 'deletecollection', word: 'deletecollection' },
};
const ofCollection = ['list', 'create', 'deletecollection'];
const ofObject = ['get', 'update', 'delete', 'patch'];

const patchTypes = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];
const answerTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

const parameter = (name: string, type: string, place = 'query'): JsonObject => ({
  name,
  in: place,
  ...(place === 'path' && { required: true }),
  schema: { type, uniqueItems: true },
});
const pretty = parameter('pretty', 'string');
const writes = [
  parameter('dryRun', 'string'),
  parameter('fieldManager', 'string'),
  parameter('fieldValidation', 'string'),
];
const lists = [
  ...[parameter('allowWatchBookmarks', 'boolean'), parameter('continue', 'string')],
  ...[parameter('fieldSelector', 'string'), parameter('labelSelector', 'string')],
  ...[parameter('limit', 'integer'), parameter('resourceVersion', 'string')],
  ...[parameter('resourceVersionMatch', 'string'), parameter('sendInitialEvents', 'boolean')],
  ...[parameter('timeoutSeconds', 'integer'), parameter('watch', 'boolean')],
];
const deletions = [
  ...[parameter('dryRun', 'string'), parameter('gracePeriodSeconds', 'integer')],
  ...[parameter('orphanDependents', 'boolean'), parameter('propagationPolicy', 'string')],
];

const parametersOf: Readonly<Record<string, readonly JsonObject[]>> = {
  list: lists,
  post: writes,
  put: writes,
  patch: [...writes, parameter('force', 'boolean')],
  delete: deletions,
  deletecollection: [...deletions, ...lists],
};

/** All paths of a resource and its subresources. */
export function pathsOf(resource: ResourceInfo, models: Models, isCustom: boolean): JsonObject {
  const { groupVersionPath, plural, namespaced, verbs, subresources } = resource;
  const within = namespaced ? `${groupVersionPath}/namespaces/{namespace}` : groupVersionPath;
  const collection = `${within}/${plural}`;
  const paths: Record<string, JsonObject> = {};
  const add = (
    path: string,
    allowed: readonly string[],
    kind: GroupVersionKind,
    suffix: string,
  ): void => {
    const item = pathItem(path, allowed, kind, { resource, models, suffix, isCustom });
    if (item !== undefined) paths[path] = item;
  };
  const own = { group: resource.group, version: resource.version, kind: resource.kind };
  const has = (wanted: readonly string[]): readonly string[] =>
    wanted.filter((verb) => verbs.includes(verb));
  add(collection, has(ofCollection), own, '');
  add(`${collection}/{name}`, has(ofObject), own, '');
  if (namespaced && verbs.includes('list')) {
    add(`${groupVersionPath}/${plural}`, ['list'], own, 'ForAllNamespaces');
  }
  for (const { name, group, kind, verbs: allowed } of subresources) {
    const version = group === resource.group ? resource.version : 'v1';
    const path = `${collection}/{name}/${name}`;
    add(path, allowed, { group, version, kind }, capitalized(name));
    if (name === 'proxy') add(`${path}/{path}`, allowed, own, 'ProxyWithPath');
  }
  return paths;
}

interface Described {
  readonly resource: ResourceInfo;
  readonly models: Models;
  readonly suffix: string;
  readonly isCustom: boolean;
}

function pathItem(
  path: string,
  verbs: readonly string[],
  kind: GroupVersionKind,
  described: Described,
): JsonObject | undefined {
  const known = verbs.flatMap((verb) => operationOf[verb] ?? []);
  if (known.length === 0) return undefined;
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter(name, 'string', 'path'),
  );
  return {
    ...Object.fromEntries(
      known.map((operation) => [operation.method, operationObject(operation, kind, described)]),
    ),
    parameters: [...places, pretty],
  };
}

function operationObject(
  { action, word }: Operation,
  kind: GroupVersionKind,
  { resource, models, suffix, isCustom }: Described,
): JsonObject {
  const family = groupWord(resource.group) + capitalized(resource.version);
  const scope = resource.namespaced && suffix !== 'ForAllNamespaces' ? 'Namespaced' : '';
  const collection = action === 'deletecollection' ? 'Collection' : '';
  const id = (action === 'deletecollection' ? 'delete' : word) + family + collection + scope;
  const body = bodyOf(action, models, isCustom);
  const isOwn = kind.kind === resource.kind && kind.group === resource.group;
  const answer = answerOf(action, models, isOwn);
  return {
    tags: [
      `${groupWord(resource.group).replace(/^./, (c) => c.toLowerCase())}_${resource.version}`,
    ],
    operationId: id + resource.kind + suffix,
    parameters: parametersOf[action] ?? [],
    ...(body !== undefined && {
      requestBody: {
        content: body,
        ...(action !== 'delete' && action !== 'deletecollection' && { required: true }),
      },
    }),
    responses: {
      '200': {
        description: 'OK',
        content: Object.fromEntries(answerTypes.map((type) => [type, { schema: answer }])),
      },
      '401': { description: 'Unauthorized' },
    },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { ...kind },
  };
}

function bodyOf(action: string, models: Models, isCustom: boolean): JsonObject | undefined {
  switch (action) {
    case 'post':
    case 'put':
      return { '*/*': { schema: models.object } };
    case 'patch': {
      const types = isCustom ? patchTypes.slice(0, 3) : patchTypes;
      return Object.fromEntries(types.map((type) => [type, { schema: models.patch }]));
    }
    case 'delete':
    case 'deletecollection':
      return { '*/*': { schema: models.deleteOptions } };
    default:
      return undefined;
  }
}

function answerOf(action: string, models: Models, isOwn: boolean): JsonObject {
  if (action === 'list') return models.list;
  if (action === 'delete' || action === 'deletecollection') return models.status;
  return isOwn ? models.object : {};
}

/** `apps` → `Apps`, `rbac.authorization.k8s.io` → `RbacAuthorization`, `` → `Core`. */
const groupWord = (group: string): string =>
  group === ''
    ? 'Core'
    : group
        .replace(/\.k8s\.io$/, '')
        .split('.')
        .map(capitalized)
        .join('');

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Writes src/k8s.io/apimachinery/schema/schema.generated.json: the Go types of every served kind.
 *
 * In: the folders of the Go modules k8s.io/api, k8s.io/apimachinery, k8s.io/kube-aggregator and
 * k8s.io/apiextensions-apiserver at v0.36.3 (`go mod download -json` names them), arguments 1 to 4.
 * Only names, types and struct tags are taken. The format is described in
 * src/k8s.io/apimachinery/schema/schema.ts, which reads it.
 * Run: `node scripts/generate/schema.mjs API APIMACHINERY KUBE_AGGREGATOR APIEXTENSIONS`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [api, apimachinery, aggregator, apiextensions] = process.argv.slice(2);
if (apiextensions === undefined)
  throw new Error('usage: schema.mjs API APIMACHINERY KUBE_AGGREGATOR APIEXTENSIONS');

/** Package key → Go import path and folder. */
const packages = new Map();
const addPackage = (key, path, folder, files = ['types.go']) =>
  packages.set(key, { path, folder, files, types: undefined });
addPackage('meta', 'k8s.io/apimachinery/pkg/apis/meta/v1', join(apimachinery, 'pkg/apis/meta/v1'));
for (const group of [
  'core',
  'admissionregistration',
  'apps',
  'authentication',
  'authorization',
  'autoscaling',
  'batch',
  'certificates',
  'coordination',
  'discovery',
  'events',
  'flowcontrol',
  'networking',
  'node',
  'policy',
  'rbac',
  'resource',
  'scheduling',
  'storage',
])
  addPackage(group, `k8s.io/api/${group}/v1`, join(api, group, 'v1'));
addPackage('autoscalingv2', 'k8s.io/api/autoscaling/v2', join(api, 'autoscaling/v2'));
addPackage(
  'certificatesv1beta1',
  'k8s.io/api/certificates/v1beta1',
  join(api, 'certificates/v1beta1'),
);
const aggregatorPath = 'pkg/apis/apiregistration/v1';
addPackage(
  'apiregistration',
  `k8s.io/kube-aggregator/${aggregatorPath}`,
  join(aggregator, aggregatorPath),
);
const apiextensionsPath = 'pkg/apis/apiextensions/v1';
addPackage(
  'apiextensions',
  `k8s.io/apiextensions-apiserver/${apiextensionsPath}`,
  join(apiextensions, apiextensionsPath),
  ['types.go', 'types_jsonschema.go'],
);

const builtins = {
  string: 'string',
  bool: 'bool',
  int: 'int64',
  int32: 'int32',
  int64: 'int64',
  float64: 'float64',
  'resource.Quantity': 'quantity',
  'intstr.IntOrString': 'intstr',
  'meta.Time': 'time',
  'meta.MicroTime': 'microtime',
  'runtime.RawExtension': 'raw',
  'meta.FieldsV1': 'fieldsv1',
  'runtime.Object': 'raw',
  // Types that read themselves.
  'apiextensions.JSON': 'raw',
  'apiextensions.JSONSchemaPropsOrArray': 'schemaorarray',
  'apiextensions.JSONSchemaPropsOrBool': 'schemaorbool',
  'apiextensions.JSONSchemaPropsOrStringArray': 'schemaorstrings',
  'types.UID': 'types.UID',
  'types.NodeName': 'types.NodeName',
};
/** Go's word for a JSON name is that name capitalised; only exceptions are written down. */
const capitalised = (name) => name.charAt(0).toUpperCase() + name.slice(1);

const out = {};
out['types.UID'] = '=string';
out['types.NodeName'] = '=string';

function loadPackage(key) {
  const found = packages.get(key);
  if (found === undefined) throw new Error(`no package ${key}`);
  found.types ??= new Map(
    found.files.flatMap((file) => [
      ...parseTypes(readFileSync(join(found.folder, file), 'utf8'), key),
    ]),
  );
  return found.types;
}

/** Type name → { alias } or { markers, fields: raw field lines with the markers above them }. */
function parseTypes(text, key) {
  const imports = new Map();
  for (const [, alias, path] of text.matchAll(/^(?:import |\t)(\w+)? ?"([^"]+)"$/gm)) {
    const known = [...packages].find(([, value]) => value.path === path)?.[0];
    const short = known ?? path.slice(path.lastIndexOf('/') + 1);
    imports.set(alias ?? path.slice(path.lastIndexOf('/') + 1), short);
  }
  const types = new Map();
  let open;
  let markers = [];
  for (const line of text.split('\n')) {
    const marker = /^\s*\/\/ \+(\w+)=?(\S*)/.exec(line);
    if (marker !== null) markers.push([marker[1], marker[2]]);
    if (/^\s*\/\//.test(line)) continue;
    const struct = /^type (\w+) struct ?\{(\})?$/.exec(line);
    const alias = /^type (\w+) (\S+)(?:\s*\/\/.*)?$/.exec(line);
    const field = /^\t(?:(\w+)\s+)?(\S+)\s+`([^`]*)`/.exec(line);
    if (struct !== null) {
      open = { key, imports, markers, fields: [] };
      types.set(struct[1], open);
      if (struct[2] !== undefined) open = undefined;
    } else if (line === '}') open = undefined;
    else if (open === undefined && alias !== null)
      types.set(alias[1], { key, imports, alias: alias[2] });
    else if (open !== undefined && field !== null)
      open.fields.push({ name: field[1], type: field[2], tag: field[3], markers });
    if (line.trim() !== '') markers = [];
  }
  return types;
}

const tagOf = (tag, name) => new RegExp(`(?:^|\\s)${name}:"([^"]*)"`).exec(tag)?.[1];

/** A Go type expression in the table's own words; visits what it names. */
function typeText(expression, context) {
  if (expression.startsWith('*')) return `*${typeText(expression.slice(1), context)}`;
  if (expression === '[]byte') return 'bytes';
  if (expression.startsWith('[]')) return `[]${typeText(expression.slice(2), context)}`;
  const map = /^map\[([\w.]+)\](.+)$/.exec(expression);
  if (map !== null) {
    const keyType = typeText(map[1], context);
    return `{${keyType === 'string' ? '' : keyType}}${typeText(map[2], context)}`;
  }
  const [head, tail] = expression.split('.');
  const qualified =
    tail === undefined
      ? expression in builtins
        ? expression
        : `${context.key}.${head}`
      : `${context.imports.get(head) ?? head}.${tail}`;
  if (builtins[qualified] !== undefined) return builtins[qualified];
  visit(qualified);
  const [pkg, name] = qualified.split('.');
  return pkg === context.key ? `.${name}` : qualified;
}

function visit(qualified) {
  if (out[qualified] !== undefined) return;
  const [key, name] = qualified.split('.');
  const type = loadPackage(key).get(name);
  if (type === undefined) throw new Error(`no type ${qualified}`);
  out[qualified] = '';
  out[qualified] = type.alias === undefined ? structText(type) : `=${typeText(type.alias, type)}`;
}

function structText(type) {
  const atomic = type.markers.some(([name, value]) => name === 'structType' && value === 'atomic');
  const fields = type.fields.map((field) => fieldText(field, type)).filter((text) => text !== '');
  return [...(atomic ? ['@a'] : []), ...fields].join(' ');
}

/** Go's omitempty never leaves out a struct that is held by value. */
function isStructValue(text, key) {
  if (text.startsWith('schemaor')) return true;
  if (['quantity', 'intstr', 'time', 'microtime', 'raw', 'fieldsv1'].includes(text)) return true;
  const [pkg, name] = (text.startsWith('.') ? key + text : text).split('.');
  return packages.has(pkg) && loadPackage(pkg).get(name)?.fields !== undefined;
}

function fieldText(field, type) {
  const [json, ...options] = (tagOf(field.tag, 'json') ?? '').split(',');
  if (json === '-' || (field.name === undefined && /TypeMeta$/.test(field.type)))
    return json === '-' ? '' : 'kind:string#0? apiVersion!APIVersion:string#0?';
  if (/ListMeta$/.test(field.type) && field.name === undefined) return '';
  const number = /,(\d+),/.exec(`${tagOf(field.tag, 'protobuf') ?? ''},`)?.[1] ?? '0';
  const goName = field.name ?? field.type.slice(field.type.lastIndexOf('.') + 1);
  const text = typeText(field.type, type);
  const go = json !== '' && goName === capitalised(json) ? '' : `!${goName}`;
  const empty = options.includes('omitempty') && !isStructValue(text, type.key);
  const omit = empty || options.includes('omitzero') ? '?' : '';
  return `${json}${go}:${text}#${number}${omit}${patchText(field)}${listText(field)}`;
}

function patchText({ tag }) {
  const strategy = tagOf(tag, 'patchStrategy');
  if (strategy === undefined) return '';
  const letters = strategy
    .split(',')
    .map((word) => ({ merge: 'm', replace: 'r', retainKeys: 'k' })[word])
    .sort()
    .join('');
  const key = tagOf(tag, 'patchMergeKey');
  return key === undefined ? `~${letters}` : `~${letters},${key}`;
}

function listText({ markers }) {
  const value = (name) => markers.find(([marker]) => marker === name)?.[1];
  const keys = markers.filter(([marker]) => marker === 'listMapKey').map(([, key]) => key);
  const kind = value('listType');
  if (kind === 'map') return `@m,${keys.join(',')}`;
  if (kind === 'set') return '@s';
  return kind === 'atomic' || value('mapType') === 'atomic' || value('structType') === 'atomic'
    ? '@a'
    : '';
}

/** apiVersion of each package's served kinds. */
const groupOf = {
  core: '',
  admissionregistration: '.k8s.io',
  apps: '',
  authentication: '.k8s.io',
  authorization: '.k8s.io',
  autoscaling: '',
  autoscalingv2: '',
  batch: '',
  certificates: '.k8s.io',
  certificatesv1beta1: '.k8s.io',
  coordination: '.k8s.io',
  discovery: '.k8s.io',
  events: '.k8s.io',
  flowcontrol: '.apiserver.k8s.io',
  networking: '.k8s.io',
  node: '.k8s.io',
  policy: '',
  rbac: '.authorization.k8s.io',
  resource: '.k8s.io',
  scheduling: '.k8s.io',
  storage: '.k8s.io',
  apiregistration: '.k8s.io',
  apiextensions: '.k8s.io',
};
/** Kinds of a feature gate that only some clusters switch on; others of their packages are nowhere. */
const gated = { certificatesv1beta1: ['ClusterTrustBundle'] };
const kinds = {};
for (const [key, suffix] of Object.entries(groupOf)) {
  const [, group, version = 'v1'] = /^(.+?)(v\d\w*)?$/.exec(key);
  const apiVersion = key === 'core' ? 'v1' : `${group}${suffix}/${version}`;
  for (const [name, type] of loadPackage(key)) {
    const isKind = type.fields?.some(
      (field) => field.name === undefined && /TypeMeta$/.test(field.type),
    );
    if (
      !isKind ||
      gated[key]?.includes(name) === false ||
      /(List|Options|SerializedReference|RangeAllocation|ConversionReview)$/.test(name)
    )
      continue;
    visit(`${key}.${name}`);
    kinds[apiVersion] = [...(kinds[apiVersion] ?? []), name];
  }
  kinds[apiVersion] = `${key} ${kinds[apiVersion].join(' ')}`;
}
for (const name of ['DeleteOptions', 'Status']) visit(`meta.${name}`);

const target = fileURLToPath(
  new URL('../../src/k8s.io/apimachinery/schema/schema.generated.json', import.meta.url),
);
writeFileSync(target, `${JSON.stringify({ kinds, types: out }, undefined, 1)}\n`);

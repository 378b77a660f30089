/**
 * Writes the TypeScript interfaces of src/k8s.io/api from the OpenAPI v3 documents of a running
 * Kubernetes v1.36 API server, with the fields in the order of the Go structs.
 *
 * In: a folder with `openapi/{group}_{version}.json` and `protobuf-fields.json` (argument 1).
 * Out: one file per group version (core/v1 is split by subject), formatted by biome afterwards.
 * Run: `node scripts/generate/api-types.mjs FOLDER && npx biome check --write src/k8s.io/api`
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = process.argv[2];
if (source === undefined) throw new Error('usage: node scripts/generate/api-types.mjs FOLDER');
const here = fileURLToPath(new URL('../../src/k8s.io/api', import.meta.url));
const readJson = (name) => JSON.parse(readFileSync(join(source, name), 'utf8'));
const goFields = readJson('protobuf-fields.json');

/** Each output file: the types it starts from; whatever they alone need comes along. */
const modules = [
  [
    'core/volume',
    'v1',
    'core',
    ['Volume', 'VolumeMount', 'VolumeDevice'],
    'Volumes of a pod: sources, mounts and projections.',
  ],
  [
    'core/container',
    'v1',
    'core',
    ['Container', 'EphemeralContainer', 'ContainerStatus'],
    'Containers of a pod: spec, probes, lifecycle hooks, resources and status.',
  ],
  [
    'core/scheduling',
    'v1',
    'core',
    ['Affinity', 'Toleration', 'Taint', 'TopologySpreadConstraint'],
    'What steers the scheduler: affinity, taints, tolerations and topology spread.',
  ],
  [
    'core/pod',
    'v1',
    'core',
    ['Pod', 'PodTemplateSpec', 'PodTemplate', 'Binding'],
    'Pod, its spec and status, the pod template, and Binding.',
  ],
  ['core/node', 'v1', 'core', ['Node'], 'Node, its capacity, conditions, addresses and images.'],
  ['core/service', 'v1', 'core', ['Service', 'Endpoints'], 'Service and the older Endpoints.'],
  ['core/event', 'v1', 'core', ['Event'], 'The core/v1 Event.'],
  [
    'core/namespace',
    'v1',
    'core',
    ['Namespace', 'LimitRange', 'ResourceQuota'],
    'Namespace, and the limits that may be set in one.',
  ],
  [
    'core/config',
    'v1',
    'core',
    ['ConfigMap', 'Secret', 'ServiceAccount'],
    'ConfigMap, Secret and ServiceAccount.',
  ],
  [
    'core/persistent-volume',
    'v1',
    'core',
    ['PersistentVolume', 'PersistentVolumeClaim'],
    'PersistentVolume and PersistentVolumeClaim.',
  ],
  [
    'core/replication-controller',
    'v1',
    'core',
    ['ReplicationController', 'ComponentStatus'],
    'The older kinds that core/v1 still serves: ReplicationController and ComponentStatus.',
  ],
  [
    'apps/v1',
    'apps_v1',
    'apps',
    ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
    'Deployment, ReplicaSet, DaemonSet, StatefulSet and ControllerRevision.',
  ],
  [
    'autoscaling/v1',
    'autoscaling_v1',
    'autoscaling',
    ['Scale', 'HorizontalPodAutoscaler'],
    'Scale, the body of every scale subresource, and HorizontalPodAutoscaler.',
  ],
  [
    'autoscaling/v2',
    'autoscaling_v2',
    'autoscaling',
    ['HorizontalPodAutoscaler'],
    'HorizontalPodAutoscaler with its metrics and behaviour.',
  ],
  [
    'admissionregistration/v1',
    'admissionregistration.k8s.io_v1',
    'admissionregistration',
    [
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionPolicyBinding',
      'MutatingAdmissionPolicy',
      'MutatingAdmissionPolicyBinding',
      'ValidatingWebhookConfiguration',
      'MutatingWebhookConfiguration',
    ],
    'Admission policies, their bindings, and webhooks.',
  ],
  [
    'apiregistration/v1',
    'apiregistration.k8s.io_v1',
    'apiregistration',
    ['APIService'],
    'APIService: who serves a group version.',
  ],
  [
    'authentication/v1',
    'authentication.k8s.io_v1',
    'authentication',
    ['TokenReview', 'SelfSubjectReview', 'TokenRequest'],
    'TokenRequest, TokenReview and SelfSubjectReview.',
  ],
  [
    'authorization/v1',
    'authorization.k8s.io_v1',
    'authorization',
    [
      'SubjectAccessReview',
      'LocalSubjectAccessReview',
      'SelfSubjectAccessReview',
      'SelfSubjectRulesReview',
    ],
    'The access reviews.',
  ],
  ['batch/v1', 'batch_v1', 'batch', ['Job', 'CronJob'], 'Job and CronJob.'],
  [
    'certificates/v1',
    'certificates.k8s.io_v1',
    'certificates',
    ['CertificateSigningRequest'],
    'CertificateSigningRequest.',
  ],
  [
    'coordination/v1',
    'coordination.k8s.io_v1',
    'coordination',
    ['Lease'],
    'Lease: leader election and node heartbeats.',
  ],
  ['discovery/v1', 'discovery.k8s.io_v1', 'discovery', ['EndpointSlice'], 'EndpointSlice.'],
  ['events/v1', 'events.k8s.io_v1', 'events', ['Event'], 'The events.k8s.io/v1 Event.'],
  [
    'flowcontrol/v1',
    'flowcontrol.apiserver.k8s.io_v1',
    'flowcontrol',
    ['FlowSchema', 'PriorityLevelConfiguration'],
    'FlowSchema and PriorityLevelConfiguration.',
  ],
  [
    'networking/v1',
    'networking.k8s.io_v1',
    'networking',
    ['Ingress', 'IngressClass', 'NetworkPolicy', 'ServiceCIDR', 'IPAddress'],
    'Ingress, NetworkPolicy, ServiceCIDR, IPAddress.',
  ],
  ['node/v1', 'node.k8s.io_v1', 'node', ['RuntimeClass'], 'RuntimeClass.'],
  [
    'policy/v1',
    'policy_v1',
    'policy',
    ['PodDisruptionBudget', 'Eviction'],
    'PodDisruptionBudget and Eviction.',
  ],
  [
    'rbac/v1',
    'rbac.authorization.k8s.io_v1',
    'rbac',
    ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'],
    'Roles and their bindings.',
  ],
  ['scheduling/v1', 'scheduling.k8s.io_v1', 'scheduling', ['PriorityClass'], 'PriorityClass.'],
  [
    'resource/v1',
    'resource.k8s.io_v1',
    'resource',
    ['ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice', 'DeviceClass'],
    'ResourceClaim, its template, ResourceSlice and DeviceClass.',
  ],
  [
    'storage/v1',
    'storage.k8s.io_v1',
    'storage',
    [
      'StorageClass',
      'CSINode',
      'CSIDriver',
      'CSIStorageCapacity',
      'VolumeAttachment',
      'VolumeAttributesClass',
    ],
    'StorageClass, the CSI kinds and VolumeAttachment.',
  ],
];

/** Kinds that are only request bodies: nothing of them is stored, so no name or uid is sure. */
const virtualKinds = new Set([
  'Binding',
  'Eviction',
  'TokenRequest',
  'TokenReview',
  'SelfSubjectReview',
  'SubjectAccessReview',
  'LocalSubjectAccessReview',
  'SelfSubjectAccessReview',
  'SelfSubjectRulesReview',
]);

/** Times that Go holds by value: an unset one is written as null, not left out. */
const nullableTimes = new Set([
  'lastProbeTime',
  'eventTime',
  'firstTimestamp',
  'lastTimestamp',
  'deprecatedFirstTimestamp',
  'deprecatedLastTimestamp',
  'startedAt',
  'finishedAt',
]);

/** Enums that several fields have: the first value, and the Go type that the documents leave out. */
const namedEnums = { SIGABRT: 'Signal', ReadOnlyMany: 'PersistentVolumeAccessMode' };

const namespacedKinds = new Set();
const visitDiscovery = (document) => {
  for (const group of document.items)
    for (const version of group.versions)
      for (const resource of version.resources)
        if (resource.scope === 'Namespaced') namespacedKinds.add(resource.responseKind.kind);
};
visitDiscovery(readJson('discovery-api.json'));
visitDiscovery(readJson('discovery-apis.json'));

const meta = '#k8s.io/apimachinery/meta/v1';
const scalars = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': ['Quantity', meta],
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': ['IntOrString', meta],
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': ['Time', meta],
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': ['MicroTime', meta],
  'io.k8s.apimachinery.pkg.runtime.RawExtension': ['unknown'],
};

/** Where each written type lives, so that later files import it: schema name → module. */
const homes = new Map();
const shortName = (ref) => ref.slice(ref.lastIndexOf('.') + 1);
const refOf = (schema) =>
  (schema.$ref ?? schema.allOf?.[0]?.$ref)?.replace('#/components/schemas/', '');
const quoted = (values) => values.map((value) => `'${value}'`).join(' | ');

function typeOf(schema, use) {
  const ref = refOf(schema);
  if (ref !== undefined) return use(ref);
  if (schema.enum !== undefined) {
    const name = namedEnums[schema.enum[0]];
    return name === undefined ? quoted(schema.enum) : use(name, schema.enum);
  }
  if (schema.type === 'array') {
    const item = typeOf(schema.items, use);
    return item.includes('|') ? `readonly (${item})[]` : `readonly ${item}[]`;
  }
  if (schema.type === 'object') {
    return schema.additionalProperties === undefined
      ? 'unknown'
      : `Readonly<Record<string, ${typeOf(schema.additionalProperties, use)}>>`;
  }
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return schema.type === 'boolean' ? 'boolean' : 'string';
}

/** The Go order of a message's JSON names; embedded structs are spliced where they stand. */
function goOrder(ref) {
  const message = ref
    .replace('io.k8s.', 'k8s.io.')
    .replace('k8s.io.kube-aggregator', 'k8s.io.kube_aggregator');
  const fields = goFields[message];
  if (fields === undefined) return [];
  return Object.entries(fields).flatMap(([name, [, type]]) => {
    const embedded = {
      volumeSource: 1,
      handler: 1,
      persistentVolumeSource: 1,
      ephemeralContainerCommon: 1,
    };
    if (!(name in embedded)) return [name];
    return [name, ...goOrder(`${ref.slice(0, ref.lastIndexOf('.'))}.${type}`)];
  });
}

function sortedProperties(ref, schema) {
  const order = new Map(goOrder(ref).map((name, index) => [name, index]));
  const rank = (name) =>
    name === 'apiVersion' ? -3 : name === 'kind' ? -2 : (order.get(name) ?? 999);
  return Object.entries(schema.properties ?? {}).sort(([a], [b]) => rank(a) - rank(b));
}

function propertyLine(schema, kind, [name, property], use) {
  const required = new Set(schema.required ?? []);
  if (kind !== undefined && name === 'kind') return `  readonly kind: '${kind.kind}';`;
  if (kind !== undefined && name === 'apiVersion') {
    const group = kind.group === '' ? '' : `${kind.group}/`;
    return `  readonly apiVersion: '${group}${kind.version}';`;
  }
  if (name === 'metadata' && shortName(refOf(property) ?? '') === 'ObjectMeta') {
    if (kind === undefined) return `  readonly metadata?: ${use('TemplateMeta')};`;
    if (virtualKinds.has(kind.kind)) return `  readonly metadata: ${use('TemplateMeta')};`;
    const metaType = namespacedKinds.has(kind.kind) ? 'NamespacedObjectMeta' : 'ObjectMeta';
    return `  readonly metadata: ${use(metaType)};`;
  }
  let type = typeOf(property, use);
  if (nullableTimes.has(name)) type = `${type} | null`;
  const sure = required.has(name) || (kind !== undefined && name === 'spec');
  return `  readonly ${/^[A-Za-z]\w*$/.test(name) ? name : `'${name}'`}${sure ? '' : '?'}: ${type};`;
}

function writeModule([path, document, group, roots, title]) {
  const { groupVersion, schemas } = readJson(`openapi/${document}.json`);
  const imports = new Map();
  const blocks = [];
  const packagePrefix = Object.keys(schemas).find(
    (name) =>
      new RegExp(`\\.${group}\\.v\\d+\\.[A-Z]`).test(name) && roots.includes(shortName(name)),
  );
  const own = packagePrefix.slice(0, packagePrefix.lastIndexOf('.') + 1);
  const addImport = (from, name) => imports.set(from, (imports.get(from) ?? new Set()).add(name));

  const use = (ref, values) => {
    if (['TemplateMeta', 'ObjectMeta', 'NamespacedObjectMeta'].includes(ref)) {
      addImport(meta, ref);
      return ref;
    }
    if (scalars[ref] !== undefined) {
      const [name, from] = scalars[ref];
      if (from !== undefined) addImport(from, name);
      return name;
    }
    const name = shortName(ref);
    if (ref.includes('apimachinery')) addImport(meta, name);
    else if (!homes.has(ref)) emit(ref, values);
    const home = homes.get(ref);
    if (home !== undefined && home !== path) {
      const sameFolder = dirname(home) === dirname(path);
      const facade = home.startsWith('core/') && !sameFolder ? 'core/v1' : home;
      addImport(sameFolder ? `./${home.split('/')[1]}.ts` : `#k8s.io/api/${facade}`, name);
    }
    return name;
  };
  const emit = (ref, values) => {
    homes.set(ref, path);
    if (values !== undefined) {
      blocks.push(`export type ${ref} = ${quoted(values)};`);
      return;
    }
    const schema = schemas[ref];
    if (schema === undefined) throw new Error(`${path}: no schema ${ref}`);
    const kind = schema['x-kubernetes-group-version-kind']?.[0];
    const slot = blocks.push('') - 1;
    const lines = sortedProperties(ref, schema).map((property) =>
      propertyLine(schema, kind, property, use),
    );
    blocks[slot] =
      lines.length === 0
        ? `export type ${shortName(ref)} = Readonly<Record<string, never>>;`
        : `export interface ${shortName(ref)} {\n${lines.join('\n')}\n}`;
  };

  for (const root of roots) {
    const ref = Object.keys(schemas).includes(own + root)
      ? own + root
      : Object.keys(schemas).find(
          (name) => shortName(name) === root && name.includes(`.${group}.`),
        );
    if (ref === undefined) {
      // Served below another group's path, so its schema stands in that group's document.
      const core = readJson('openapi/v1.json').schemas;
      Object.assign(
        schemas,
        Object.fromEntries(Object.entries(core).filter(([n]) => !(n in schemas))),
      );
      use(own + root);
    } else if (!homes.has(ref)) emit(ref);
  }
  const goPackage = path.startsWith('core/') ? 'core/v1' : path;
  const header =
    `/**\n * ${title}\n *\n * Models k8s.io/api/${goPackage} types.go as JSON.\n` +
    ` * Generated by scripts/generate/api-types.mjs from ${groupVersion} of v1.36.\n */\n`;
  const importLines = [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';\n`);
  const target = join(here, `${path}.ts`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${header}${importLines.join('')}\n${blocks.join('\n\n')}\n`);
}

for (const module of modules) writeModule(module);
const coreFiles = modules.map(([path]) => path).filter((path) => path.startsWith('core/'));
writeFileSync(
  join(here, 'core/v1.ts'),
  '/**\n * Every type of core/v1, whichever file of this folder holds it.\n *\n' +
    ' * Models k8s.io/api/core/v1. Generated by scripts/generate/api-types.mjs; do not edit.\n */\n' +
    `${coreFiles
      .map((path) => `export type * from './${path.slice(5)}.ts';`)
      .sort()
      .join('\n')}\n`,
);

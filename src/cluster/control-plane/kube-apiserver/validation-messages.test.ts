import { beforeAll, describe, expect, it } from 'vitest';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { resourceOf } from '#k8s.io/apimachinery/resources';
import { ApiFixture, messageOf } from './api.test.fixture.ts';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: object;
}

let api: ApiFixture;
function pathOf(manifest: Manifest): string {
  const { groupVersionPath, namespaced, plural } = resourceOf(manifest as never);
  return `${groupVersionPath}${namespaced ? '/namespaces/default' : ''}/${plural}`;
}

/** What is wrong with an object, field by field. */
function faults(manifest: Manifest): readonly string[] {
  const named = { ...manifest, metadata: manifest.metadata ?? { name: 'it' } };
  return causesOf(api.create(`${pathOf(manifest)}?dryRun=All`, named).body as Status);
}

const causesOf = ({ details, message }: Status): readonly string[] =>
  details?.causes?.map((cause) => `${cause.field}: ${cause.message}`) ?? [String(message)];

/** What is wrong with a change of an object that is there. */
function changeFaults(manifest: Manifest, patch: object): readonly string[] {
  const made = api.create(pathOf(manifest), manifest);
  if (made.code >= 400 && made.code !== 409) throw new Error(messageOf(made));
  const { name } = manifest.metadata as { name: string };
  return causesOf(
    api.patch(`${pathOf(manifest)}/${name}`, 'merge-patch+json', patch).body as Status,
  );
}

beforeAll(() => {
  api = new ApiFixture();
});

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'";
const apps = (kind: string, spec: object) => ({ apiVersion: 'apps/v1', kind, spec });
const podSpec = { containers: [{ name: 'a', image: 'nginx' }] };
const template = { metadata: { labels: { app: 'a' } }, spec: podSpec };
const selector = { matchLabels: { app: 'a' } };
const deployment = (more: object) => apps('Deployment', { selector, template, ...more });
const pod = (spec: object) => ({ apiVersion: 'v1', kind: 'Pod', spec: { ...podSpec, ...spec } });
const container = (more: object) => pod({ containers: [{ name: 'a', image: 'x', ...more }] });
const rolling = (rollingUpdate: object) => ({ strategy: { type: 'RollingUpdate', rollingUpdate } });
const core = (kind: string, more: object) => ({ apiVersion: 'v1', kind, ...more });
const service = (spec: object) => core('Service', { spec: { ports: [{ port: 80 }], ...spec } });
const claim = (spec: object) =>
  core('PersistentVolumeClaim', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  });
const volume = (spec: object) =>
  core('PersistentVolume', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      hostPath: { path: '/x' },
      ...spec,
    },
  });
const group = (apiVersion: string, kind: string, more: object) => ({ apiVersion, kind, ...more });
const limits = (...items: object[]) => core('LimitRange', { spec: { limits: items } });
const quota = (spec: object) => core('ResourceQuota', { spec });
const secret = (type: string, data: object = {}) => core('Secret', { type, data });
const rbac = (kind: string, more: object) => group('rbac.authorization.k8s.io/v1', kind, more);
const role = (...rules: object[]) => rbac('Role', { rules });
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' };
const net = (kind: string, spec: object) => group('networking.k8s.io/v1', kind, { spec });
const budget = (spec: object) => group('policy/v1', 'PodDisruptionBudget', { spec });
const storageClass = (more: object) =>
  group('storage.k8s.io/v1', 'StorageClass', { provisioner: 'example.com/p', ...more });

type Case = readonly [id: string, manifest: Manifest, ...faults: readonly (string | RegExp)[]];

const cases: readonly Case[] = [
  [
    'validation.selectorRequired',
    apps('Deployment', { template }),
    'spec.selector: Required value',
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  [
    'validation.selectorEmpty',
    deployment({ selector: {} }),
    'spec.selector: Invalid value: {}: empty selector is invalid for deployment',
  ],
  [
    'validation.selectorMismatch',
    deployment({ selector: { matchLabels: { app: 'b' } } }),
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  [
    'validation.negative',
    deployment({ replicas: -1 }),
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    'validation.rollingZero',
    deployment(rolling({ maxSurge: 0, maxUnavailable: 0 })),
    'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
  ],
  [
    'validation.over100',
    deployment(rolling({ maxUnavailable: '101%' })),
    'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
  ],
  [
    'validation.recreateRolling',
    deployment({ strategy: { type: 'Recreate', rollingUpdate: {} } }),
    "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
  ],
  [
    'validation.progressDeadline',
    deployment({ progressDeadlineSeconds: 5, minReadySeconds: 5 }),
    'spec.progressDeadlineSeconds: Invalid value: 5: must be greater than minReadySeconds',
  ],
  [
    'validation.restartPolicy',
    deployment({ template: { ...template, spec: { ...podSpec, restartPolicy: 'Never' } } }),
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
  ],
  ['validation.containersRequired', pod({ containers: [] }), 'spec.containers: Required value'],
  [
    'validation.containerNameRequired',
    pod({ containers: [{ image: 'x' }] }),
    'spec.containers[0].name: Required value',
  ],
  [
    'validation.imageRequired',
    pod({ containers: [{ name: 'a' }] }),
    'spec.containers[0].image: Required value',
  ],
  [
    'validation.containerNameDup',
    pod({ containers: [podSpec.containers[0], podSpec.containers[0]] }),
    'spec.containers[1].name: Duplicate value: "a"',
  ],
  [
    'validation.dnsLabel',
    pod({ containers: [{ name: 'A_b', image: 'x' }] }),
    new RegExp(`^spec.containers\\[0\\].name: Invalid value: "A_b": ${label}`),
  ],
  [
    'validation.dnsSubdomain',
    { ...core('ConfigMap', {}), metadata: { name: 'Bad_Name' } },
    /^metadata.name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must consist of/,
  ],
  [
    'validation.nameRequired',
    { ...core('ConfigMap', {}), metadata: {} },
    'metadata.name: Required value: name or generateName is required',
  ],
  [
    'validation.resourceLimit',
    container({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
    'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
  ],
  [
    'validation.controllerTwice',
    {
      ...core('ConfigMap', {}),
      metadata: {
        name: 'c',
        ownerReferences: ['a', 'b'].map((name) => ({
          apiVersion: 'v1',
          kind: 'Pod',
          name,
          uid: name,
          controller: true,
        })),
      },
    },
    /: Only one reference can have Controller set to true. Found "true" in references for/,
  ],
  [
    'validation.ipAllocated',
    service({ clusterIP: '10.96.0.1' }),
    'spec.clusterIPs: Invalid value: ["10.96.0.1"]: failed to allocate IP 10.96.0.1: provided IP is already allocated',
  ],
  [
    'validation.nodePortRange',
    service({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }),
    'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
  ],
  [
    'PVC access modes',
    claim({ accessModes: [] }),
    'spec.accessModes: Required value: at least 1 access mode is required',
  ],
  [
    'PVC exclusive mode',
    claim({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] }),
    'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
  ],
  [
    'PV source',
    core('PersistentVolume', {
      spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } },
    }),
    'spec: Required value: must specify a volume type',
  ],
  [
    'PV two sources',
    volume({ nfs: { server: 's', path: '/' } }),
    'spec.nfs: Forbidden: may not specify more than 1 volume type',
  ],
  [
    'PV capacity',
    volume({ capacity: { storage: '0' } }),
    'spec.capacity[storage]: Invalid value: "0": must be greater than zero',
  ],
  [
    'PV local',
    volume({ hostPath: null, local: { path: '/x' } }),
    'spec.nodeAffinity: Required value: Local volume requires node affinity',
  ],
  ['StorageClass', storageClass({ provisioner: '' }), 'provisioner: Required value'],
  [
    'StorageClass mode',
    storageClass({ volumeBindingMode: 'Later' }),
    'volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"',
  ],
  [
    'VolumeAttachment',
    group('storage.k8s.io/v1', 'VolumeAttachment', {
      spec: { attacher: 'a.b', nodeName: 'n', source: {} },
    }),
    'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
  ],
  [
    'PDB both',
    budget({ minAvailable: 1, maxUnavailable: 1 }),
    'spec: Invalid value: {"minAvailable":1,"maxUnavailable":1}: minAvailable and maxUnavailable cannot be both set',
  ],
  [
    'PDB percent',
    budget({ minAvailable: '101%' }),
    'spec.minAvailable: Invalid value: "101%": must not be greater than 100%',
  ],
  [
    'PriorityClass high',
    group('scheduling.k8s.io/v1', 'PriorityClass', { value: 1000000001 }),
    'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
  ],
  [
    'EndpointSlice',
    group('discovery.k8s.io/v1', 'EndpointSlice', {
      addressType: 'IPv4',
      endpoints: [{ addresses: [] }],
    }),
    'endpoints[0].addresses: Required value: must contain at least 1 address',
  ],
  [
    'LimitRange order',
    limits({
      type: 'Container',
      min: { cpu: '2' },
      max: { cpu: '1' },
      default: { cpu: '1' },
      defaultRequest: { cpu: '1' },
    }),
    'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
    'spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1',
    'spec.limits[0].default[cpu]: Invalid value: "1": min value 2 is greater than default value 1',
  ],
  [
    'LimitRange type',
    limits({ type: 'Pod', max: { cpu: '1' } }, { type: 'Pod', default: { cpu: '1' } }),
    'spec.limits[1].type: Duplicate value: "Pod"',
    "spec.limits[1].default: Forbidden: may not be specified when `type` is 'Pod'",
  ],
  [
    'LimitRange claims',
    limits({ type: 'PersistentVolumeClaim' }),
    'spec.limits[0]: Required value: either minimum or maximum storage value is required, but neither was provided',
  ],
  [
    'ResourceQuota names',
    quota({ hard: { foo: '1', pods: '-1' } }),
    'spec.hard[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
    'spec.hard[foo]: Invalid value: "foo": must be a standard resource for quota',
    'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
  ],
  [
    'ResourceQuota scopes',
    quota({ hard: { pods: '1' }, scopes: ['BestEffort', 'NotBestEffort'] }),
    'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes',
  ],
  [
    'Secret tls',
    secret('kubernetes.io/tls'),
    'data[tls.crt]: Required value',
    'data[tls.key]: Required value',
  ],
  [
    'Secret account',
    secret('kubernetes.io/service-account-token'),
    'metadata.annotations[kubernetes.io/service-account.name]: Required value',
  ],
  [
    'ConfigMap size',
    core('ConfigMap', { data: { a: 'x'.repeat(1048577) } }),
    ': Too long: may not be more than 1048576 bytes',
  ],
  [
    'Role rules',
    role(
      { verbs: [], apiGroups: [''], resources: ['pods'] },
      { verbs: ['get'], nonResourceURLs: ['/x'] },
    ),
    'rules[0].verbs: Required value: verbs must contain at least one value',
    'rules[1].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
  ],
  [
    'RoleBinding',
    rbac('RoleBinding', {
      roleRef: { ...roleRef, kind: 'Rule' },
      subjects: [{ kind: 'Robot', name: '' }],
    }),
    'roleRef.kind: Unsupported value: "Rule": supported values: "ClusterRole", "Role"',
    'subjects[0].name: Required value',
    'subjects[0].kind: Unsupported value: "Robot": supported values: "Group", "ServiceAccount", "User"',
  ],
  [
    'Ingress',
    net('Ingress', {
      rules: [
        { host: '1.2.3.4', http: { paths: [{ pathType: 'Exact', path: 'x', backend: {} }] } },
      ],
    }),
    'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
    'spec.rules[0].http.paths[0].path: Invalid value: "x": must be an absolute path',
    'spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required',
  ],
  [
    'NetworkPolicy',
    net('NetworkPolicy', {
      podSelector: {},
      ingress: [{ from: [{}, { ipBlock: { cidr: 'x' } }] }],
    }),
    'spec.ingress[0].from[0]: Required value: must specify a peer',
    'spec.ingress[0].from[1].ipBlock.cidr: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
  ],
  [
    'IngressClass',
    net('IngressClass', { controller: 'plain' }),
    'spec.controller: Invalid value: "plain": must be a domain-prefixed path (such as "acme.io/foo")',
  ],
  [
    'Node taints',
    core('Node', { spec: { taints: [{ key: 'a', effect: 'Never' }] } }),
    'spec.taints[0].effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
  ],
  [
    'spread',
    pod({
      topologySpreadConstraints: [
        { maxSkew: 0, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' },
      ],
    }),
    'spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
  ],
  [
    'affinity weight',
    pod({
      affinity: {
        podAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 0, podAffinityTerm: { topologyKey: '' } },
          ],
        },
      },
    }),
    /podAffinity.preferredDuring.*\[0\].weight: Invalid value: 0: must be in the range 1-100$/,
    /\[0\].podAffinityTerm.topologyKey: Required value: can not be empty$/,
  ],
  [
    'security',
    container({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
    /: cannot set `allowPrivilegeEscalation` to false and `privileged` to true$/,
  ],
  [
    'volume',
    pod({ volumes: [{ name: 'v', secret: {} }] }),
    'spec.volumes[0].secret.secretName: Required value',
  ],
  [
    'CSR',
    group('certificates.k8s.io/v1', 'CertificateSigningRequest', {
      spec: { request: '', signerName: 'x', usages: [] },
    }),
    'spec.request: Invalid value: "": PEM block type must be CERTIFICATE REQUEST',
    'spec.usages: Required value',
    'spec.signerName: Invalid value: "x": must be a fully qualified domain and path of the form \'example.com/signer-name\'',
  ],
];

const named = (manifest: Manifest, name: string) => ({ ...manifest, metadata: { name } });

const changes: readonly (readonly [string, Manifest, object, string | RegExp])[] = [
  [
    'validation.selectorImmutable',
    named(deployment({}), 'fixed'),
    {
      spec: {
        selector: { matchLabels: { app: 'a', b: 'c' } },
        template: { metadata: { labels: { b: 'c' } } },
      },
    },
    'spec.selector: Invalid value: {"matchLabels":{"app":"a","b":"c"}}: field is immutable',
  ],
  [
    'validation.podImmutable',
    named(pod({}), 'fixed'),
    { spec: { hostNetwork: true } },
    /^spec: Forbidden: pod updates may not change fields other than `spec.containers\[\*\].image`/,
  ],
  [
    'validation.clusterIPOnce',
    named(service({}), 'fixed'),
    { spec: { clusterIP: '10.96.7.7', clusterIPs: ['10.96.7.7'] } },
    'spec.clusterIPs[0]: Invalid value: ["10.96.7.7"]: may not change once set',
  ],
  [
    'PVC spec',
    named(claim({}), 'fixed'),
    { spec: { accessModes: ['ReadOnlyMany'] } },
    /^spec: Forbidden: spec is immutable after creation except resources.requests and/,
  ],
  [
    'StorageClass',
    named(storageClass({}), 'fixed'),
    { provisioner: 'example.com/other' },
    'provisioner: Forbidden: updates to provisioner are forbidden.',
  ],
  [
    'PriorityClass',
    named(group('scheduling.k8s.io/v1', 'PriorityClass', { value: 5 }), 'fixed'),
    { value: 6 },
    'value: Forbidden: may not be changed in an update.',
  ],
  [
    'RuntimeClass',
    named(group('node.k8s.io/v1', 'RuntimeClass', { handler: 'runc' }), 'fixed'),
    { handler: 'other' },
    'handler: Invalid value: "other": field is immutable',
  ],
  [
    'RoleBinding',
    named(rbac('RoleBinding', { roleRef }), 'fixed'),
    { roleRef: { name: 'other' } },
    /^roleRef: Invalid value: .*: cannot change roleRef$/,
  ],
  [
    'Node podCIDR',
    named(
      core('Node', { spec: { podCIDR: '10.244.0.0/24', podCIDRs: ['10.244.0.0/24'] } }),
      'fixed',
    ),
    { spec: { podCIDR: '10.244.1.0/24', podCIDRs: ['10.244.1.0/24'] } },
    'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
  ],
  [
    'ConfigMap immutable',
    named(core('ConfigMap', { immutable: true, data: { a: '1' } }), 'fixed'),
    { data: { a: '2' } },
    'data: Forbidden: field is immutable when `immutable` is set',
  ],
  [
    'EndpointSlice',
    named(
      group('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [] }),
      'fixed',
    ),
    { addressType: 'IPv6' },
    'addressType: Invalid value: "IPv6": field is immutable',
  ],
];

const matching = (text: string | RegExp) =>
  typeof text === 'string' ? text : expect.stringMatching(text);

describe('a new object that is not valid', () => {
  const table = cases.map(([id, manifest, ...texts]) => ({ id, manifest, texts }));

  it.each(table)('$id', ({ manifest, texts }) => {
    expect(faults(manifest)).toEqual(texts.map(matching));
  });
});

describe('a change that is not valid', () => {
  it.each(changes)('%s', (_id, manifest, patch, text) => {
    expect(changeFaults(manifest, patch)).toEqual([matching(text)]);
  });
});

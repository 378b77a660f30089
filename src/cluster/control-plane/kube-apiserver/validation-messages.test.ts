import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from './api.test.fixture.ts';
import {
  apps,
  budget,
  claim,
  container,
  core,
  deployment,
  faultsOf,
  group,
  limits,
  type Manifest,
  matching,
  net,
  pod,
  podSpec,
  quota,
  rbac,
  role,
  roleRef,
  rolling,
  secret,
  service,
  storageClass,
  template,
  volume,
} from './manifests.test.fixture.ts';

let api: ApiFixture;

const faults = (manifest: Manifest): readonly string[] => faultsOf(api, manifest);

beforeAll(() => {
  api = new ApiFixture();
});

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'";
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
    'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
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
    'spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
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
    'spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
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
    'roleRef.kind: Unsupported value: "Rule": supported values: "Role", "ClusterRole"',
    'subjects[0].name: Required value',
    'subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"',
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
    'metadata.taints[0].effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
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
    /\[0\].podAffinityTerm.topologyKey: Invalid value: "": name part must be non-empty$/,
    /\[0\].podAffinityTerm.topologyKey: Invalid value: "": name part must consist of /,
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

describe('a new object that is not valid', () => {
  const table = cases.map(([id, manifest, ...texts]) => ({ id, manifest, texts }));

  it.each(table)('$id', ({ manifest, texts }) => {
    expect(faults(manifest)).toEqual(texts.map(matching));
  });
});

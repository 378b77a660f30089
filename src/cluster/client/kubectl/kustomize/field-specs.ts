/**
 * Which fields of which kinds the transformers change.
 * Models sigs.k8s.io/kustomize/api/internal/konfig/builtinpluginconsts. The reference from an
 * Ingress to its class is left out: upstream's entry has a group that no object can have.
 */
import type { FieldSpec } from './field-path.ts';
import type { Gvk } from './resource-id.ts';

const templateKinds = ['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job'];
const inTemplate = 'spec/template/spec/';
const inJobTemplate = 'spec/jobTemplate/spec/template/spec/';

const ofKinds = (kinds: readonly string[], path: string, more: object = {}): FieldSpec[] =>
  kinds.map((kind) => ({ kind, path, ...more }));

const create = { create: true } as const;
const batch = { group: 'batch', create: true } as const;
const apps = { group: 'apps', create: true } as const;

/** The places of labels or annotations that are not selectors, as both have them. */
const templateMetadata = (field: string): readonly FieldSpec[] => {
  const path = `spec/template/metadata/${field}`;
  return [
    { path: `metadata/${field}`, create: true },
    { path, kind: 'ReplicationController', version: 'v1', create: true },
    ...ofKinds(['Deployment', 'ReplicaSet', 'DaemonSet'], path, create),
    { path, kind: 'Job', ...batch },
    { path: `spec/jobTemplate/metadata/${field}`, kind: 'CronJob', ...batch },
    { path: `spec/jobTemplate/spec/template/metadata/${field}`, kind: 'CronJob', ...batch },
  ];
};

export const annotationFields: readonly FieldSpec[] = [
  ...templateMetadata('annotations'),
  { path: 'spec/template/metadata/annotations', kind: 'StatefulSet', create: true },
];

/** `includeTemplates`. */
export const templateLabelFields: readonly FieldSpec[] = [
  ...templateMetadata('labels'),
  { path: 'spec/template/metadata/labels', kind: 'StatefulSet', ...apps },
  { path: 'spec/volumeClaimTemplates[]/metadata/labels', kind: 'StatefulSet', ...apps },
];

const during = (kind: string): readonly string[] => [
  `${kind}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm`,
  `${kind}/requiredDuringSchedulingIgnoredDuringExecution`,
];
const podSelectors = [
  ...during('affinity/podAffinity'),
  ...during('affinity/podAntiAffinity'),
  'topologySpreadConstraints',
].map((path) => `${inTemplate}${path}/labelSelector/matchLabels`);

const matchLabels = 'spec/selector/matchLabels';

/** `includeSelectors`, and commonLabels. */
export const selectorLabelFields: readonly FieldSpec[] = [
  ...ofKinds(['Service', 'ReplicationController'], 'spec/selector', { version: 'v1', ...create }),
  ...ofKinds(['Deployment', 'ReplicaSet', 'DaemonSet'], matchLabels, create),
  { path: matchLabels, kind: 'StatefulSet', ...apps },
  ...['Deployment', 'StatefulSet'].flatMap((kind) =>
    podSelectors.map((path): FieldSpec => ({ path, kind, group: 'apps' })),
  ),
  { path: matchLabels, kind: 'Job', group: 'batch' },
  { path: `spec/jobTemplate/${matchLabels}`, kind: 'CronJob', group: 'batch' },
  { path: matchLabels, kind: 'PodDisruptionBudget', group: 'policy' },
  ...['spec', 'spec/ingress/from', 'spec/egress/to'].map(
    (path): FieldSpec => ({
      path: `${path}/podSelector/matchLabels`,
      kind: 'NetworkPolicy',
      group: 'networking.k8s.io',
    }),
  ),
  ...templateLabelFields,
];

export const labelField: FieldSpec = { path: 'metadata/labels', create: true };

export const replicaFields: readonly FieldSpec[] = ofKinds(
  ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'],
  'spec/replicas',
  create,
);

export const imageFields: readonly FieldSpec[] = ['spec/', inTemplate].flatMap((pod) =>
  ['containers[]/image', 'initContainers[]/image', 'volumes[]/image/reference'].map((path) => ({
    path: pod + path,
  })),
);

/** Beside `metadata/namespace`, which the transformer sets by itself. */
export const namespaceFields: readonly FieldSpec[] = [
  { path: 'metadata/name', kind: 'Namespace', version: 'v1', group: '', create: true },
  {
    path: 'spec/service/namespace',
    group: 'apiregistration.k8s.io',
    kind: 'APIService',
    create: true,
  },
  {
    path: 'spec/conversion/webhook/clientConfig/service/namespace',
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
  },
];

/** The fields that hold the name of an object of a kind. */
interface BackReferences {
  readonly target: Partial<Gvk>;
  readonly referrers: readonly FieldSpec[];
}

/** A field of the Pod in each kind that has one. */
const inPods = (path: string): readonly FieldSpec[] => [
  { path: `spec/${path}`, kind: 'Pod', version: 'v1' },
  { path: `template/spec/${path}`, kind: 'PodTemplate' },
  ...ofKinds(templateKinds, inTemplate + path),
  { path: inJobTemplate + path, kind: 'CronJob' },
];

/** As `inPods`, for the kinds of the shorter list. */
const inWorkloads = (path: string): readonly FieldSpec[] => [
  { path: `spec/${path}`, kind: 'Pod' },
  ...ofKinds(
    ['StatefulSet', 'Deployment', 'ReplicationController', 'Job', 'DaemonSet'],
    inTemplate + path,
  ),
  { path: inJobTemplate + path, kind: 'CronJob' },
];

const inContainers = (path: string): readonly FieldSpec[] =>
  ['containers', 'initContainers'].flatMap((list) => inPods(`${list}/${path}`));

const scaled = { path: 'spec/scaleTargetRef/name', kind: 'HorizontalPodAutoscaler' };
const rbac = { group: 'rbac.authorization.k8s.io' } as const;
const admission = { group: 'admissionregistration.k8s.io' } as const;
const ingressNote = 'metadata/annotations/nginx.ingress.kubernetes.io\\/';

const configMapReferrers: readonly FieldSpec[] = [
  ...inPods('volumes/configMap/name'),
  ...inPods('volumes/projected/sources/configMap/name'),
  ...inContainers('env/valueFrom/configMapKeyRef/name'),
  ...inContainers('envFrom/configMapRef/name'),
  { path: 'spec/configSource/configMap', kind: 'Node' },
  ...ofKinds(['Role', 'ClusterRole'], 'rules/resourceNames'),
  { path: `${ingressNote}fastcgi-params-configmap`, kind: 'Ingress' },
];

const secretReferrers: readonly FieldSpec[] = [
  ...inPods('volumes/secret/secretName'),
  ...inPods('volumes/projected/sources/secret/name'),
  ...inContainers('env/valueFrom/secretKeyRef/name'),
  ...inContainers('envFrom/secretRef/name'),
  ...inPods('imagePullSecrets/name'),
  { path: 'spec/tls/secretName', kind: 'Ingress' },
  { path: 'metadata/annotations/ingress.kubernetes.io\\/auth-secret', kind: 'Ingress' },
  { path: `${ingressNote}auth-secret`, kind: 'Ingress' },
  { path: `${ingressNote}auth-tls-secret`, kind: 'Ingress' },
  { path: 'imagePullSecrets/name', kind: 'ServiceAccount' },
  ...['secretName', 'adminSecretName', 'userSecretName', 'secretRef'].map(
    (name): FieldSpec => ({ path: `parameters/${name}`, kind: 'StorageClass' }),
  ),
  ...ofKinds(['Role', 'ClusterRole'], 'rules/resourceNames'),
  { path: 'spec/azureFile/secretName', kind: 'PersistentVolume' },
];

const serviceReferrers: readonly FieldSpec[] = [
  { path: 'spec/serviceName', kind: 'StatefulSet', group: 'apps' },
  ...[
    'rules/http/paths/backend/serviceName',
    'backend/serviceName',
    'rules/http/paths/backend/service/name',
    'defaultBackend/service/name',
  ].map((path): FieldSpec => ({ path: `spec/${path}`, kind: 'Ingress' })),
  { path: 'spec/service/name', kind: 'APIService', group: 'apiregistration.k8s.io' },
  ...ofKinds(
    ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
    'webhooks/clientConfig/service',
    admission,
  ),
];

/** Source: namereference.go. */
export const backReferences: readonly BackReferences[] = [
  ...['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'].map((kind) => ({
    target: { kind },
    referrers: [scaled],
  })),
  { target: { kind: 'ConfigMap', version: 'v1' }, referrers: configMapReferrers },
  { target: { kind: 'Secret', version: 'v1' }, referrers: secretReferrers },
  { target: { kind: 'Service', version: 'v1' }, referrers: serviceReferrers },
  {
    target: { kind: 'Role', ...rbac },
    referrers: [{ path: 'roleRef/name', kind: 'RoleBinding', ...rbac }],
  },
  {
    target: { kind: 'ClusterRole', ...rbac },
    referrers: ofKinds(['RoleBinding', 'ClusterRoleBinding'], 'roleRef/name', rbac),
  },
  {
    target: { kind: 'ServiceAccount', version: 'v1' },
    referrers: [
      ...ofKinds(['RoleBinding', 'ClusterRoleBinding'], 'subjects', rbac),
      ...inWorkloads('serviceAccountName'),
    ],
  },
  {
    target: { kind: 'PersistentVolumeClaim', version: 'v1' },
    referrers: inWorkloads('volumes/persistentVolumeClaim/claimName'),
  },
  {
    target: { kind: 'PersistentVolume', version: 'v1' },
    referrers: [
      { path: 'spec/volumeName', kind: 'PersistentVolumeClaim' },
      { path: 'rules/resourceNames', kind: 'ClusterRole' },
    ],
  },
  {
    target: { kind: 'StorageClass', version: 'v1', group: 'storage.k8s.io' },
    referrers: [
      ...ofKinds(['PersistentVolume', 'PersistentVolumeClaim'], 'spec/storageClassName'),
      { path: 'spec/volumeClaimTemplates/spec/storageClassName', kind: 'StatefulSet' },
    ],
  },
  {
    target: { kind: 'PriorityClass', version: 'v1', group: 'scheduling.k8s.io' },
    referrers: inWorkloads('priorityClassName'),
  },
  {
    target: { kind: 'ValidatingAdmissionPolicy', ...admission },
    referrers: [
      { path: 'spec/policyName', kind: 'ValidatingAdmissionPolicyBinding', ...admission },
    ],
  },
];

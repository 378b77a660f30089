/** Objects that the API server takes as they are, one of each kind that people write. */

export type Fields = Readonly<Record<string, unknown>>;

const metadata = { name: 'web' };
const container = { name: 'c', image: 'nginx' };
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
const selector = { matchLabels: { app: 'web' } };

export const wholeObjects: readonly Fields[] = [
  { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [container] } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { ports: [{ port: 80 }], selector: { app: 'web' } },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { replicas: 2, selector, template },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata,
    spec: { serviceName: 'w', selector, template },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata,
    spec: { minAvailable: 1, selector },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata,
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  },
  { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: '9' } } },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata,
    spec: {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
    },
  },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { selector, template } },
  { apiVersion: 'v1', kind: 'Secret', metadata, data: { a: 'Yg==' } },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
  { apiVersion: 'v1', kind: 'Namespace', metadata },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata,
    spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata,
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/d' },
    },
  },
  { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata, provisioner: 'x.example/y' },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata, value: 5 },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata,
    spec: { podSelector: selector, ingress: [{ from: [{ podSelector: selector }] }] },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata,
    spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'web' },
    subjects: [{ kind: 'User', name: 'alice', apiGroup: 'rbac.authorization.k8s.io' }],
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata,
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
        ],
      },
      validations: [{ expression: 'object.spec.replicas < 5' }],
    },
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
            },
          },
        },
      ],
    },
  },
];

/** The object of a kind, without its status. */
export function wholeObject(kind: string): Fields {
  const found = wholeObjects.find((object) => object['kind'] === kind);
  if (found === undefined) throw new Error(`There is no whole ${kind}.`);
  return found;
}

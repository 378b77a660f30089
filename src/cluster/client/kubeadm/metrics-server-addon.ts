/**
 * The objects of the metrics server, as its `components.yaml` has them.
 * Models sigs.k8s.io/metrics-server manifests of v0.8, with `--kubelet-insecure-tls`.
 */
import {
  apiServices,
  clusterRoleBindings,
  clusterRoles,
  deployments,
  roleBindings,
  serviceAccounts,
  services,
} from '#k8s.io/client-go/rest/resource';
import { type Manifest, manifest } from './manifest.ts';

const namespace = 'kube-system';
const name = 'metrics-server';
const labels = { 'k8s-app': name };
const rbacGroup = 'rbac.authorization.k8s.io';
const serverRole = 'system:metrics-server';

const probe = (path: string, more: object) => ({
  failureThreshold: 3,
  httpGet: { path, port: 'https', scheme: 'HTTPS' },
  periodSeconds: 10,
  ...more,
});

const container = {
  name,
  image: 'registry.k8s.io/metrics-server/metrics-server:v0.8.0',
  imagePullPolicy: 'IfNotPresent',
  args: [
    '--cert-dir=/tmp',
    '--secure-port=10250',
    '--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname',
    '--kubelet-use-node-status-port',
    '--metric-resolution=15s',
    '--kubelet-insecure-tls',
  ],
  livenessProbe: probe('/livez', {}),
  ports: [{ containerPort: 10250, name: 'https', protocol: 'TCP' }],
  readinessProbe: probe('/readyz', { initialDelaySeconds: 20 }),
  resources: { requests: { cpu: '100m', memory: '200Mi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    readOnlyRootFilesystem: true,
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  volumeMounts: [{ mountPath: '/tmp', name: 'tmp-dir' }],
};

const bound = (role: string, kind = 'ClusterRole') => ({
  roleRef: { apiGroup: rbacGroup, kind, name: role },
  subjects: [{ kind: 'ServiceAccount', name, namespace }],
});

export const metricsServerAddon: readonly Manifest[] = [
  manifest(serviceAccounts, { metadata: { name, namespace, labels } }),
  manifest(clusterRoles, {
    metadata: {
      name: 'system:aggregated-metrics-reader',
      labels: {
        ...labels,
        [`${rbacGroup}/aggregate-to-admin`]: 'true',
        [`${rbacGroup}/aggregate-to-edit`]: 'true',
        [`${rbacGroup}/aggregate-to-view`]: 'true',
      },
    },
    rules: [
      {
        apiGroups: ['metrics.k8s.io'],
        resources: ['pods', 'nodes'],
        verbs: ['get', 'list', 'watch'],
      },
    ],
  }),
  manifest(clusterRoles, {
    metadata: { name: serverRole, labels },
    rules: [
      { apiGroups: [''], resources: ['nodes/metrics'], verbs: ['get'] },
      { apiGroups: [''], resources: ['pods', 'nodes'], verbs: ['get', 'list', 'watch'] },
    ],
  }),
  manifest(roleBindings, {
    metadata: { name: 'metrics-server-auth-reader', namespace, labels },
    ...bound('extension-apiserver-authentication-reader', 'Role'),
  }),
  manifest(clusterRoleBindings, {
    metadata: { name: 'metrics-server:system:auth-delegator', labels },
    ...bound('system:auth-delegator'),
  }),
  manifest(clusterRoleBindings, { metadata: { name: serverRole, labels }, ...bound(serverRole) }),
  manifest(services, {
    metadata: { name, namespace, labels },
    spec: {
      ports: [{ appProtocol: 'https', name: 'https', port: 443, targetPort: 'https' }],
      selector: labels,
    },
  }),
  manifest(deployments, {
    metadata: { name, namespace, labels },
    spec: {
      selector: { matchLabels: labels },
      strategy: { rollingUpdate: { maxUnavailable: 0 } },
      template: {
        metadata: { labels },
        spec: {
          containers: [container],
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          priorityClassName: 'system-cluster-critical',
          serviceAccountName: name,
          volumes: [{ emptyDir: {}, name: 'tmp-dir' }],
        },
      },
    },
  }),
  manifest(apiServices, {
    metadata: { name: 'v1beta1.metrics.k8s.io', labels },
    spec: {
      group: 'metrics.k8s.io',
      groupPriorityMinimum: 100,
      insecureSkipTLSVerify: true,
      service: { name, namespace },
      version: 'v1beta1',
      versionPriority: 100,
    },
  }),
];

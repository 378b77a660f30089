/**
 * The objects of ingress-nginx as its Helm chart creates them, without the admission webhook; the
 * class is the default one (`controller.ingressClassResource.default=true`).
 */
import {
  clusterRoleBindings,
  clusterRoles,
  configMaps,
  deployments,
  ingressClasses,
  namespaces,
  roleBindings,
  roles,
  serviceAccounts,
  services,
} from '#k8s.io/client-go/rest/resource';
import { type Manifest, manifest } from './manifest.ts';

const namespace = 'ingress-nginx';
const name = 'ingress-nginx';
const controller = `${name}-controller`;
const rbacGroup = 'rbac.authorization.k8s.io';
const selector = {
  'app.kubernetes.io/component': 'controller',
  'app.kubernetes.io/instance': name,
  'app.kubernetes.io/name': name,
};
const labels = { ...selector, 'app.kubernetes.io/part-of': name };

const watching = ['get', 'list', 'watch'];
const rules = [
  {
    apiGroups: [''],
    resources: ['configmaps', 'endpoints', 'nodes', 'pods', 'secrets', 'namespaces'],
    verbs: ['list', 'watch'],
  },
  { apiGroups: [''], resources: ['nodes'], verbs: ['get'] },
  { apiGroups: [''], resources: ['services'], verbs: watching },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses'], verbs: watching },
  { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses/status'], verbs: ['update'] },
  { apiGroups: ['networking.k8s.io'], resources: ['ingressclasses'], verbs: watching },
  { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: watching },
];
/** In its own namespace it also reads single pods. */
const ownRules = [{ apiGroups: [''], resources: ['pods'], verbs: watching }];

const probe = (failureThreshold: number) => ({
  failureThreshold,
  httpGet: { path: '/healthz', port: 10254, scheme: 'HTTP' },
  initialDelaySeconds: 10,
  periodSeconds: 10,
});

const fieldOf = (variable: string, fieldPath: string) => ({
  name: variable,
  valueFrom: { fieldRef: { fieldPath } },
});

const container = {
  name: 'controller',
  image: 'registry.k8s.io/ingress-nginx/controller:v1.14.0',
  imagePullPolicy: 'IfNotPresent',
  args: [
    '/nginx-ingress-controller',
    `--publish-service=$(POD_NAMESPACE)/${controller}`,
    '--disable-leader-election',
    '--controller-class=k8s.io/ingress-nginx',
    '--ingress-class=nginx',
    `--configmap=$(POD_NAMESPACE)/${controller}`,
  ],
  env: [fieldOf('POD_NAME', 'metadata.name'), fieldOf('POD_NAMESPACE', 'metadata.namespace')],
  livenessProbe: probe(5),
  readinessProbe: probe(3),
  ports: [
    { containerPort: 80, name: 'http', protocol: 'TCP' },
    { containerPort: 443, name: 'https', protocol: 'TCP' },
  ],
  resources: { requests: { cpu: '100m', memory: '90Mi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
    readOnlyRootFilesystem: false,
    runAsGroup: 82,
    runAsNonRoot: true,
    runAsUser: 101,
    seccompProfile: { type: 'RuntimeDefault' },
  },
};

const bound = (kind: 'ClusterRole' | 'Role') => ({
  roleRef: { apiGroup: rbacGroup, kind, name },
  subjects: [{ kind: 'ServiceAccount', name, namespace }],
});

/** In the order in which they are created. */
export const ingressNginxAddon: readonly Manifest[] = [
  manifest(namespaces, { metadata: { name: namespace } }),
  manifest(serviceAccounts, { metadata: { name, namespace, labels } }),
  manifest(configMaps, { metadata: { name: controller, namespace, labels } }),
  manifest(clusterRoles, { metadata: { name, labels }, rules }),
  manifest(clusterRoleBindings, { metadata: { name, labels }, ...bound('ClusterRole') }),
  manifest(roles, { metadata: { name, namespace, labels }, rules: ownRules }),
  manifest(roleBindings, { metadata: { name, namespace, labels }, ...bound('Role') }),
  manifest(services, {
    metadata: { name: controller, namespace, labels },
    spec: {
      type: 'LoadBalancer',
      ports: [
        { appProtocol: 'http', name: 'http', port: 80, protocol: 'TCP', targetPort: 'http' },
        { appProtocol: 'https', name: 'https', port: 443, protocol: 'TCP', targetPort: 'https' },
      ],
      selector,
    },
  }),
  manifest(deployments, {
    metadata: { name: controller, namespace, labels },
    spec: {
      replicas: 1,
      selector: { matchLabels: selector },
      template: {
        metadata: { labels },
        spec: {
          containers: [container],
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          serviceAccountName: name,
          terminationGracePeriodSeconds: 300,
        },
      },
    },
  }),
  manifest(ingressClasses, {
    metadata: {
      name: 'nginx',
      labels,
      annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' },
    },
    spec: { controller: 'k8s.io/ingress-nginx' },
  }),
];

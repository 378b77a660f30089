/**
 * The Gateway API and an implementation of it: its definitions, and the objects of Traefik as its
 * Helm chart creates them with these values:
 * `providers.kubernetesGateway.enabled=true`, `providers.kubernetesIngress.enabled=false`,
 * `providers.kubernetesCRD.enabled=false`, `gateway.enabled=false`, `ports.web.port=80`,
 * `ports.websecure.port=443`, `ports.metrics=null`, `logs.access.enabled=true`.
 */
import { gatewayClasses, gatewayGroup } from '#k8s.io/client-go/rest/gateway-resources';
import {
  clusterRoleBindings,
  clusterRoles,
  deployments,
  namespaces,
  serviceAccounts,
  services,
} from '#k8s.io/client-go/rest/resource';
import { gatewayApiDefinitions } from './gateway-api-crds.ts';
import { type Manifest, manifest } from './manifest.ts';

const name = 'traefik';
const namespace = name;
const role = `${name}-${namespace}`;
const rbacGroup = 'rbac.authorization.k8s.io';
const selector = {
  'app.kubernetes.io/instance': role,
  'app.kubernetes.io/name': name,
};
const labels = { ...selector, 'app.kubernetes.io/managed-by': 'Helm' };

const watching = ['get', 'list', 'watch'];
const kinds = ['gatewayclasses', 'gateways', 'httproutes'];
const rules = [
  { apiGroups: [''], resources: ['configmaps', 'nodes', 'services'], verbs: watching },
  { apiGroups: [''], resources: ['namespaces', 'secrets'], verbs: watching },
  { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
  { apiGroups: [gatewayGroup], resources: [...kinds, 'referencegrants'], verbs: watching },
  {
    apiGroups: [gatewayGroup],
    resources: kinds.map((kind) => `${kind}/status`),
    verbs: ['update'],
  },
];

const probe = {
  httpGet: { path: '/ping', port: 8080, scheme: 'HTTP' },
  initialDelaySeconds: 2,
  periodSeconds: 10,
  successThreshold: 1,
  timeoutSeconds: 2,
};

const container = {
  name,
  image: 'docker.io/traefik:v3.8.0',
  imagePullPolicy: 'IfNotPresent',
  args: [
    '--entryPoints.traefik.address=:8080/tcp',
    '--entryPoints.web.address=:80/tcp',
    '--entryPoints.websecure.address=:443/tcp',
    '--ping=true',
    '--providers.kubernetesgateway',
    `--providers.kubernetesgateway.statusaddress.service.name=${name}`,
    `--providers.kubernetesgateway.statusaddress.service.namespace=${namespace}`,
    '--entryPoints.websecure.http.tls=true',
    '--log.level=INFO',
    '--accesslog=true',
  ],
  readinessProbe: { ...probe, failureThreshold: 1 },
  livenessProbe: { ...probe, failureThreshold: 3 },
  ports: [
    { containerPort: 8080, name: 'traefik', protocol: 'TCP' },
    { containerPort: 80, name: 'web', protocol: 'TCP' },
    { containerPort: 443, name: 'websecure', protocol: 'TCP' },
  ],
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
    readOnlyRootFilesystem: true,
  },
};

/** In the order in which they are created. */
export const traefikAddon: readonly Manifest[] = [
  ...gatewayApiDefinitions,
  manifest(namespaces, { metadata: { name: namespace } }),
  manifest(serviceAccounts, { metadata: { name, namespace, labels } }),
  manifest(clusterRoles, { metadata: { name: role, labels }, rules }),
  manifest(clusterRoleBindings, {
    metadata: { name: role, labels },
    roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  }),
  manifest(services, {
    metadata: { name, namespace, labels },
    spec: {
      type: 'LoadBalancer',
      selector,
      ports: [
        { name: 'web', port: 80, protocol: 'TCP', targetPort: 'web' },
        { name: 'websecure', port: 443, protocol: 'TCP', targetPort: 'websecure' },
      ],
    },
  }),
  manifest(deployments, {
    metadata: { name, namespace, labels },
    spec: {
      replicas: 1,
      selector: { matchLabels: selector },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      minReadySeconds: 0,
      template: {
        metadata: { labels },
        spec: {
          containers: [container],
          serviceAccountName: name,
          terminationGracePeriodSeconds: 60,
        },
      },
    },
  }),
  manifest(gatewayClasses, {
    metadata: { name, labels },
    spec: { controllerName: 'traefik.io/gateway-controller' },
  }),
];

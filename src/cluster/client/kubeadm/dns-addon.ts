/**
 * The objects of the DNS add-on.
 * Models kubernetes/cmd/kubeadm/app/phases/addons/dns/manifests.go of v1.36.
 */
import {
  clusterRoleBindings,
  clusterRoles,
  configMaps,
  deployments,
  serviceAccounts,
  services,
} from '#k8s.io/client-go/rest/resource';
import { type Manifest, manifest } from './manifest.ts';

const corednsImage = 'registry.k8s.io/coredns/coredns:v1.14.2';
const namespace = 'kube-system';
const labels = { 'k8s-app': 'kube-dns' };

const corefile = `.:53 {
    errors
    health {
       lameduck 5s
    }
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa {
       pods insecure
       fallthrough in-addr.arpa ip6.arpa
       ttl 30
    }
    prometheus :9153
    forward . /etc/resolv.conf {
       max_concurrent 1000
    }
    cache 30
    loop
    reload
    loadbalance
}
`;

/** `clusterIP`: by convention the tenth address of the service range. */
export const dnsAddon = (clusterIP: string): readonly Manifest[] => [
  manifest(serviceAccounts, { metadata: { name: 'coredns', namespace } }),
  manifest(configMaps, { metadata: { name: 'coredns', namespace }, data: { Corefile: corefile } }),
  manifest(clusterRoles, { metadata: { name: 'system:coredns' }, rules }),
  manifest(clusterRoleBindings, {
    metadata: { name: 'system:coredns' },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'system:coredns',
    },
    subjects: [{ kind: 'ServiceAccount', name: 'coredns', namespace }],
  }),
  manifest(deployments, { metadata: { name: 'coredns', namespace, labels }, spec: deployment }),
  manifest(services, {
    metadata: {
      name: 'kube-dns',
      namespace,
      labels: {
        ...labels,
        'kubernetes.io/cluster-service': 'true',
        'kubernetes.io/name': 'CoreDNS',
      },
      annotations: { 'prometheus.io/port': '9153', 'prometheus.io/scrape': 'true' },
    },
    spec: {
      clusterIP,
      ports: [
        { name: 'dns', port: 53, protocol: 'UDP', targetPort: 53 },
        { name: 'dns-tcp', port: 53, protocol: 'TCP', targetPort: 53 },
        { name: 'metrics', port: 9153, protocol: 'TCP', targetPort: 9153 },
      ],
      selector: labels,
    },
  }),
];

const rules = [
  {
    apiGroups: [''],
    resources: ['endpoints', 'services', 'pods', 'namespaces'],
    verbs: ['list', 'watch'],
  },
  { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
];

const container = {
  name: 'coredns',
  image: corednsImage,
  imagePullPolicy: 'IfNotPresent',
  args: ['-conf', '/etc/coredns/Corefile'],
  resources: { limits: { memory: '170Mi' }, requests: { cpu: '100m', memory: '70Mi' } },
  ports: [
    { containerPort: 53, name: 'dns', protocol: 'UDP' },
    { containerPort: 53, name: 'dns-tcp', protocol: 'TCP' },
    { containerPort: 9153, name: 'metrics', protocol: 'TCP' },
    { containerPort: 8080, name: 'liveness-probe', protocol: 'TCP' },
    { containerPort: 8181, name: 'readiness-probe', protocol: 'TCP' },
  ],
  livenessProbe: {
    httpGet: { path: '/health', port: 'liveness-probe', scheme: 'HTTP' },
    initialDelaySeconds: 60,
    timeoutSeconds: 5,
    successThreshold: 1,
    failureThreshold: 5,
  },
  readinessProbe: { httpGet: { path: '/ready', port: 'readiness-probe', scheme: 'HTTP' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
    readOnlyRootFilesystem: true,
  },
  volumeMounts: [{ name: 'config-volume', mountPath: '/etc/coredns', readOnly: true }],
};

const deployment = {
  replicas: 2,
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
  selector: { matchLabels: labels },
  template: {
    metadata: { labels },
    spec: {
      priorityClassName: 'system-cluster-critical',
      serviceAccountName: 'coredns',
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 100,
              podAffinityTerm: {
                labelSelector: {
                  matchExpressions: [{ key: 'k8s-app', operator: 'In', values: ['kube-dns'] }],
                },
                topologyKey: 'kubernetes.io/hostname',
              },
            },
          ],
        },
      },
      tolerations: [
        { key: 'CriticalAddonsOnly', operator: 'Exists' },
        { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
      ],
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      containers: [container],
      dnsPolicy: 'Default',
      volumes: [
        {
          name: 'config-volume',
          configMap: { name: 'coredns', items: [{ key: 'Corefile', path: 'Corefile' }] },
        },
      ],
    },
  },
};

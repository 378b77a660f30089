/**
 * The example driver of dynamic resource allocation and its DeviceClass, as the Helm chart of
 * kubernetes-sigs/dra-example-driver creates them with `webhook.enabled=false`.
 */
import { deviceClasses } from '#k8s.io/client-go/rest/device-resources';
import {
  clusterRoleBindings,
  clusterRoles,
  daemonSets,
  namespaces,
  serviceAccounts,
} from '#k8s.io/client-go/rest/resource';
import { type Manifest, manifest } from './manifest.ts';

const name = 'dra-example-driver';
const namespace = name;
const account = `${name}-service-account`;
const role = `${name}-role`;
const driver = 'gpu.example.com';
const rbacGroup = 'rbac.authorization.k8s.io';
const group = 'resource.k8s.io';
const selector = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/instance': name };
const labels = { ...selector, 'app.kubernetes.io/component': 'kubeletplugin' };

const rules = [
  { apiGroups: [group], resources: ['resourceclaims'], verbs: ['get'] },
  { apiGroups: [''], resources: ['nodes'], verbs: ['get'] },
  {
    apiGroups: [group],
    resources: ['resourceslices'],
    verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
  },
];

const folders = {
  'plugins-registry': '/var/lib/kubelet/plugins_registry',
  plugins: '/var/lib/kubelet/plugins',
  cdi: '/var/run/cdi',
};

const container = {
  name: 'plugin',
  image: `registry.k8s.io/${name}/${name}:v0.2.1`,
  imagePullPolicy: 'IfNotPresent',
  command: ['dra-example-kubeletplugin'],
  securityContext: { privileged: true },
  env: [
    { name: 'CDI_ROOT', value: folders.cdi },
    { name: 'KUBELET_REGISTRAR_DIRECTORY_PATH', value: folders['plugins-registry'] },
    { name: 'KUBELET_PLUGINS_DIRECTORY_PATH', value: folders.plugins },
    { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    { name: 'NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
    { name: 'POD_UID', valueFrom: { fieldRef: { fieldPath: 'metadata.uid' } } },
    { name: 'NUM_DEVICES', value: '8' },
  ],
  volumeMounts: Object.entries(folders).map(([volume, mountPath]) => ({ name: volume, mountPath })),
};

/** In the order in which they are created. */
export const draExampleDriverAddon: readonly Manifest[] = [
  manifest(namespaces, { metadata: { name: namespace } }),
  manifest(serviceAccounts, { metadata: { name: account, namespace, labels: selector } }),
  manifest(clusterRoles, { metadata: { name: role }, rules }),
  manifest(clusterRoleBindings, {
    metadata: { name: `${role}-binding` },
    roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
  }),
  manifest(deviceClasses, {
    metadata: { name: driver },
    spec: { selectors: [{ cel: { expression: `device.driver == '${driver}'` } }] },
  }),
  manifest(daemonSets, {
    metadata: { name: `${name}-kubeletplugin`, namespace, labels },
    spec: {
      selector: { matchLabels: labels },
      updateStrategy: { type: 'RollingUpdate' },
      template: {
        metadata: { labels },
        spec: {
          priorityClassName: 'system-node-critical',
          serviceAccountName: account,
          containers: [container],
          volumes: Object.entries(folders).map(([volume, path]) => ({
            ...{ name: volume, hostPath: { path, type: 'DirectoryOrCreate' } },
          })),
        },
      },
    },
  }),
];

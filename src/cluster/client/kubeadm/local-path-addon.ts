/**
 * The objects of the local path provisioner and the default StorageClass.
 * Models the manifest that kind installs (kindest/local-path-provisioner).
 */
import {
  clusterRoleBindings,
  clusterRoles,
  deployments,
  namespaces,
  serviceAccounts,
  storageClasses,
} from '#k8s.io/client-go/rest/resource';
import { type Manifest, manifest } from './manifest.ts';

const namespace = 'local-path-storage';
const name = 'local-path-provisioner';
const account = `${name}-service-account`;
const role = `${name}-role`;
const labels = { app: name };
const rbacGroup = 'rbac.authorization.k8s.io';

const rules = [
  {
    apiGroups: [''],
    resources: ['nodes', 'persistentvolumeclaims', 'configmaps', 'pods', 'pods/log'],
    verbs: ['get', 'list', 'watch'],
  },
  {
    apiGroups: [''],
    resources: ['persistentvolumes'],
    verbs: ['get', 'list', 'watch', 'create', 'patch', 'update', 'delete'],
  },
  { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
  { apiGroups: ['storage.k8s.io'], resources: ['storageclasses'], verbs: ['get', 'list', 'watch'] },
];

/** In the order in which they are created. */
export const localPathAddon: readonly Manifest[] = [
  manifest(namespaces, { metadata: { name: namespace } }),
  manifest(serviceAccounts, { metadata: { name: account, namespace } }),
  manifest(clusterRoles, { metadata: { name: role }, rules }),
  manifest(clusterRoleBindings, {
    metadata: { name: `${name}-bind` },
    roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
  }),
  manifest(deployments, {
    metadata: { name, namespace },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          serviceAccountName: account,
          containers: [
            {
              name,
              image: 'docker.io/rancher/local-path-provisioner:v0.0.32',
              imagePullPolicy: 'IfNotPresent',
              command: ['local-path-provisioner', '--debug', 'start'],
            },
          ],
        },
      },
    },
  }),
  manifest(storageClasses, {
    metadata: {
      name: 'standard',
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
    provisioner: 'rancher.io/local-path',
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'WaitForFirstConsumer',
  }),
];

/**
 * The objects of Canal: Calico's agent on every node, beside flannel.
 * Models Calico's manifests/canal.yaml of v3.30, without its custom resources and flannel's part.
 */
import {
  clusterRoleBindings,
  clusterRoles,
  daemonSets,
  serviceAccounts,
} from '#k8s.io/client-go/rest/resource';
import { type Manifest, manifest } from './manifest.ts';

const namespace = 'kube-system';
const labels = { 'k8s-app': 'canal' };
const rbacGroup = 'rbac.authorization.k8s.io';

const bound = (role: string, account: string) => ({
  roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role },
  subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
});

const readsNames = { apiGroups: [''], resources: ['pods', 'nodes', 'namespaces'], verbs: ['get'] };
const writesAddresses = { apiGroups: [''], resources: ['pods/status'], verbs: ['patch'] };

const nodeRules = [
  readsNames,
  {
    apiGroups: [''],
    resources: ['pods', 'namespaces', 'serviceaccounts'],
    verbs: ['list', 'watch'],
  },
  { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: ['watch', 'list'] },
  writesAddresses,
];

/** In the order in which they are created. */
export const canalAddon: readonly Manifest[] = [
  manifest(serviceAccounts, { metadata: { name: 'canal', namespace } }),
  manifest(serviceAccounts, { metadata: { name: 'calico-cni-plugin', namespace } }),
  manifest(clusterRoles, { metadata: { name: 'calico-node' }, rules: nodeRules }),
  manifest(clusterRoles, {
    metadata: { name: 'calico-cni-plugin' },
    rules: [readsNames, writesAddresses],
  }),
  manifest(clusterRoleBindings, {
    metadata: { name: 'canal-calico' },
    ...bound('calico-node', 'canal'),
  }),
  manifest(clusterRoleBindings, {
    metadata: { name: 'calico-cni-plugin' },
    ...bound('calico-cni-plugin', 'calico-cni-plugin'),
  }),
  manifest(daemonSets, {
    metadata: { name: 'canal', namespace, labels },
    spec: {
      selector: { matchLabels: labels },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
      template: {
        metadata: { labels },
        spec: {
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          hostNetwork: true,
          tolerations: [
            { effect: 'NoSchedule', operator: 'Exists' },
            { key: 'CriticalAddonsOnly', operator: 'Exists' },
            { effect: 'NoExecute', operator: 'Exists' },
          ],
          serviceAccountName: 'canal',
          terminationGracePeriodSeconds: 0,
          priorityClassName: 'system-node-critical',
          containers: [
            {
              name: 'calico-node',
              image: 'docker.io/calico/node:v3.30.2',
              imagePullPolicy: 'IfNotPresent',
              env: [
                { name: 'DATASTORE_TYPE', value: 'kubernetes' },
                { name: 'CALICO_NETWORKING_BACKEND', value: 'none' },
                { name: 'FELIX_DEFAULTENDPOINTTOHOSTACTION', value: 'ACCEPT' },
              ],
              securityContext: { privileged: true },
              resources: { requests: { cpu: '250m' } },
            },
          ],
        },
      },
    },
  }),
];

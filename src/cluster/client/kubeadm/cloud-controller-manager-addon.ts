/**
 * The objects of a cloud controller manager that runs the service controller.
 * Models the manifests that clouds publish for theirs (cloud-provider-gcp,
 * cloud-provider-openstack), with the rights that this one controller needs.
 */
import {
  clusterRoleBindings,
  clusterRoles,
  deployments,
  serviceAccounts,
} from '#k8s.io/client-go/rest/resource';
import { type Manifest, manifest } from './manifest.ts';

const namespace = 'kube-system';
const name = 'cloud-controller-manager';
const labels = { 'k8s-app': name };
const role = `system:${name}`;
const rbacGroup = 'rbac.authorization.k8s.io';

const rules = [
  { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch', 'update'] },
  { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['services'], verbs: ['list', 'patch', 'update', 'watch'] },
  { apiGroups: [''], resources: ['services/status'], verbs: ['patch', 'update'] },
];

/** In the order in which they are created. */
export const cloudControllerManagerAddon: readonly Manifest[] = [
  manifest(serviceAccounts, { metadata: { name, namespace } }),
  manifest(clusterRoles, { metadata: { name: role }, rules }),
  manifest(clusterRoleBindings, {
    metadata: { name: role },
    roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  }),
  manifest(deployments, {
    metadata: { name, namespace, labels },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: name,
          priorityClassName: 'system-cluster-critical',
          tolerations: [
            { key: 'CriticalAddonsOnly', operator: 'Exists' },
            { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
          ],
          containers: [
            {
              name,
              image: 'cloud.example/cloud-controller-manager:v1.36.3',
              imagePullPolicy: 'IfNotPresent',
              args: [
                '--cloud-provider=example',
                '--controllers=service-lb-controller',
                '--leader-elect=false',
              ],
              resources: { requests: { cpu: '50m' } },
            },
          ],
        },
      },
    },
  }),
];

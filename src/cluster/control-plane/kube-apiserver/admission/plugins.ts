/**
 * All plugins in the order in which they run; flags cannot change it. Source: kubernetes
 * pkg/kubeapiserver/options/plugins.go AllOrderedPlugins.
 */
import type { AdmissionEnvironment, AdmissionPlugin } from './admission.ts';
import { alwaysAdmit } from './plugins/always-admit.ts';
import { alwaysDeny } from './plugins/always-deny.ts';
import { alwaysPullImages } from './plugins/always-pull-images.ts';
import { certificateApproval } from './plugins/certificate-approval.ts';
import { certificateSigning } from './plugins/certificate-signing.ts';
import { certificateSubjectRestriction } from './plugins/certificate-subject-restriction.ts';
import { clusterTrustBundleAttest } from './plugins/cluster-trust-bundle-attest.ts';
import { defaultIngressClass } from './plugins/default-ingress-class.ts';
import { defaultStorageClass } from './plugins/default-storage-class.ts';
import { defaultTolerationSeconds } from './plugins/default-toleration-seconds.ts';
import { denyServiceExternalIps } from './plugins/deny-service-external-ips.ts';
import { eventRateLimit } from './plugins/event-rate-limit.ts';
import { extendedResourceToleration } from './plugins/extended-resource-toleration.ts';
import { imagePolicyWebhook } from './plugins/image-policy-webhook.ts';
import { jobValidation } from './plugins/job-validation.ts';
import { limitPodHardAntiAffinityTopology } from './plugins/limit-pod-hard-anti-affinity-topology.ts';
import { limitRanger } from './plugins/limit-ranger.ts';
import { mutatingAdmissionPolicy } from './plugins/mutating-admission-policy.ts';
import { mutatingAdmissionWebhook } from './plugins/mutating-admission-webhook.ts';
import { namespaceAutoProvision } from './plugins/namespace-auto-provision.ts';
import { namespaceExists } from './plugins/namespace-exists.ts';
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts';
import { nodeDeclaredFeatureValidator } from './plugins/node-declared-feature-validator.ts';
import { nodeRestriction } from './plugins/node-restriction.ts';
import { ownerReferencesPermissionEnforcement } from './plugins/owner-references-permission-enforcement.ts';
import { persistentVolumeClaimResize } from './plugins/persistent-volume-claim-resize.ts';
import { podGroupProtection } from './plugins/pod-group-protection.ts';
import { podGroupWorkloadExists } from './plugins/pod-group-workload-exists.ts';
import { podNodeSelector } from './plugins/pod-node-selector.ts';
import { podResizeValidator } from './plugins/pod-resize-validator.ts';
import { podSecurity } from './plugins/pod-security.ts';
import { podTolerationRestriction } from './plugins/pod-toleration-restriction.ts';
import { podTopologyLabels } from './plugins/pod-topology-labels.ts';
import { priority } from './plugins/priority.ts';
import { resourceQuota } from './plugins/resource-quota.ts';
import { runtimeClass } from './plugins/runtime-class.ts';
import { serviceAccount } from './plugins/service-account.ts';
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection.ts';
import { taintNodesByCondition } from './plugins/taint-nodes-by-condition.ts';
import { validatingAdmissionPolicy } from './plugins/validating-admission-policy.ts';
import { validatingAdmissionWebhook } from './plugins/validating-admission-webhook.ts';

export const orderedPlugins = (environment: AdmissionEnvironment): readonly AdmissionPlugin[] => [
  alwaysAdmit(environment),
  namespaceAutoProvision(environment),
  namespaceLifecycle(environment),
  namespaceExists(environment),
  limitPodHardAntiAffinityTopology(environment),
  limitRanger(environment),
  serviceAccount(environment),
  nodeRestriction(environment),
  taintNodesByCondition,
  alwaysPullImages(environment),
  imagePolicyWebhook,
  podSecurity(environment),
  podNodeSelector(environment),
  priority(environment),
  defaultTolerationSeconds,
  podTolerationRestriction(environment),
  eventRateLimit(environment),
  extendedResourceToleration(environment),
  defaultStorageClass(environment),
  storageObjectInUseProtection,
  podGroupProtection,
  ownerReferencesPermissionEnforcement(environment),
  persistentVolumeClaimResize(environment),
  runtimeClass(environment),
  certificateApproval(environment),
  certificateSigning(environment),
  clusterTrustBundleAttest(environment),
  certificateSubjectRestriction,
  defaultIngressClass(environment),
  denyServiceExternalIps(environment),
  podTopologyLabels(environment),
  podGroupWorkloadExists,
  nodeDeclaredFeatureValidator,
  jobValidation,
  podResizeValidator(environment),
  mutatingAdmissionPolicy(environment),
  mutatingAdmissionWebhook(environment),
  validatingAdmissionPolicy(environment),
  validatingAdmissionWebhook(environment),
  resourceQuota(environment),
  alwaysDeny(environment),
];

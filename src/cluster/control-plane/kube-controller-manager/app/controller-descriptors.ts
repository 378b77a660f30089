/**
 * The controllers of this manager, in the order in which they are built.
 * Models kubernetes/cmd/kube-controller-manager/app NewControllerDescriptors; upstream's order
 * differs from run to run.
 */
import { certificateApprovingController } from '../certificates/approving-controller.ts';
import { certificateCleanerController } from '../certificates/cleaner-controller.ts';
import { rootCaCertPublisher } from '../certificates/rootcacertpublisher/publisher.ts';
import { certificateSigningController } from '../certificates/signing-controller.ts';
import { clusterRoleAggregationController } from '../clusterroleaggregation/clusterroleaggregation-controller.ts';
import { cronJobController } from '../cronjob/cron-job-controller.ts';
import { daemonSetController } from '../daemonset/daemon-controller.ts';
import { deploymentController } from '../deployment/deployment-controller.ts';
import { disruptionController } from '../disruption/disruption-controller.ts';
import { endpointsController } from '../endpoint/endpoints-controller.ts';
import { endpointSliceController } from '../endpointslice/endpointslice-controller.ts';
import { endpointSliceMirroringController } from '../endpointslicemirroring/endpointslicemirroring-controller.ts';
import { garbageCollectorController } from '../garbagecollector/garbagecollector.ts';
import { jobController } from '../job/job-controller.ts';
import { namespaceController } from '../namespace/namespace-controller.ts';
import { nodeIpamController } from '../nodeipam/range-allocator.ts';
import { nodeLifecycleController } from '../nodelifecycle/node-lifecycle-controller.ts';
import { horizontalPodAutoscalerController } from '../podautoscaler/horizontal.ts';
import { podGcController } from '../podgc/gc-controller.ts';
import { replicaSetController } from '../replicaset/replica-set.ts';
import { replicationControllerController } from '../replication/replication-controller.ts';
import { resourceQuotaController } from '../resourcequota/resource-quota-controller.ts';
import { serviceAccountController } from '../serviceaccount/serviceaccounts-controller.ts';
import { serviceAccountTokenController } from '../serviceaccount/tokens-controller.ts';
import { statefulSetController } from '../statefulset/stateful-set.ts';
import { taintEvictionController } from '../tainteviction/taint-eviction.ts';
import { ttlController } from '../ttl/ttl-controller.ts';
import { ttlAfterFinishedController } from '../ttlafterfinished/ttl-after-finished-controller.ts';
import { validatingAdmissionPolicyStatusController } from '../validatingadmissionpolicystatus/controller.ts';
import { claimProtectionController } from '../volume/claim-protection.ts';
import { ephemeralVolumeController } from '../volume/ephemeral-volume.ts';
import { persistentVolumeBinderController } from '../volume/persistent-volume-binder.ts';
import { volumeProtectionController } from '../volume/volume-protection.ts';
import type { ControllerDescriptor } from './controller-context.ts';

export const controllerDescriptors: readonly ControllerDescriptor[] = [
  serviceAccountTokenController,
  serviceAccountController,
  rootCaCertPublisher,
  endpointsController,
  endpointSliceController,
  endpointSliceMirroringController,
  daemonSetController,
  jobController,
  deploymentController,
  replicaSetController,
  podGcController,
  resourceQuotaController,
  horizontalPodAutoscalerController,
  disruptionController,
  statefulSetController,
  cronJobController,
  ttlAfterFinishedController,
  namespaceController,
  ttlController,
  nodeIpamController,
  nodeLifecycleController,
  taintEvictionController,
  clusterRoleAggregationController,
  persistentVolumeBinderController,
  claimProtectionController,
  volumeProtectionController,
  validatingAdmissionPolicyStatusController,
  garbageCollectorController,
  certificateApprovingController,
  certificateSigningController,
  certificateCleanerController,
  ephemeralVolumeController,
  replicationControllerController,
];

/**
 * The controllers of this manager, in the order in which they are built.
 * Models kubernetes/cmd/kube-controller-manager/app NewControllerDescriptors; upstream's order
 * differs from run to run.
 */
import { rootCaCertPublisher } from '../certificates/rootcacertpublisher/publisher.ts';
import { deploymentController } from '../deployment/deployment-controller.ts';
import { disruptionController } from '../disruption/disruption-controller.ts';
import { endpointsController } from '../endpoint/endpoints-controller.ts';
import { endpointSliceController } from '../endpointslice/endpointslice-controller.ts';
import { garbageCollectorController } from '../garbagecollector/garbagecollector.ts';
import { namespaceController } from '../namespace/namespace-controller.ts';
import { nodeIpamController } from '../nodeipam/range-allocator.ts';
import { nodeLifecycleController } from '../nodelifecycle/node-lifecycle-controller.ts';
import { podGcController } from '../podgc/gc-controller.ts';
import { replicaSetController } from '../replicaset/replica-set.ts';
import { resourceQuotaController } from '../resourcequota/resource-quota-controller.ts';
import { serviceAccountController } from '../serviceaccount/serviceaccounts-controller.ts';
import { taintEvictionController } from '../tainteviction/taint-eviction.ts';
import { ttlController } from '../ttl/ttl-controller.ts';
import type { ControllerDescriptor } from './controller-context.ts';

export const controllerDescriptors: readonly ControllerDescriptor[] = [
  serviceAccountController,
  rootCaCertPublisher,
  endpointsController,
  endpointSliceController,
  deploymentController,
  replicaSetController,
  podGcController,
  resourceQuotaController,
  disruptionController,
  namespaceController,
  ttlController,
  nodeIpamController,
  nodeLifecycleController,
  taintEvictionController,
  garbageCollectorController,
];

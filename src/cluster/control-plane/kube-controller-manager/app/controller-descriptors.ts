/**
 * The controllers of this manager, in the order in which they are built.
 * Models kubernetes/cmd/kube-controller-manager/app NewControllerDescriptors; upstream's order
 * differs from run to run.
 */
import { deploymentController } from '../deployment/deployment-controller.ts';
import { garbageCollectorController } from '../garbagecollector/garbagecollector.ts';
import { nodeIpamController } from '../nodeipam/range-allocator.ts';
import { nodeLifecycleController } from '../nodelifecycle/node-lifecycle-controller.ts';
import { replicaSetController } from '../replicaset/replica-set.ts';
import { rootCaCertificatePublisher } from '../rootcacertpublisher/publisher.ts';
import { serviceAccountController } from '../serviceaccount/service-accounts-controller.ts';
import type { ControllerDescriptor } from './controller-context.ts';

export const controllerDescriptors: readonly ControllerDescriptor[] = [
  deploymentController,
  replicaSetController,
  garbageCollectorController,
  serviceAccountController,
  rootCaCertificatePublisher,
  nodeIpamController,
  nodeLifecycleController,
];

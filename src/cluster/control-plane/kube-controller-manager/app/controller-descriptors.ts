/**
 * The controllers of this manager, in the order in which they are built.
 * Models kubernetes/cmd/kube-controller-manager/app NewControllerDescriptors; upstream's order
 * differs from run to run.
 */
import { deploymentController } from '../deployment/deployment-controller.ts';
import { replicaSetController } from '../replicaset/replica-set.ts';
import type { ControllerDescriptor } from './controller-context.ts';

export const controllerDescriptors: readonly ControllerDescriptor[] = [
  deploymentController,
  replicaSetController,
];

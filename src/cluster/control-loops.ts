/** The programs that watch and write through the API server alone, as one part of a cluster. */
export { KubeControllerManager } from './control-plane/kube-controller-manager/kube-controller-manager.ts';
export { KubeScheduler } from './control-plane/kube-scheduler/kube-scheduler.ts';

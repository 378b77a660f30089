/**
 * The programs that watch and write through the API server alone, as one part of a cluster.
 *
 * It only passes on: a browser fetches it as a file of its own (`worker/fetch-parts.ts`).
 */
export { KubeControllerManager } from '#cluster/control-plane/kube-controller-manager/kube-controller-manager';
export { KubeScheduler } from '#cluster/control-plane/kube-scheduler/kube-scheduler';

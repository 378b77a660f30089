/**
 * The programs that only watch and write through the API server, as one part of a cluster.
 *
 * This file only re-exports, so that a browser fetches the part as a separate file
 * (`worker/fetch-parts.ts`).
 */
export { KubeControllerManager } from '#cluster/control-plane/kube-controller-manager/kube-controller-manager';
export { KubeScheduler } from '#cluster/control-plane/kube-scheduler/kube-scheduler';
export { issuerKey } from '#k8s.io/component-helpers/serviceaccount/issuer-key';

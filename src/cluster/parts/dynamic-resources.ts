/**
 * Everything about devices that pods claim, as one part of a cluster: only clusters with a driver
 * have it.
 *
 * This file only re-exports, so that a browser fetches the part as a separate file
 * (`worker/fetch-parts.ts`).
 */
export { draExampleDriverAddon } from '#cluster/client/kubeadm/dra-example-driver-addon';
export { deviceStrategies } from '#cluster/control-plane/kube-apiserver/registry/resource/strategies';
export { resourceClaimController } from '#cluster/control-plane/kube-controller-manager/resourceclaim/resource-claim-controller';
export { dynamicResourceAllocation } from '#cluster/control-plane/kube-scheduler/framework/plugins/dynamic-resources/allocating';
export { DraExampleDriver } from '#cluster/node/dra-example-driver/dra-example-driver';
export { DraManager } from '#cluster/node/kubelet/cm/dra/dra-manager';

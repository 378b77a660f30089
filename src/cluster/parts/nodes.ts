/**
 * All that runs on nodes and between them, as one part of a cluster.
 *
 * This file only re-exports, so that a browser fetches the part as a separate file
 * (`worker/fetch-parts.ts`).
 */

export { addonsOf } from '#cluster/client/kubeadm/addons';
export { KubeadmAddons } from '#cluster/client/kubeadm/install-addons';
export { OutsideClients } from '#cluster/client/outside/outside-clients';
export { OutsideServers } from '#cluster/client/outside/outside-servers';
export { images, recordedImages } from '#cluster/images/images';
export { ImageRegistry } from '#cluster/node/containerd/registry';
export { lookAtNetwork } from '#cluster/node/kernel/host-shell';
export { Wire } from '#cluster/node/kernel/wire';
export { Cloud } from '../machine/cloud.ts';
export { lookWithShell } from '../machine/host-look.ts';
export { NodeMachine } from '../machine/node-machine.ts';
export { Partitions } from '../machine/partitions.ts';
export { PersonMachine } from '../machine/person-machine.ts';

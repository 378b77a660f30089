/**
 * All that runs on nodes and between them, as one part of a cluster.
 *
 * It only passes on: a browser fetches it as a file of its own (`worker/fetch-parts.ts`).
 */
export { ImageRegistry } from '#cluster/node/containerd/registry';
export { lookAtNetwork } from '#cluster/node/kernel/host-shell';
export { Wire } from '#cluster/node/kernel/wire';
export { NodeMachine } from '../machine/node-machine.ts';

/**
 * All that runs on nodes and between them, as one part of a cluster.
 *
 * This file only re-exports, so that a browser fetches the part as a separate file
 * (`worker/fetch-parts.ts`).
 */
export { ImageRegistry } from '#cluster/node/containerd/registry';
export { lookAtNetwork } from '#cluster/node/kernel/host-shell';
export { Wire } from '#cluster/node/kernel/wire';
export { OutsideServers } from '../client/outside/outside-servers.ts';
export { Cloud } from '../machine/cloud.ts';
export { NodeMachine } from '../machine/node-machine.ts';
export { PersonMachine } from '../machine/person-machine.ts';

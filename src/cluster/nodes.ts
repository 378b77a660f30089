/** All that runs on nodes and between them, as one part of a cluster. */
export { ImageRegistry } from './node/containerd/registry.ts';
export { lookAtNetwork } from './node/kernel/host-shell.ts';
export { Wire } from './node/kernel/wire.ts';
export { NodeMachine } from './node-machine.ts';

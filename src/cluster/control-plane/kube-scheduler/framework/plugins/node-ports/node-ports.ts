/**
 * Refuses nodes where a host port of the pod is taken.
 * Models kubernetes/pkg/scheduler/framework/plugins/nodeports.
 */
import type { Plugin } from '../../interface.ts';
import { hostPortsOf, portsConflict } from '../../types/host-ports.ts';
import { skip, unschedulable } from '../../types/status.ts';
import { onPod } from '../helper/hints.ts';

const rejected = unschedulable("node(s) didn't have free ports for the requested pod ports");

export const nodePorts: Plugin = {
  name: 'NodePorts',
  events: [
    {
      resource: 'Pod',
      actions: ['Delete'],
      hint: onPod((pod, gone) => portsConflict(hostPortsOf(gone), hostPortsOf(pod))),
    },
    { resource: 'Node', actions: ['Add'] },
  ],
  preFilter: (_state, { pod }) => (hostPortsOf(pod).length === 0 ? { status: skip } : {}),
  filter(_state, { pod }, node) {
    return portsConflict(node.usedPorts(), hostPortsOf(pod)) ? rejected : undefined;
  },
};

/**
 * A pod with a node name fits only on that node.
 * Models kubernetes/pkg/scheduler/framework/plugins/nodename.
 */
import type { Plugin } from '../../interface.ts';
import { unresolvable } from '../../types/status.ts';

const rejected = unresolvable("node(s) didn't match the requested node name");

export const nodeName: Plugin = {
  name: 'NodeName',
  events: [{ resource: 'Node', actions: ['Add'] }],
  filter(_state, { pod }, node) {
    const wanted = pod.spec.nodeName ?? '';
    return wanted === '' || wanted === node.name ? undefined : rejected;
  },
};

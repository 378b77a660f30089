/**
 * The order of the active queue: higher priority first, then the longest wait.
 * Models kubernetes/pkg/scheduler/framework/plugins/queuesort/priority_sort.go.
 */
import type { Plugin } from '../../interface.ts';
import { priorityOf } from '../../types/pod-info.ts';

export const prioritySort: Plugin = {
  name: 'PrioritySort',
  less(a, b) {
    const [left, right] = [priorityOf(a.pod), priorityOf(b.pod)];
    return left === right ? a.timestamp < b.timestamp : left > right;
  },
};

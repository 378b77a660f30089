/**
 * Keeps a pod out of the active queue while `spec.schedulingGates` names anything.
 * Models kubernetes/pkg/scheduler/framework/plugins/schedulinggates.
 */
import type { Plugin } from '../../interface.ts';
import { unresolvable } from '../../types/status.ts';
import { isSamePod, onPod } from '../helper/hints.ts';

export const schedulingGates: Plugin = {
  name: 'SchedulingGates',
  events: [
    {
      resource: 'Pod',
      actions: ['UpdatePodSchedulingGatesEliminated'],
      hint: onPod((pod, changed) => isSamePod(pod, changed)),
    },
  ],
  preEnqueue(pod) {
    const gates = (pod.spec.schedulingGates ?? []).map(({ name }) => name);
    if (gates.length === 0) return undefined;
    return unresolvable(`waiting for scheduling gates: [${gates.join(' ')}]`);
  },
};

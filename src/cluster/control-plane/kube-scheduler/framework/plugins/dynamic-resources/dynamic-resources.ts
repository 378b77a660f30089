/**
 * Devices that pods claim through ResourceClaims.
 *
 * Models the surface of kubernetes/pkg/scheduler/framework/plugins/dynamicresources: a pod without
 * claims passes every point with score 0, plus its failure messages. Allocation is not modelled: a
 * pod with claims is rejected with a message that says so.
 */

import { type StateData, StateKey } from '../../cycle-state.ts';
import type { Plugin } from '../../interface.ts';
import { errorStatus, skip, unresolvable, unschedulable } from '../../types/status.ts';

class Visited implements StateData {
  clone(): Visited {
    return this;
  }
}

const visited = new StateKey<Visited>('DynamicResources');

const unsupported = unresolvable('resource claims cannot be allocated in this simulated cluster');
const nothingToFree = unschedulable('no new claims to deallocate');
/** PreFilter of an earlier plugin failed, so this one never wrote its state. */
const noState = errorStatus('not found');

export const dynamicResources: Plugin = {
  name: 'DynamicResources',
  preEnqueue: () => undefined,
  preFilter(state, { pod }) {
    state.write(visited, new Visited());
    return { status: (pod.spec.resourceClaims ?? []).length === 0 ? skip : unsupported };
  },
  filter: () => undefined,
  postFilter: (state) => ({
    status: state.read(visited) === undefined ? noState : nothingToFree,
  }),
  score: () => 0,
  reserve: () => undefined,
  unreserve: () => undefined,
  preBindPreFlight: () => skip,
  *preBind() {
    return undefined;
  },
};

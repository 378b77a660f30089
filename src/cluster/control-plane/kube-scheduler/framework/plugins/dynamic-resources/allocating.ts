/**
 * Allocates the devices that pods claim.
 *
 * Models kubernetes/pkg/scheduler/framework/plugins/dynamicresources: a pod waits before the queue
 * until its claims are there; Filter looks for devices of each node; Reserve keeps the choice in
 * memory, PreBind writes it.
 */

import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { AllocationResult, ResourceClaim } from '#k8s.io/api/resource/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import { nodeSelectorTermMatches } from '#k8s.io/component-helpers/scheduling/node-affinity';
import { allocate, allocationTimedOut } from '#k8s.io/dynamic-resource-allocation/allocator';
import { compileSelector } from '#k8s.io/dynamic-resource-allocation/device-selector';
import { poolsOf } from '#k8s.io/dynamic-resource-allocation/pools';
import {
  canBeReserved,
  isReservedForPod,
} from '#k8s.io/dynamic-resource-allocation/resource-claim';
import type { Process } from '#sim/simulation';
import { type StateData, StateKey } from '../../cycle-state.ts';
import type { QueueingHint, RegisteredEvent } from '../../events.ts';
import type { Handle, Plugin } from '../../interface.ts';
import { errorStatus, type Status, skip, unresolvable, unschedulable } from '../../types/status.ts';
import { bindClaim, releaseClaim } from './bind-claim.ts';
import { ClaimTracker } from './claim-tracker.ts';
import type { DeviceAllocation, DeviceListers } from './devices.ts';

/** The claims of this cycle's pod, and what each node would give those that have nothing. */
class ClaimState implements StateData {
  readonly claims: readonly ResourceClaim[];
  readonly taken: ReadonlySet<string>;
  readonly byNode = new Map<string, readonly AllocationResult[]>();

  constructor(claims: readonly ResourceClaim[], taken: ReadonlySet<string>) {
    this.claims = claims;
    this.taken = taken;
  }

  get toAllocate(): readonly ResourceClaim[] {
    return this.claims.filter(({ status }) => status?.allocation === undefined);
  }

  /** Devices do not depend on which pods are on a node. */
  clone(): ClaimState {
    return this;
  }
}

const stateKey = new StateKey<ClaimState>('DynamicResources');

const cannotAllocate = unresolvable('cannot allocate all claims');
const notOnNode = unresolvable('resourceclaim not available on the node');
const inUse = unresolvable('resourceclaim in use');
const nothingToFree = unschedulable('no new claims to deallocate');
const stillNot = unschedulable('still not schedulable');
/** PreFilter of an earlier plugin failed, so this one never wrote its state. */
const noState = errorStatus('not found');

export const dynamicResourceAllocation: DeviceAllocation = (devices, cel) => {
  const tracker = new ClaimTracker(devices.resourceClaims);
  return (handle) => new DynamicResources(handle, devices, tracker, cel);
};

class DynamicResources implements Plugin {
  readonly name = 'DynamicResources';
  readonly events: readonly RegisteredEvent[];
  readonly #handle: Handle;
  readonly #devices: DeviceListers;
  readonly #tracker: ClaimTracker;
  readonly #selection: (expression: string) => ReturnType<typeof compileSelector>;

  constructor(handle: Handle, devices: DeviceListers, tracker: ClaimTracker, cel: Cel) {
    this.#handle = handle;
    this.#devices = devices;
    this.#tracker = tracker;
    this.#selection = cached((expression) => compileSelector(cel, expression));
    this.events = [
      { resource: 'Node', actions: ['Add', 'UpdateNodeLabel'] },
      {
        resource: 'Pod',
        actions: ['UpdatePodGeneratedResourceClaim'],
        hint: (pod, _before, after) => this.#podChangeHelps(pod, after as Pod),
      },
      { resource: 'ResourceClaim', actions: ['Add', 'Update'], hint: this.#claimChangeHelps },
      { resource: 'DeviceClass', actions: ['Add', 'Update'] },
      { resource: 'ResourceSlice', actions: ['Add', 'Update'] },
    ];
  }

  preEnqueue(pod: Pod): Status | undefined {
    const claims = this.#tracker.claimsOf(pod);
    return claims.ok ? undefined : unresolvable(claims.error);
  }

  preFilter: NonNullable<Plugin['preFilter']> = (state, { pod }) => {
    const found = this.#tracker.claimsOf(pod);
    if (!found.ok) return { status: unresolvable(found.error) };
    const claims = found.value;
    state.write(stateKey, new ClaimState(claims, claims.length > 0 ? this.#tracker.taken() : none));
    if (claims.length === 0) return { status: skip };
    const status = claims.map((claim) => this.#problemOf(pod, claim)).find((one) => one);
    return status === undefined ? {} : { status };
  };

  filter: NonNullable<Plugin['filter']> = (state, _info, { node, name }) => {
    const own = state.read(stateKey);
    if (own === undefined || node === undefined) return undefined;
    const isElsewhere = own.claims.some((claim) => !isAvailableOn(claim, node));
    const { toAllocate, taken } = own;
    if (toAllocate.length > 0) {
      const found = allocate(toAllocate, {
        ...{ node, taken, selection: this.#selection },
        pools: poolsOf(this.#devices.resourceSlices.list(), node),
        classOf: (className) => this.#devices.deviceClasses.get(className),
      });
      if (!found.ok) {
        const isSlow = found.error === allocationTimedOut;
        return isSlow ? unresolvable(found.error) : errorStatus(found.error);
      }
      if (found.value === undefined) return cannotAllocate;
      own.byNode.set(name, found.value);
    }
    return isElsewhere ? notOnNode : undefined;
  };

  postFilter: NonNullable<Plugin['postFilter']> = (state) => {
    const own = state.read(stateKey);
    if (own === undefined) return { status: noState };
    return { status: own.claims.length === 0 ? nothingToFree : stillNot };
  };

  score = (): number => 0;

  reserve: NonNullable<Plugin['reserve']> = (state, _info, node) => {
    const own = state.read(stateKey);
    const given = own?.byNode.get(node);
    own?.toAllocate.forEach((claim, index) => {
      const allocation = given?.[index];
      if (allocation !== undefined) this.#tracker.allocate(claim, allocation);
    });
    return undefined;
  };

  unreserve: NonNullable<Plugin['unreserve']> = (state, { pod }) => {
    const { client, sim } = this.#handle;
    for (const claim of state.read(stateKey)?.claims ?? []) {
      this.#tracker.settle(claim);
      const { namespace, name } = claim.metadata;
      const current = this.#tracker.get(`${namespace}/${name}`);
      if (current === undefined || !isReservedForPod(pod, current)) continue;
      sim.spawn(`unreserve ${namespace}/${name}`, this.#release(pod, current, client));
    }
  };

  preBindPreFlight: NonNullable<Plugin['preBindPreFlight']> = (state, { pod }) => {
    const claims = state.read(stateKey)?.claims ?? [];
    return claims.every((claim) => isReservedForPod(pod, claim)) ? skip : undefined;
  };

  *preBind(
    ...[state, { pod }, node]: Parameters<NonNullable<Plugin['preBind']>>
  ): Process<Status | undefined> {
    const own = state.read(stateKey);
    if (own === undefined) return undefined;
    const given = own.byNode.get(node) ?? [];
    for (const claim of this.#handle.sim.inTurn(own.claims)) {
      if (isReservedForPod(pod, claim)) continue;
      const allocation = given[own.toAllocate.indexOf(claim)];
      const bound = yield* bindClaim(this.#handle.client, pod, claim, allocation);
      if (!bound.ok) return errorStatus(bound.error);
      this.#tracker.wrote(bound.value);
      this.#tracker.settle(claim);
    }
    return undefined;
  }

  *#release(pod: Pod, claim: ResourceClaim, client: Handle['client']): Process {
    const written = yield* releaseClaim(client, pod, claim);
    if (written !== undefined) this.#tracker.wrote(written);
  }

  /** Why nothing can be done for a claim on any node. */
  #problemOf(pod: Pod, claim: ResourceClaim): Status | undefined {
    if (claim.status?.allocation !== undefined) {
      return isReservedForPod(pod, claim) || canBeReserved(claim) ? undefined : inUse;
    }
    if (this.#tracker.isPending(claim)) {
      const { namespace, name } = claim.metadata;
      const which = `resource claim ${namespace}/${name}`;
      return unresolvable(`${which} is in the process of being allocated`);
    }
    for (const request of claim.spec.devices?.requests ?? []) {
      const { exactly, firstAvailable = [] } = request;
      const ways = exactly === undefined ? firstAvailable : [exactly];
      if (ways.length === 0) {
        return unresolvable(`request ${request.name}: unsupported request type`);
      }
      if (exactly?.adminAccess === true) {
        return unresolvable(`request ${request.name}: admin access is not simulated`);
      }
      const unknown = ways.find(
        ({ deviceClassName: name }) => !this.#devices.deviceClasses.get(name),
      );
      if (unknown !== undefined) {
        const what = `device class ${unknown.deviceClassName} does not exist`;
        return unresolvable(`request ${request.name}: ${what}`);
      }
    }
    return undefined;
  }

  /** Source: isSchedulableAfterPodChange. */
  #podChangeHelps(pod: Pod, changed: Pod): boolean {
    return pod.metadata.uid === changed.metadata.uid && this.#tracker.claimsOf(changed).ok;
  }

  /** Source: isSchedulableAfterClaimChange. */
  readonly #claimChangeHelps: QueueingHint = (pod, before, after) => {
    const [old, claim] = [before as ResourceClaim | undefined, after as ResourceClaim];
    const own = this.#tracker.claimsOf(pod);
    if (!own.ok) return false;
    // Its devices are free for others.
    if (old?.status?.allocation !== undefined && claim.status?.allocation === undefined)
      return true;
    if (!own.value.some(({ metadata }) => metadata.uid === claim.metadata.uid)) return false;
    return old === undefined || !deepEqual(old.status, claim.status);
  };
}

const none: ReadonlySet<string> = new Set();

function isAvailableOn({ status }: ResourceClaim, node: Node): boolean {
  const terms = status?.allocation?.nodeSelector?.nodeSelectorTerms;
  return terms === undefined || terms.some((term) => nodeSelectorTermMatches(term, node));
}

function cached<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const present = known.get(text);
    if (present !== undefined) return present;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

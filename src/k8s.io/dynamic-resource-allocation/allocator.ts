/**
 * Finds devices of one node for claims that have none.
 *
 * Models k8s.io/dynamic-resource-allocation/structured Allocator. In: the claims of a pod, the
 * classes, the node's pools, and the devices that are taken. Out: an allocation for each claim, or
 * nothing when the node cannot serve all of them. Devices are tried in the order of their pools;
 * a choice that leads nowhere is taken back.
 */
import { err, ok, type Result } from '#base/result';
import type { Node } from '#k8s.io/api/core/v1';
import type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceClass,
  DeviceRequest,
  ResourceClaim,
} from '#k8s.io/api/resource/v1';
import { Constraints } from './constraints.ts';
import type { DeviceSelection } from './device-selector.ts';
import type { Pool, PoolDevice } from './pools.ts';

/** How many devices are tried at most. Upstream gives up after ten seconds. */
const maxTries = 100_000;

export const allocationTimedOut = 'timed out trying to allocate devices';

export interface AllocatorInput {
  readonly node: Node;
  readonly pools: readonly Pool[];
  readonly classOf: (name: string) => DeviceClass | undefined;
  readonly selection: (expression: string) => Result<DeviceSelection, string>;
  /** Keys of devices that belong to a claim already. */
  readonly taken: ReadonlySet<string>;
}

/** One way to serve a request. */
interface Alternative {
  /** `gpu`, or `gpu/large` for one of several. */
  readonly name: string;
  readonly count: number;
  readonly candidates: readonly PoolDevice[];
  readonly deviceClass: DeviceClass;
}

interface Wanted {
  readonly claim: ResourceClaim;
  readonly constraints: Constraints;
  readonly requests: readonly (readonly Alternative[])[];
}

interface Chosen {
  readonly of: Alternative;
  readonly device: PoolDevice;
}

class Failure extends Error {}

/** The allocations in the order of the claims; `undefined`: not all can be served here. */
export function allocate(
  claims: readonly ResourceClaim[],
  input: AllocatorInput,
): Result<readonly AllocationResult[] | undefined, string> {
  try {
    return ok(new Search(claims, input).run());
  } catch (failure) {
    if (failure instanceof Failure) return err(failure.message);
    throw failure;
  }
}

class Search {
  readonly #input: AllocatorInput;
  readonly #wanted: readonly Wanted[];
  readonly #taken: Set<string>;
  /** By claim. */
  readonly #chosen: Chosen[][];
  #tries = 0;

  constructor(claims: readonly ResourceClaim[], input: AllocatorInput) {
    this.#input = input;
    this.#taken = new Set(input.taken);
    this.#chosen = claims.map(() => []);
    this.#wanted = claims.map((claim) => ({
      claim,
      constraints: new Constraints(claim.spec.devices?.constraints ?? []),
      requests: (claim.spec.devices?.requests ?? []).map((one) => this.#alternatives(claim, one)),
    }));
  }

  run(): readonly AllocationResult[] | undefined {
    if (!this.#serve(0, 0)) return undefined;
    return this.#wanted.map(({ claim }, index) =>
      resultOf(claim, this.#chosen[index] ?? [], this.#input.node),
    );
  }

  #alternatives(claim: ResourceClaim, request: DeviceRequest): readonly Alternative[] {
    const { exactly, firstAvailable = [] } = request;
    const subs = firstAvailable.map((sub) => ({ ...sub, name: `${request.name}/${sub.name}` }));
    const ways = exactly === undefined ? subs : [{ ...exactly, name: request.name }];
    return ways.flatMap(({ name, deviceClassName, selectors = [], allocationMode, count = 1 }) => {
      const deviceClass = this.#input.classOf(deviceClassName);
      if (deviceClass === undefined) return [];
      const expressions = [
        ...this.#selections(`class ${deviceClassName}`, deviceClass.spec.selectors ?? []),
        ...this.#selections(`claim ${claim.metadata.name}`, selectors),
      ];
      const isAll = allocationMode === 'All';
      const candidates = this.#input.pools.flatMap(({ id, isIncomplete, devices }) => {
        const matching = devices.filter((one) => expressions.every((fits) => fits(one)));
        if (!isIncomplete) return matching;
        if (!isAll) return [];
        const what = `claim ${claim.metadata.namespace}/${claim.metadata.name}, request ${name}`;
        const why = `resource pool ${id} is currently being updated`;
        throw new Failure(`${what}: asks for all devices, but ${why}`);
      });
      // All of none is not served.
      if (isAll && candidates.length === 0) return [];
      return [{ name, count: isAll ? candidates.length : count, candidates, deviceClass }];
    });
  }

  #selections(
    where: string,
    selectors: readonly { readonly cel?: { readonly expression: string } }[],
  ): readonly ((one: PoolDevice) => boolean)[] {
    return selectors.map(({ cel }, index) => {
      const at = `${where}: selector #${index}`;
      const compiled = this.#input.selection(cel?.expression ?? '');
      if (!compiled.ok) throw new Failure(`${at}: CEL compile error: ${compiled.error}`);
      return ({ driver, device }) => {
        const answer = compiled.value.matches(driver, device);
        if (answer.ok) return answer.value;
        throw new Failure(`${at}: CEL runtime error: ${answer.error}`);
      };
    });
  }

  /** Serves this request and all after it. */
  #serve(claim: number, request: number): boolean {
    const wanted = this.#wanted[claim];
    if (wanted === undefined) return true;
    if (request === wanted.requests.length) return this.#serve(claim + 1, 0);
    return (wanted.requests[request] ?? []).some((way) => this.#fill(claim, request, way, 0, 0));
  }

  /** Takes the devices of one request that are still missing; each stands after the one before. */
  #fill(claim: number, request: number, way: Alternative, has: number, from: number): boolean {
    if (has === way.count) return this.#serve(claim, request + 1);
    const { constraints } = this.#wanted[claim] ?? {};
    const chosen = this.#chosen[claim] ?? [];
    const last = way.candidates.length - (way.count - has);
    for (let index = from; index <= last; index++) {
      const device = way.candidates[index];
      if (device === undefined || this.#taken.has(device.key)) continue;
      if (++this.#tries > maxTries) throw new Failure(allocationTimedOut);
      const present = chosen.map(({ of, device: one }) => ({ request: of.name, device: one }));
      if (constraints?.allow(present, way.name, device) === false) continue;
      this.#taken.add(device.key);
      chosen.push({ of: way, device });
      if (this.#fill(claim, request, way, has + 1, index + 1)) return true;
      chosen.pop();
      this.#taken.delete(device.key);
    }
    return false;
  }
}

function resultOf(
  { spec }: ResourceClaim,
  chosen: readonly Chosen[],
  node: Node,
): AllocationResult {
  const results = chosen.map(({ of, device: { driver, pool, device } }) => ({
    request: of.name,
    ...{ driver, pool, device: device.name },
  }));
  const ways = [...new Set(chosen.map(({ of }) => of))];
  const config: DeviceAllocationConfiguration[] = [
    ...ways.flatMap(({ name, deviceClass }) =>
      (deviceClass.spec.config ?? []).map((one) => ({
        source: 'FromClass' as const,
        requests: [name],
        ...one,
      })),
    ),
    ...(spec.devices?.config ?? []).map((one) => ({ source: 'FromClaim' as const, ...one })),
  ];
  const own = { key: 'metadata.name', operator: 'In' as const, values: [node.metadata.name] };
  return {
    devices: { results, ...(config.length > 0 && { config }) },
    nodeSelector: { nodeSelectorTerms: [{ matchFields: [own] }] },
  };
}

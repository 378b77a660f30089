/**
 * Keeps the nftables table `kube-proxy` of a node in step with services and endpoints.
 *
 * Models kubernetes/pkg/proxy/nftables/proxier.go: the first sync writes the whole table, later
 * ones only what changed. A chain that nobody needs any more is emptied at once and deleted by a
 * later sync. In: services, endpoint slices, the node. Out: transactions of nft; a
 * `ProxyRulesSynced` fact for each sync.
 */
import { type SimTime, second } from '#base/sim-time';
import type { NftChain, NftElement, NftTable } from '#cluster/node/os/nftables';
import type { Process } from '#sim/simulation';
import { BaseProxier } from '../base-proxier.ts';
import { servicePorts } from '../service-port.ts';
import { baseChains, baseSets, nodePortIPs, tableComment, tableName } from './base-objects.ts';
import { type ServiceObjects, serviceObjects } from './service-objects.ts';

/** A chain of a service has a slash in its name, others have none. Source: isServiceChainName. */
const isServiceChain = (name: string): boolean => name.includes('/');

/** A transaction while it is put together. */
class Draft {
  readonly chains = new Map<string, NftChain>();
  readonly deletedChains: string[] = [];
  readonly sets = new Map(baseSets);
  readonly deletedSets: string[] = [];
  readonly added = new Map<string, NftElement[]>();
  readonly deleted = new Map<string, string[]>();

  add(set: string, element: NftElement): void {
    const known = this.added.get(set) ?? [];
    known.push(element);
    this.added.set(set, known);
  }

  remove(set: string, key: string): void {
    this.deleted.set(set, [...(this.deleted.get(set) ?? []), key]);
  }
}

export class NftProxier extends BaseProxier {
  /** What is in the kernel, by service (`default/web`). */
  readonly #objects = new Map<string, readonly ServiceObjects[]>();
  /** How many services need an element: endpoints may be shared. */
  readonly #uses = new Map<string, number>();
  /** Chains without rules, and since when. */
  readonly #stale = new Map<string, SimTime>();
  #serviceCIDRs: readonly string[] = [];
  #needsFullSync = true;

  override get hasChanges(): boolean {
    return super.hasChanges || this.#needsFullSync;
  }

  override setServiceCIDRs(cidrs: readonly string[]): void {
    if (cidrs.join() === this.#serviceCIDRs.join()) return;
    this.#serviceCIDRs = cidrs;
    this.#needsFullSync = true;
  }

  /** Source: Proxier.syncProxyRules. */
  override *syncProxyRules(): Process {
    if (!this.hasChanges) return;
    const changed = this.takeChanges();
    const table = this.options.nftables.ensureTable(tableName, tableComment);
    const draft = new Draft();
    this.#deleteStale(draft);
    if (this.#needsFullSync) this.#writeBase(table, draft);
    this.#needsFullSync = false;
    for (const key of changed) this.#write(key, table, draft);
    yield* this.restoring();
    table.run({
      ...draft,
      deletedSets: draft.deletedSets.filter((name) => !draft.sets.has(name)),
    });
    const endpoints = [...this.#objects.values()].flat();
    this.emitSynced(
      changed,
      this.#objects.size,
      endpoints.reduce((sum, { endpoints: count }) => sum + count, 0),
    );
  }

  #writeBase(table: NftTable, draft: Draft): void {
    const { clusterCIDR, nodeIP } = this.options;
    for (const [name, chain] of baseChains(clusterCIDR, this.#serviceCIDRs)) {
      draft.chains.set(name, chain);
    }
    draft.add(nodePortIPs, { key: nodeIP });
    if (this.isInitialized) return;
    // Objects of an earlier process. Those still needed are written again.
    for (const name of table.chainNames()) if (isServiceChain(name)) this.#retire(name, draft);
    for (const set of table.setNames()) {
      for (const { key } of table.elements(set)) draft.remove(set, key);
      if (!baseSets.has(set)) draft.deletedSets.push(set);
    }
  }

  /** Writes the objects of a service that are new, and takes away those it no longer needs. */
  #write(key: string, table: NftTable, draft: Draft): void {
    const before = this.#objects.get(key) ?? [];
    const service = this.services.get(key);
    const now =
      service === undefined
        ? []
        : servicePorts(service).map((info) =>
            serviceObjects(info, this.endpointsOf(info), this.options),
          );
    for (const { elements } of now) for (const [set, one] of elements) this.#use(set, one, 1);
    for (const { elements } of before) for (const [set, one] of elements) this.#use(set, one, -1);
    for (const [set, element] of before.flatMap(({ elements }) => elements)) {
      if (!this.#uses.has(`${set} ${element.key}`)) draft.remove(set, element.key);
    }
    for (const [set, element] of now.flatMap(({ elements }) => elements)) {
      const known = table.element(set, element.key);
      const isNew = !this.isInitialized || known === undefined;
      if (isNew || known.verdict !== element.verdict) draft.add(set, element);
    }
    const chains = new Map(now.flatMap((one) => [...one.chains]));
    const sets = new Map(now.flatMap((one) => [...one.sets]));
    for (const [name, chain] of chains) {
      const known = this.isInitialized ? table.chain(name) : undefined;
      if (JSON.stringify(known) !== JSON.stringify(chain)) draft.chains.set(name, chain);
      this.#stale.delete(name);
    }
    for (const [name, set] of sets) draft.sets.set(name, set);
    for (const one of before) {
      for (const name of one.chains.keys()) if (!chains.has(name)) this.#retire(name, draft);
      for (const name of one.sets.keys()) if (!sets.has(name)) draft.deletedSets.push(name);
    }
    if (now.length === 0) this.#objects.delete(key);
    else this.#objects.set(key, now);
  }

  #use(set: string, { key }: NftElement, change: 1 | -1): void {
    const name = `${set} ${key}`;
    const count = (this.#uses.get(name) ?? 0) + change;
    if (count === 0) this.#uses.delete(name);
    else this.#uses.set(name, count);
  }

  #retire(chain: string, draft: Draft): void {
    draft.chains.set(chain, { rules: [] });
    this.#stale.set(chain, this.env.sim.now);
  }

  /** Older kernels notice only later that no map leads to a chain any more. */
  #deleteStale(draft: Draft): void {
    for (const [chain, since] of this.#stale) {
      if (since > this.env.sim.now - second) continue;
      draft.deletedChains.push(chain);
      this.#stale.delete(chain);
    }
  }
}

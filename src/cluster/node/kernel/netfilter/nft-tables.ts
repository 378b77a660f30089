/**
 * The nftables tables of one network namespace. Models nf_tables_api of Linux for the family `ip`.
 */
import type {
  Nftables,
  NftChain,
  NftElement,
  NftSet,
  NftTable,
  NftTransaction,
} from '#cluster/node/os/nftables';

export class NftTableState implements NftTable {
  readonly name: string;
  readonly comment: string | undefined;
  readonly #chains = new Map<string, NftChain>();
  readonly #sets = new Map<string, NftSet>();
  readonly #elements = new Map<string, Map<string, NftElement>>();
  readonly #onChange: (table: NftTableState, transaction: NftTransaction) => void;

  constructor(
    name: string,
    comment: string | undefined,
    onChange: (table: NftTableState, transaction: NftTransaction) => void,
  ) {
    this.name = name;
    this.comment = comment;
    this.#onChange = onChange;
  }

  run(transaction: NftTransaction): void {
    const { chains, deletedChains, sets, deletedSets, added, deleted } = transaction;
    for (const [name, set] of sets) this.#sets.set(name, set);
    for (const [name, chain] of chains) this.#chains.set(name, chain);
    for (const [set, keys] of deleted) for (const key of keys) this.#members(set).delete(key);
    for (const [set, elements] of added) {
      for (const element of elements) this.#members(set).set(element.key, element);
    }
    for (const name of deletedChains) this.#chains.delete(name);
    for (const name of deletedSets) {
      this.#sets.delete(name);
      this.#elements.delete(name);
    }
    this.#onChange(this, transaction);
  }

  chain(name: string): NftChain | undefined {
    return this.#chains.get(name);
  }

  chainNames(): readonly string[] {
    return [...this.#chains.keys()];
  }

  set(name: string): NftSet | undefined {
    return this.#sets.get(name);
  }

  setNames(): readonly string[] {
    return [...this.#sets.keys()];
  }

  element(set: string, key: string): NftElement | undefined {
    return this.#elements.get(set)?.get(key);
  }

  elements(set: string): readonly NftElement[] {
    return [...(this.#elements.get(set)?.values() ?? [])];
  }

  #members(set: string): Map<string, NftElement> {
    const known = this.#elements.get(set) ?? new Map<string, NftElement>();
    this.#elements.set(set, known);
    return known;
  }
}

export class NftTables implements Nftables {
  readonly #tables = new Map<string, NftTableState>();
  readonly #onChange: (table: NftTableState, transaction: NftTransaction) => void;

  /** `onChange` hears of every transaction that was done. */
  constructor(onChange: (table: NftTableState, transaction: NftTransaction) => void = () => {}) {
    this.#onChange = onChange;
  }

  ensureTable(name: string, comment: string): NftTable {
    const table = this.#tables.get(name) ?? new NftTableState(name, comment, this.#onChange);
    this.#tables.set(name, table);
    return table;
  }

  deleteTable(name: string): void {
    const table = this.#tables.get(name);
    if (table === undefined) return;
    this.#tables.delete(name);
    const none = new Map<string, never>();
    const deletedChains = table.chainNames();
    const deletedSets = table.setNames();
    this.#onChange(table, {
      ...{ chains: none, deletedChains, sets: none, deletedSets },
      ...{ added: none, deleted: none },
    });
  }

  get all(): readonly NftTableState[] {
    return [...this.#tables.values()];
  }

  /** The machine lost power. */
  clear(): void {
    this.#tables.clear();
  }
}

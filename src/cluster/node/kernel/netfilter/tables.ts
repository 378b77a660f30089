/**
 * The tables of one network namespace: chains of rules, built-in and made by programs.
 * Models the kernel side of iptables; `save` prints what iptables-save would.
 */
import type { Chains, IpSet, Netfilter, Rule, TableName } from '#cluster/node/os/netfilter';
import { chainText, ruleText } from './rule-text.ts';

const builtIn: Readonly<Record<TableName, readonly string[]>> = {
  mangle: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
};

export const tableNames: readonly TableName[] = ['mangle', 'filter', 'nat'];

export class NetfilterTables implements Netfilter {
  readonly #tables: Readonly<Record<TableName, Map<string, readonly Rule[]>>>;
  readonly #ipSets = new Map<string, IpSet>();

  constructor() {
    const empty = (table: TableName) =>
      new Map<string, readonly Rule[]>(builtIn[table].map((chain) => [chain, []]));
    this.#tables = { mangle: empty('mangle'), filter: empty('filter'), nat: empty('nat') };
  }

  restore(table: TableName, chains: Chains, deleted: readonly string[] = []): void {
    const known = this.#tables[table];
    for (const [chain, rules] of chains) known.set(chain, rules);
    for (const chain of deleted) known.delete(chain);
  }

  ensureChain(table: TableName, chain: string): void {
    const known = this.#tables[table];
    if (!known.has(chain)) known.set(chain, []);
  }

  ensureRule(table: TableName, chain: string, rule: Rule, append = false): void {
    const rules = this.chain(table, chain) ?? [];
    if (positionOf(rules, chain, rule) >= 0) return;
    this.#tables[table].set(chain, append ? [...rules, rule] : [rule, ...rules]);
  }

  deleteRule(table: TableName, chain: string, rule: Rule): void {
    const rules = this.chain(table, chain) ?? [];
    const position = positionOf(rules, chain, rule);
    if (position >= 0) this.#tables[table].set(chain, rules.toSpliced(position, 1));
  }

  chain(table: TableName, chain: string): readonly Rule[] | undefined {
    return this.#tables[table].get(chain);
  }

  chainNames(table: TableName): readonly string[] {
    return [...this.#tables[table].keys()];
  }

  setIpSet(name: string, set: IpSet): void {
    this.#ipSets.set(name, set);
  }

  destroyIpSet(name: string): void {
    this.#ipSets.delete(name);
  }

  ipSet(name: string): IpSet | undefined {
    return this.#ipSets.get(name);
  }

  ipSetNames(): readonly string[] {
    return [...this.#ipSets.keys()];
  }

  /** Removes everything but the built-in chains. */
  protected reset(table: TableName): void {
    const known = this.#tables[table];
    known.clear();
    for (const chain of builtIn[table]) known.set(chain, []);
  }

  /**
   * The lines of a table without header and COMMIT: declarations, then rules, built-in chains
   * first.
   */
  save(table: TableName): readonly string[] {
    const known = this.#tables[table];
    const builtins = builtIn[table];
    const made = [...known.keys()].filter((chain) => !builtins.includes(chain)).sort();
    const lines = builtins.map((chain) => `:${chain} ACCEPT [0:0]`);
    for (const chain of made) lines.push(`:${chain} - [0:0]`);
    for (const chain of [...builtins, ...made]) {
      lines.push(...chainText(chain, known.get(chain) ?? []));
    }
    return lines;
  }
}

/** iptables finds a rule by its whole text. */
function positionOf(rules: readonly Rule[], chain: string, rule: Rule): number {
  const text = ruleText(chain, rule);
  return rules.findIndex((other) => ruleText(chain, other) === text);
}

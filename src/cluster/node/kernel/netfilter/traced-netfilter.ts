/** The tables of a host. Each change of a chain becomes a fact. */

import type { Chains, TableName } from '#cluster/node/os/netfilter';
import type { Tracer } from '#trace/tracer';
import { chainText } from './rule-text.ts';
import { NetfilterTables, tableNames } from './tables.ts';

export class TracedNetfilter extends NetfilterTables {
  readonly #tracer: Tracer;
  readonly #component: string;

  constructor(tracer: Tracer, component: string) {
    super();
    this.#tracer = tracer;
    this.#component = component;
  }

  /** The machine lost power. */
  powerLost(): void {
    const { cause } = this.#tracer;
    for (const name of this.ipSetNames()) this.destroyIpSet(name);
    for (const table of tableNames) {
      const deleted = this.chainNames(table);
      this.reset(table);
      const component = this.#component;
      if (cause !== 0) {
        this.#tracer.emit({ type: 'NetfilterChanged', component, table, chains: {}, deleted });
      }
    }
  }

  override restore(table: TableName, chains: Chains, deleted: readonly string[] = []): void {
    const changed: Record<string, readonly string[]> = {};
    let isSame = deleted.length === 0;
    for (const [chain, rules] of chains) {
      const before = this.chain(table, chain);
      if (before === rules) continue;
      const lines = chainText(chain, rules);
      if (before !== undefined && isEqual(chainText(chain, before), lines)) continue;
      changed[chain] = lines;
      isSame = false;
    }
    super.restore(table, chains, deleted);
    if (isSame) return;
    const component = this.#component;
    this.#tracer.emit({ type: 'NetfilterChanged', component, table, chains: changed, deleted });
  }
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

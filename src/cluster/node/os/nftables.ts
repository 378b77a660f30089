/**
 * What programs of a node may ask of nftables: a table with chains, sets and maps, changed by
 * transactions.
 *
 * Models the kernel's nf_tables with the expressions that kube-proxy uses. Interfaces only.
 */
import type { Protocol } from './netfilter.ts';

export type NftHook = 'prerouting' | 'input' | 'forward' | 'output' | 'postrouting';

/** A chain that the kernel itself calls. */
export interface NftBaseChain {
  readonly type: 'filter' | 'nat';
  readonly hook: NftHook;
  readonly priority: number;
}

/** `goto`: as a jump, but the end of that chain also ends this one. */
export type NftVerdict = 'drop' | 'reject' | `goto ${string}` | `jump ${string}`;

/** What a set or a map is asked about. */
export type NftField = 'ip saddr' | 'ip daddr' | 'meta l4proto' | 'th dport';

/** One part of a rule: a condition, or what is done when all before it hold. */
export type NftExpression =
  | { readonly ct: 'state new' | 'status dnat' }
  | {
      readonly address: 'ip saddr' | 'ip daddr';
      /** Ranges; more than one stand in braces. */
      readonly in: readonly string[];
      readonly not?: true;
    }
  | { readonly fib: 'saddr' | 'daddr' }
  | { readonly l4proto: Protocol }
  | { readonly hasMark: number }
  | { readonly orMark: number }
  | { readonly xorMark: number }
  /** The fields' values are an element of the set. */
  | { readonly fields: readonly NftField[]; readonly set: string }
  /** The verdict that the map has for the fields' values. */
  | { readonly fields: readonly NftField[]; readonly vmap: string }
  | { readonly verdict: NftVerdict }
  | { readonly masquerade: true }
  /** One of them by chance; each is `10.244.0.5:80`. */
  | { readonly dnatToAny: readonly string[] }
  | { readonly dnat: string }
  | { readonly anyVerdict: readonly NftVerdict[] }
  /** Puts the source address into a set, for as long as the set says. */
  | { readonly remember: string };

export interface NftRule {
  readonly expressions: readonly NftExpression[];
  readonly comment?: string;
}

export interface NftChain {
  readonly base?: NftBaseChain;
  readonly comment?: string;
  readonly rules: readonly NftRule[];
}

export interface NftElement {
  /** `10.96.0.50 . tcp . 80` */
  readonly key: string;
  readonly verdict?: NftVerdict;
  readonly comment?: string;
}

/** A set, or a map when its elements have verdicts. */
export interface NftSet {
  /** `ipv4_addr . inet_proto . inet_service : verdict` */
  readonly type: string;
  readonly comment?: string;
  /** Elements that rules add leave after so many seconds. */
  readonly timeoutSeconds?: number;
}

/** All of it happens, or nothing. */
export interface NftTransaction {
  /** New ones, and those whose rules change. */
  readonly chains: ReadonlyMap<string, NftChain>;
  readonly deletedChains: readonly string[];
  readonly sets: ReadonlyMap<string, NftSet>;
  readonly deletedSets: readonly string[];
  /** By the name of the set: elements to add or to replace, and keys to delete. */
  readonly added: ReadonlyMap<string, readonly NftElement[]>;
  readonly deleted: ReadonlyMap<string, readonly string[]>;
}

/** One table of the family `ip`. */
export interface NftTable {
  readonly comment: string | undefined;
  run(transaction: NftTransaction): void;
  chain(name: string): NftChain | undefined;
  chainNames(): readonly string[];
  set(name: string): NftSet | undefined;
  setNames(): readonly string[];
  element(set: string, key: string): NftElement | undefined;
  elements(set: string): readonly NftElement[];
}

export interface Nftables {
  /** `add table ip NAME`. */
  ensureTable(name: string, comment: string): NftTable;
  /** `delete table ip NAME`; nothing happens when it is not there. */
  deleteTable(name: string): void;
}

/**
 * What programs of a node may ask of the kernel's packet filter: rules as values, chains of them
 * in tables, and the calls of iptables-restore and iptables.
 *
 * Models Linux netfilter with the matches and targets that Kubernetes uses. kube-proxy, the
 * kubelet and CNI plugins are handed this interface; none of them carries a packet.
 */

export type TableName = 'mangle' | 'filter' | 'nat';
export type Protocol = 'tcp' | 'udp' | 'sctp';
export type ConnectionState = 'NEW' | 'ESTABLISHED' | 'RELATED' | 'INVALID' | 'DNAT';

/** One port, or the first and the last of a range. */
export type PortRange = number | readonly [number, number];

/** An address range as `10.244.0.0/16`; a single address is a /32. */
export interface AddressMatch {
  readonly cidr: string;
  readonly not?: true;
}

/** A match extension, in the order in which iptables-save prints its options. */
export type Match =
  | { readonly match: 'comment'; readonly text: string }
  | { readonly match: Protocol; readonly dport?: number }
  | { readonly match: 'multiport'; readonly dports: readonly PortRange[] }
  | { readonly match: 'addrtype'; readonly srcType?: 'LOCAL'; readonly dstType?: 'LOCAL' }
  /** `mask` is absent when it is the mark itself. */
  | {
      readonly match: 'mark';
      readonly mark: number;
      readonly mask?: number;
      readonly not?: true;
    }
  /** Whether the source, or the destination with its port, is a member of an IP set. */
  | { readonly match: 'set'; readonly set: string; readonly flags: SetFlags }
  | {
      readonly match: 'conntrack';
      readonly states: readonly ConnectionState[];
      readonly not?: true;
    }
  | { readonly match: 'statistic'; readonly probability: number }
  | { readonly match: 'recent'; readonly name: string; readonly set: true }
  | { readonly match: 'recent'; readonly name: string; readonly rcheckSeconds: number };

export type Target =
  | { readonly jump: string }
  /** As a jump, but the end of that chain also ends this one. */
  | { readonly goto: string }
  | { readonly verdict: 'ACCEPT' | 'DROP' | 'RETURN' | 'REJECT' }
  | { readonly mark: number; readonly mask: number }
  | { readonly dnat: string }
  | { readonly masquerade: true; readonly randomFully?: true };

export interface Rule {
  readonly source?: AddressMatch;
  readonly destination?: AddressMatch;
  /** `cali+` stands for every name that begins with `cali`. */
  readonly inInterface?: string;
  readonly outInterface?: { readonly name: string; readonly not?: true };
  readonly protocol?: Protocol | 'ipencap';
  readonly matches: readonly Match[];
  /** Absent: the rule only counts. */
  readonly target?: Target;
}

export type Chains = ReadonlyMap<string, readonly Rule[]>;

/** Which parts of a packet a set is asked about: one for each part of its type. */
export type SetFlags = 'src' | 'dst' | 'dst,dst' | 'dst,dst,src';

/** A set of addresses, of ports, or of both, that rules match against. */
export interface IpSet {
  readonly type: 'hash:net' | 'hash:ip' | 'hash:ip,port' | 'hash:ip,port,ip' | 'bitmap:port';
  readonly comment?: string;
  /** `10.244.0.5`, `10.244.0.5,tcp:8080`, `10.244.0.5,tcp:8080,10.244.0.5`, `30080`; sorted. */
  readonly members: readonly string[];
}

export interface Netfilter {
  /**
   * `iptables-restore --noflush`: the given chains get these rules, whatever they held; `deleted`
   * ones go. Other chains stay.
   */
  restore(table: TableName, chains: Chains, deleted?: readonly string[]): void;
  /** `iptables -N` unless the chain is there. */
  ensureChain(table: TableName, chain: string): void;
  /** `iptables -C || iptables -I`, or `-A` with `append`. */
  ensureRule(table: TableName, chain: string, rule: Rule, append?: boolean): void;
  /** `iptables -D`, by the text of the rule; nothing happens when it is not there. */
  deleteRule(table: TableName, chain: string, rule: Rule): void;
  chain(table: TableName, chain: string): readonly Rule[] | undefined;
  chainNames(table: TableName): readonly string[];
  /** `ipset restore`: the set gets these members, whatever it held. */
  setIpSet(name: string, set: IpSet): void;
  /** `ipset destroy`. */
  destroyIpSet(name: string): void;
  ipSet(name: string): IpSet | undefined;
  ipSetNames(): readonly string[];
}

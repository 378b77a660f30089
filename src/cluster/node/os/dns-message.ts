/** Datagrams of DNS as values: what a resolver asks and CoreDNS answers. */

export type DnsType = 'A' | 'AAAA' | 'CNAME' | 'PTR' | 'SRV' | 'TXT' | 'NS' | 'MX' | 'ANY';

export interface DnsQuestion {
  /** Without the dot at the end. */
  readonly name: string;
  readonly type: DnsType;
}

export interface DnsRecord {
  readonly name: string;
  readonly type: DnsType;
  readonly ttl: number;
  /** An address, a name, or for SRV `priority weight port target`. */
  readonly data: string;
}

/** A datagram of DNS: a question, or the answer to it. */
export interface DnsMessage {
  readonly id: number;
  readonly question: DnsQuestion;
  readonly answer?: {
    readonly rcode: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED';
    readonly authoritative: boolean;
    readonly records: readonly DnsRecord[];
  };
}

/** The name under which the name of an IPv4 address is asked for. */
export const reverseName = (ip: string): string =>
  `${ip.split('.').reverse().join('.')}.in-addr.arpa`;

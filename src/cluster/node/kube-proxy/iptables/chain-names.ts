/**
 * The names of the chains of services and endpoints: a prefix and a hash, since the kernel allows
 * 28 characters. Models kubernetes/pkg/proxy/iptables/proxier.go portProtoHash.
 */
import { sha256 } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import type { ServicePortInfo } from '../service-port.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const hashLength = 16;

/** How many hashes are cached. Every node of a cluster needs the same ones. */
const keptHashes = 20_000;
const knownHashes = new Map<string, string>();

/** The first 16 characters of base32(sha256(text)). */
export function chainHash(text: string): string {
  const known = knownHashes.get(text);
  if (known !== undefined) return known;
  if (knownHashes.size >= keptHashes) knownHashes.clear();
  const hash = computeHash(text);
  knownHashes.set(text, hash);
  return hash;
}

function computeHash(text: string): string {
  const digest = sha256(encodeUtf8(text));
  let hash = '';
  let bits = 0;
  let buffer = 0;
  for (let i = 0; hash.length < hashLength; i++) {
    buffer = ((buffer << 8) | (digest[i] ?? 0)) & 0xfff;
    bits += 8;
    while (bits >= 5 && hash.length < hashLength) {
      bits -= 5;
      hash += alphabet.charAt((buffer >> bits) & 31);
    }
  }
  return hash;
}

export interface ServiceChainNames {
  /** Endpoints of the whole cluster. */
  readonly cluster: string;
  /** Endpoints of this node alone. */
  readonly local: string;
  readonly external: string;
  readonly firewall: string;
}

export function serviceChainNames({ name, protocol }: ServicePortInfo): ServiceChainNames {
  const hash = chainHash(name + protocol);
  return {
    cluster: `KUBE-SVC-${hash}`,
    local: `KUBE-SVL-${hash}`,
    external: `KUBE-EXT-${hash}`,
    firewall: `KUBE-FW-${hash}`,
  };
}

/** `endpoint`: address and port. */
export const endpointChainName = ({ name, protocol }: ServicePortInfo, endpoint: string): string =>
  `KUBE-SEP-${chainHash(name + protocol + endpoint)}`;

/** Whether a chain belongs to one service or one endpoint. */
export const isServiceChainName = (name: string): boolean =>
  /^KUBE-(?:SVC|SVL|SEP|FW|EXT)-/.test(name);

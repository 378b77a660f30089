/**
 * The names that Calico gives to interfaces, chains and IP sets: a prefix, and a hash where the
 * kernel allows no more characters.
 *
 * Models felix/hashutils GetLengthLimitedID, felix/rules PolicyChainName and libcalico-go's
 * VethNameForWorkload. SHA-256 stands in for the hashes of other kinds.
 */
import { base64url } from '#base/base64';
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';

/** Of a chain. Source: felix/iptables MaxChainNameLength. */
const maxChainName = 28;
/** Of an IP set. Source: felix/ipsets MaxIPSetNameLength. */
const maxIpSetName = 31;
const hashDigits = 11;

/** The host's end of a pod's cable: `cali` and eleven digits. */
export const vethName = (namespace: string, pod: string): string =>
  `cali${toHex(sha256(encodeUtf8(`${namespace}.${pod}`))).slice(0, hashDigits)}`;

/** The prefix with the text, or with `_` and the beginning of its hash. */
export function limitedName(prefix: string, text: string, most = maxChainName): string {
  if (prefix.length + text.length <= most && !text.startsWith('_')) return `${prefix}${text}`;
  return `${prefix}_${hashText(text)}`.slice(0, most);
}

/** `kind`: `s` of a selector, `n` of a named port. */
export const ipSetName = (kind: 's' | 'n', text: string): string =>
  `cali40${kind}:${hashText(text)}`.slice(0, maxIpSetName);

/** The chain of several policies with the same selector. Source: PolicyGroup.ChainName. */
export const groupChainName = (prefix: string, text: string): string =>
  `${prefix}${hashText(text)}`.slice(0, maxChainName);

const hashText = (text: string): string => base64url(sha256(encodeUtf8(text)));

/** IPv6 addresses as text, in the form of RFC 5952: `fe80::42:1dff:fe84:f9e2`. */

/** The one form of a valid address: short groups in lower case, the longest zeros as `::`. */
export function canonicalIPv6(address: string): string {
  const groups = groupsOf(address);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return `::ffff:${bytes.join('.')}`;
  }
  const { from, length } = longestZeros(groups);
  const text = (part: readonly number[]): string =>
    part.map((group) => group.toString(16)).join(':');
  if (length < 2) return text(groups);
  return `${text(groups.slice(0, from))}::${text(groups.slice(from + length))}`;
}

/** The eight groups of sixteen bits. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const before = parsed(head);
  if (tail === undefined) return before;
  const after = parsed(tail);
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...zeros, ...after];
}

const parsed = (part: string): readonly number[] =>
  part === '' ? [] : part.split(':').flatMap(groupOrIPv4);

function groupOrIPv4(text: string): readonly number[] {
  if (!text.includes('.')) return [Number.parseInt(text, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** The first of the longest runs of zeros. */
function longestZeros(groups: readonly number[]): { from: number; length: number } {
  let longest = { from: 0, length: 0 };
  for (let from = 0; from < groups.length; from++) {
    let length = 0;
    while (groups[from + length] === 0) length++;
    if (length > longest.length) longest = { from, length };
  }
  return longest;
}

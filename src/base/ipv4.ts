/** IPv4 addresses and ranges as text: `10.244.1.5`, `10.244.0.0/16`. */

/** An address as a whole number. */
export const ipToNumber = (ip: string): number => {
  let value = 0;
  for (const part of ip.split('.')) value = value * 256 + Number(part);
  return value;
};

export const numberToIp = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/** Whether a range holds an address; a range without a length is one address. */
export function rangeHolds(cidr: string, ip: string): boolean {
  const slash = cidr.indexOf('/');
  if (slash < 0) return cidr === ip;
  const size = 2 ** (32 - Number(cidr.slice(slash + 1)));
  return Math.floor(ipToNumber(cidr.slice(0, slash)) / size) === Math.floor(ipToNumber(ip) / size);
}

/** Reads what came over a channel, field by field: whatever it is, it becomes what is expected. */

export type Fields = Readonly<Record<string, unknown>>;

const longestText = 4000;
/** More than a run can have. */
const mostFacts = 50_000_000;

export function fieldsOf(data: unknown): Fields | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  return data as Fields;
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, longestText) : '';

/** The address of a page of this site, or nothing: whoever opens it stays on the site. */
export function addressOf(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) return '';
  const { origin, protocol } = new URL(value);
  return origin === location.origin && /^https?:$/.test(protocol) ? value : '';
}

/** A whole number from 0, or nothing. */
export function numberOf(value: unknown): number | undefined {
  const known = typeof value === 'number' && Number.isInteger(value);
  return known && value >= 0 && value <= mostFacts ? value : undefined;
}

export const listOf = (value: unknown, most: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : [];

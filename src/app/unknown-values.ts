/** Names the values of an address that this page cannot take as they stand; fetched when needed. */
import { readAddress } from '#embed/parameters';
import { showNotice, useNotice } from '#ui/shell/notice-store';

const flags: ReadonlySet<string> = new Set(['autoplay', 'follow', 'quiz', 'keys']);
const checked = ['theme', 'ui', 'depth', 'motion', 'loop', 'speed', 't', ...flags] as const;

/** `theme=pink`, `speed=99`: what counts as not given, or is moved into its range. */
export function unknownValues(search: string): readonly string[] {
  const query = new URLSearchParams(search);
  const address: Readonly<Record<string, unknown>> = { ...readAddress(search) };
  return checked
    .map((name) => [name, query.get(name) ?? ''] as const)
    .filter(([name, value]) => value !== '' && !isTaken(name, value, address[name]))
    .map(([name, value]) => `${name}=${value.slice(0, 40)}`);
}

function isTaken(name: string, value: string, read: unknown): boolean {
  if (flags.has(name)) return value === '0' || value === '1';
  return typeof read === 'number' ? read === Number.parseFloat(value) : read !== undefined;
}

/** A notice about the link itself, such as a step that is gone, goes first. */
export function noticeUnknownValues(search: string): void {
  const values = unknownValues(search);
  if (values.length === 0 || useNotice.getState().message !== undefined) return;
  showNotice({ id: 'notice.values', params: { values: values.join(', ') } });
}

/** What a write stored: its numbers, the condition it was made under, and what is another now. */
import type { TraceLog } from '#player/trace-log';
import { askedFor, type Write } from './writes.ts';

export interface StoredLine {
  /** Where the field is, and the sign: no two lines are the same. */
  readonly id: string;
  readonly sign: '+' | '-' | ' ';
  /** With its indentation, as YAML. */
  readonly text: string;
}

export interface Stored {
  readonly write: Write;
  readonly kind: string;
  /** The revision of the write before it; `undefined`: the key is new. */
  readonly before: number | undefined;
  /** What the key had to be at; 0: it must not exist. `undefined`: the facts do not say. */
  readonly expected: number | undefined;
  readonly lines: readonly StoredLine[];
}

export function storedOf(log: TraceLog, write: Write): Stored {
  const before = writeBefore(log, write);
  return {
    write,
    kind: kindOf(write.value ?? before?.value),
    before: before?.revision,
    expected: askedFor(log, write)?.expectedRevision,
    lines: write.op === 'delete' ? [] : changedLines(before?.value, write.value),
  };
}

/** The write that a key was at before; a new key has none, also where there was one of its name. */
function writeBefore(log: TraceLog, { id, key, version, op }: Write): Write | undefined {
  if (version === 1 && op === 'put') return undefined;
  const earlier = log.revisionsOf(key).findLast((other) => other < id);
  const fact = log.fact(earlier ?? 0);
  return fact?.type === 'TxnCommitted' ? fact : undefined;
}

function kindOf(value: unknown): string {
  const kind = isRecord(value) ? value['kind'] : undefined;
  return typeof kind === 'string' ? kind : '';
}

/** What each write changes, and what only says so again. */
const bookkeeping: readonly RegExp[] = [
  /^metadata\.(managedFields|resourceVersion|uid|creationTimestamp|generation|name|namespace)$/,
  /^(kind|apiVersion)$/,
  /(Time|Timestamp|observedGeneration)$/,
];

/** The fields that differ as lines of YAML, spec first, with what stands around them. */
export function changedLines(before: unknown, after: unknown): readonly StoredLine[] {
  return linesOf(before, after, '', '');
}

function linesOf(before: unknown, after: unknown, path: string, indent: string): StoredLine[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...now.keys(), ...old.keys()])];
  if (path === '') names.sort((a, b) => rankOf(a) - rankOf(b));
  return names.flatMap((name) => {
    const inner = path === '' ? name : `${path}.${name}`;
    if (bookkeeping.some((each) => each.test(inner))) return [];
    return fieldLines(old.get(name), now.get(name), { name, path: inner, indent });
  });
}

interface FieldAt {
  readonly name: string;
  readonly path: string;
  readonly indent: string;
}

function fieldLines(before: unknown, after: unknown, at: FieldAt): StoredLine[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const { name, path, indent } = at;
  const isTree = (value: unknown): boolean => value === undefined || isBranch(value);
  if (isTree(before) && isTree(after)) {
    const below = linesOf(before, after, path, `${indent}  `);
    if (below.length === 0) return [];
    const sign = before === undefined ? '+' : after === undefined ? '-' : ' ';
    return [{ id: path, sign, text: `${indent}${name}:` }, ...below];
  }
  const lines: StoredLine[] = [];
  for (const [sign, value] of [['-', before] as const, ['+', after] as const]) {
    const text = `${indent}${name}: ${short(value)}`;
    if (value !== undefined) lines.push({ id: `${sign}${path}`, sign, text });
  }
  return lines;
}

/** A list of objects is read by what names them: a condition by its type. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (!isBranch(value)) return new Map();
  if (!Array.isArray(value)) return new Map(Object.entries(value as object));
  return new Map(value.map((item, index) => [nameOf(item, index), item]));
}

function nameOf(item: unknown, index: number): string {
  if (!isRecord(item)) return String(index);
  const name = item['type'] ?? item['name'] ?? item['key'] ?? index;
  return `[${String(name)}]`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object, or a list of objects; a list of words is one value. */
const isBranch = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isRecord) : isRecord(value);

const short = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const order = ['spec', 'data', 'subsets', 'endpoints', 'status', 'metadata'];
const rankOf = (name: string): number => (order.indexOf(name) + order.length) % order.length;

/**
 * What a part of a run changed in etcd, for the reader of a handout: objects that came, went or
 * differ, with the few fields in which they differ. Fields that every write moves are left out.
 */

import type { TraceLog } from '#player/trace-log';
import { isBackgroundKey } from '#trace/background';
import type { FactId } from '#trace/fact';

export interface FieldChange {
  /** `spec.nodeName`, `status.conditions[Ready].status`. */
  readonly path: string;
  /** As one line; `undefined` before it was there, or after it has gone. */
  readonly before?: string;
  readonly after?: string;
}

export interface ObjectChange {
  readonly op: 'created' | 'changed' | 'deleted';
  readonly kind: string;
  /** `default/web`, or a name alone. */
  readonly name: string;
  readonly fields: readonly FieldChange[];
  /** The number of other fields that differ. */
  readonly moreFields: number;
}

export interface ObjectChanges {
  readonly objects: readonly ObjectChange[];
  /** The number of other objects that changed. */
  readonly more: number;
}

const mostObjects = 6;
const mostFields = 4;
const longestValue = 60;

/** Fields that move with every write, or hold a time and no content. */
const always = new RegExp(
  [
    String.raw`^metadata\.(managedFields|resourceVersion|generation)\b`,
    'observedGeneration$',
    '(Time|timestamp)$',
    String.raw`conditions\[\w+\]\.message$`,
  ].join('|'),
  'i',
);

/**
 * What facts from one to another (both included) changed, in the order of the first write. The
 * background is left out: it would be most of it.
 */
export function changesBetween(log: TraceLog, from: FactId, to: FactId): ObjectChanges {
  const keys = new Set<string>();
  for (let id = from; id <= to; id++) {
    const fact = log.fact(id);
    if (fact?.type === 'TxnCommitted' && !isBackgroundKey(fact.key)) keys.add(fact.key);
  }
  const all = [...keys].flatMap((key) => changeOf(log, key, from, to) ?? []);
  return { objects: all.slice(0, mostObjects), more: Math.max(0, all.length - mostObjects) };
}

function changeOf(log: TraceLog, key: string, from: FactId, to: FactId): ObjectChange | undefined {
  const writes = log.revisionsOf(key);
  const valueAt = (id: FactId | undefined): unknown => {
    const fact = id === undefined ? undefined : log.fact(id);
    return fact?.type === 'TxnCommitted' ? fact.value : undefined;
  };
  const before = valueAt(writes.findLast((id) => id < from));
  const after = valueAt(writes.findLast((id) => id <= to));
  // The object came and went within these facts.
  if (before === undefined && after === undefined) return undefined;
  const subject = nameOf(after ?? before, key);
  const none = { fields: [], moreFields: 0 };
  if (before === undefined) return { op: 'created', ...subject, ...none };
  if (after === undefined) return { op: 'deleted', ...subject, ...none };
  const fields: FieldChange[] = [];
  compare(before, after, '', fields);
  if (fields.length === 0) return undefined;
  return {
    op: 'changed',
    ...subject,
    fields: fields.slice(0, mostFields),
    moreFields: Math.max(0, fields.length - mostFields),
  };
}

function nameOf(value: unknown, key: string): { readonly kind: string; readonly name: string } {
  const { kind, metadata } = recordOf(value);
  const { name, namespace } = recordOf(metadata);
  const path = key.split('/').slice(3).join('/');
  const whole = typeof namespace === 'string' ? `${namespace}/${String(name)}` : String(name);
  return {
    kind: typeof kind === 'string' ? kind : (key.split('/')[2] ?? ''),
    name: typeof name === 'string' ? whole : path,
  };
}

/** Adds the fields in which two values differ; a new value is shown whole, in one line. */
function compare(before: unknown, after: unknown, path: string, found: FieldChange[]): void {
  if (before === after || always.test(path)) return;
  const [old, now] = [partsOf(before), partsOf(after)];
  if (now !== undefined && (old !== undefined || isNamed(after))) {
    if (isList(after) && isList(before) && after.length !== before.length && !isNamed(after)) {
      // Which of them is new cannot be said.
      found.push({ path, before: `[${before.length}]`, after: `[${after.length}]` });
      return;
    }
    for (const name of new Set([...Object.keys(old ?? {}), ...Object.keys(now)])) {
      const dot = name.startsWith('[') || path === '' ? '' : '.';
      compare(old?.[name], now[name], `${path}${dot}${name}`, found);
    }
    return;
  }
  const [was, is] = [oneLine(before), oneLine(after)];
  if (was === is) return;
  found.push({
    path,
    ...(before === undefined ? {} : { before: was }),
    ...(after === undefined ? {} : { after: is }),
  });
}

type Parts = Readonly<Record<string, unknown>>;

/** A value that can be compared part by part: an object, or a list of objects; else `undefined`. */
function partsOf(value: unknown): Parts | undefined {
  if (isRecord(value)) return value;
  return isList(value) && value.some(isRecord) ? byName(value) : undefined;
}

/** A list whose items have names, or types. */
const isNamed = (value: unknown): boolean =>
  isList(value) && value.length > 0 && value.every((item) => nameIn(item) !== undefined);

/** A list by the key of its items: their type or name, else their place. */
function byName(list: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    list.map((item, index) => {
      return [`[${nameIn(item) ?? index}]`, item] as const;
    }),
  );
}

function nameIn(item: unknown): string | undefined {
  const { type, name, key } = recordOf(item);
  return [type, name, key].find((text) => typeof text === 'string');
}

/**
 * A value as JSON, a condition as its status and reason; without quotes around a lone text, cut
 * where it is too long.
 */
function oneLine(value: unknown): string {
  const { type, status, reason = '' } = recordOf(value);
  const isCondition = typeof type === 'string' && typeof status === 'string';
  const text =
    typeof value === 'string'
      ? value
      : isCondition
        ? `${status} ${String(reason)}`.trimEnd()
        : (JSON.stringify(withoutTimes(value)) ?? '');
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1)}…`;
}

function withoutTimes(value: unknown): unknown {
  if (isList(value)) return value.map(withoutTimes);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !always.test(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutTimes(inner)]));
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};

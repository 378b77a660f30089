/**
 * The key space of etcd over its revisions: keys are the rows, revisions the columns.
 *
 * Only keys that exist at the cursor have a row; a write that is ahead is a hollow mark in the row
 * of a key that is there. What has no room stands together in one last row.
 */
import type { OwnerReference } from '#trace/object-key';
import { etcdKeyOfObject, ownerKey, storedObjectKey, storedResource } from '#trace/object-key';
import { isEventKey, type RefusedWrite, type Write, type Writes } from './writes.ts';

export interface Mark {
  readonly write: Write;
  /** The place of its revision among the columns that are shown. */
  readonly column: number;
  readonly state: 'past' | 'told' | 'ahead';
}

export interface KeyRow {
  /** `folder` only heads the rows below it; `more` holds all that has no row. */
  readonly kind: 'root' | 'folder' | 'key' | 'events' | 'more';
  readonly label: string;
  readonly depth: 0 | 1 | 2;
  /** The keys of the row. */
  readonly keys: readonly string[];
  readonly marks: readonly Mark[];
  /** Whether the key is there at the cursor; a deleted one has no line beyond its last mark. */
  readonly alive: boolean;
  readonly told: boolean;
}

export interface Column {
  readonly revision: number;
  readonly ahead: boolean;
}

export interface Axis {
  readonly rows: readonly KeyRow[];
  readonly columns: readonly Column[];
  /** How many columns stand left of the playhead. */
  readonly past: number;
  /** Whether there is more on either side of the window. */
  readonly before: boolean;
  readonly after: boolean;
  /** Refused writes with the number of columns left of where each tried. */
  readonly refused: readonly { readonly write: RefusedWrite; readonly column: number }[];
}

export interface AxisSpace {
  readonly rows: number;
  readonly columns: number;
  /** How many columns the viewer moved the window. */
  readonly shift: number;
}

/** Columns after the playhead that are shown when there are as many. */
const shownAhead = 3;

export function axisOf(writes: Writes, told: Write | undefined, space: AxisSpace): Axis {
  const all = [...writes.past, ...writes.ahead];
  const from = windowStart(writes, told, space);
  const shown = all.slice(from, from + space.columns);
  const columns = shown.map(({ revision }, index) => ({
    revision,
    ahead: from + index >= writes.past.length,
  }));
  const marks = shown.map((write, column): Mark => {
    const state = columns[column]?.ahead ? 'ahead' : write.id === told?.id ? 'told' : 'past';
    return { write, column, state };
  });
  return {
    rows: rowsOf(writes, told, marks, space.rows),
    columns,
    past: columns.filter(({ ahead }) => !ahead).length,
    before: from > 0,
    after: from + space.columns < all.length,
    refused: writes.refused.flatMap((write) => {
      const column = shown.filter(({ id }) => id < write.id).length;
      return column > 0 || from === 0 ? [{ write, column }] : [];
    }),
  };
}

/** A window that ends shortly after the playhead, unless what is told lies before it. */
function windowStart({ past, ahead }: Writes, told: Write | undefined, space: AxisSpace): number {
  const count = past.length + ahead.length;
  const last = Math.max(0, count - space.columns);
  const end = past.length + Math.min(shownAhead, ahead.length);
  let from = Math.max(0, end - space.columns);
  const at = past.findIndex(({ id }) => id === told?.id);
  if (at >= 0 && at < from + 1) from = Math.max(0, at - 2);
  return Math.min(last, Math.max(0, from + space.shift));
}

function rowsOf(
  writes: Writes,
  told: Write | undefined,
  marks: readonly Mark[],
  room: number,
): readonly KeyRow[] {
  const keys = [...new Set(writes.past.map(({ key }) => key))];
  const groups = ranked(keys, writes, told);
  const kept = new Set<string>();
  let rows: readonly KeyRow[] = [];
  // One after the other, as long as there is room for the row of the rest.
  for (const group of groups) {
    kept.add(group);
    const next = drawn(writes, told, marks, kept, room);
    if (next.length > room) {
      kept.delete(group);
      break;
    }
    rows = next;
  }
  return rows.length > 0 ? rows : drawn(writes, told, marks, kept, room);
}

/** `events` for all Events, else a key: the told one, its owners, then by the first write. */
function ranked(keys: readonly string[], writes: Writes, told: Write | undefined) {
  const first = told === undefined ? [] : [told.key, ...ownersOf(told, writes)];
  const groups = [...first, ...keys].map((key) => (isEventKey(key) ? 'events' : key));
  const all = [...new Set(groups)].filter((key) => key === 'events' || keys.includes(key));
  const events = told !== undefined && isEventKey(told.key);
  return events ? all : [...all.filter((key) => key !== 'events'), 'events'];
}

interface Owned {
  readonly metadata?: {
    readonly namespace?: string;
    readonly ownerReferences?: readonly OwnerReference[];
  };
}

/** The keys of whoever owns what was written, nearest first. */
function ownersOf({ value }: Write, writes: Writes): readonly string[] {
  const keys: string[] = [];
  let object = value as Owned | undefined;
  for (let count = 0; count < 4 && object !== undefined; count++) {
    const { ownerReferences: [owner] = [], namespace = '' } = object.metadata ?? {};
    const key = owner === undefined ? undefined : ownerKey(owner, namespace);
    if (key === undefined) break;
    const stored = etcdKeyOfObject(key);
    keys.push(stored);
    object = writes.past.findLast((write) => write.key === stored)?.value as Owned | undefined;
  }
  return keys;
}

/** From this many rows on there is room for the root and for folders. */
const treeFrom = 8;

function drawn(
  writes: Writes,
  told: Write | undefined,
  marks: readonly Mark[],
  kept: ReadonlySet<string>,
  room: number,
): readonly KeyRow[] {
  const tree = room >= treeFrom;
  const own = [...new Set(writes.past.map(({ key }) => key))].filter((key) => kept.has(key));
  const row = (rest: Pick<KeyRow, 'kind' | 'label' | 'depth' | 'keys'>): KeyRow => ({
    ...rest,
    marks: marks.filter(({ write }) => rest.keys.includes(write.key)),
    alive: rest.keys.some((key) => isAlive(writes, key)),
    told: told !== undefined && rest.keys.includes(told.key),
  });
  const rows: KeyRow[] = [];
  if (tree) rows.push(row({ kind: 'root', label: '/registry', depth: 0, keys: [] }));
  for (const folder of new Set(own.map(folderOf))) {
    const inside = own.filter((key) => folderOf(key) === folder);
    const headed = tree && inside.length > 1;
    if (headed) rows.push(row({ kind: 'folder', label: folder, depth: 1, keys: [] }));
    for (const key of inside) {
      const name = storedObjectKey(key).slice(headed ? folder.length : 0);
      rows.push(row({ kind: 'key', label: name, depth: headed ? 2 : 1, keys: [key] }));
    }
  }
  const events = eventKeys(writes);
  if (kept.has('events') && events.length > 0) {
    const label = `${folderOf(events[0] ?? '')}`;
    rows.push(row({ kind: 'events', label, depth: 1, keys: events }));
  }
  const shown = new Set(rows.flatMap(({ keys }) => keys));
  const rest = [...new Set(writes.past.map(({ key }) => key))].filter((key) => !shown.has(key));
  rows.push(row({ kind: 'more', label: '', depth: 1, keys: rest }));
  return rows;
}

const eventKeys = ({ past }: Writes): readonly string[] => [
  ...new Set(past.map(({ key }) => key).filter(isEventKey)),
];

/** `pods/default/` of the key of a Pod. */
const folderOf = (key: string): string => {
  const name = storedObjectKey(key);
  return name.slice(0, name.lastIndexOf('/') + 1);
};

const isAlive = ({ past }: Writes, key: string): boolean =>
  past.findLast((write) => write.key === key)?.op !== 'delete';

/** The kinds of keys that are there and have no row of their own. */
export function otherKinds(keys: Iterable<string>, rows: readonly KeyRow[]): number {
  const shown = new Set(
    rows.filter(({ kind }) => kind !== 'more').flatMap((row) => row.keys.map(storedResource)),
  );
  const kinds = new Set([...keys].map(storedResource));
  return [...kinds].filter((kind) => kind !== '' && !shown.has(kind)).length;
}

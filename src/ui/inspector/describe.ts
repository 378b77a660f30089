/**
 * Conditions and Events of an object as `kubectl describe` prints them.
 *
 * Models k8s.io/kubectl pkg/describe describe.go: which columns each kind's conditions have, and
 * DescribeEvents with its ages.
 */

import { parseRfc3339 } from '#base/sim-time';
import type { KubeObject, StoredKey } from '#player/scene';
import type { FactId } from '#trace/fact';
import { etcdFolder } from '#trace/object-key';

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastHeartbeatTime?: string;
  readonly lastTransitionTime?: string;
}

const withReason = ['Type', 'Status', 'Reason'] as const;
/** The columns of kinds that are not described with all of them. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  Pod: ['Type', 'Status'],
  Deployment: withReason,
  ReplicaSet: withReason,
  StatefulSet: withReason,
  DaemonSet: withReason,
  Node: ['Type', 'Status', 'LastHeartbeatTime', 'LastTransitionTime', 'Reason', 'Message'],
};
const otherColumns = ['Type', 'Status', 'Reason', 'Message'];

/** `undefined` if the object has no conditions. */
export function conditionsOf(object: KubeObject): Table | undefined {
  const { status } = object as { readonly status?: { readonly conditions?: readonly Condition[] } };
  const conditions = status?.conditions ?? [];
  if (conditions.length === 0) return undefined;
  const columns = columnsOf[object.kind] ?? otherColumns;
  return { columns, rows: conditions.map((each) => columns.map((column) => cell(each, column))) };
}

const fieldOf = (column: string): keyof Condition =>
  (column.charAt(0).toLowerCase() + column.slice(1)) as keyof Condition;

const cell = (condition: Condition, column: string): string => condition[fieldOf(column)] ?? '';

/** A stored Event, of `v1` or of `events.k8s.io/v1`. */
interface EventObject extends KubeObject {
  readonly involvedObject?: {
    readonly kind?: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly name?: string;
  };
  readonly regarding?: EventObject['involvedObject'];
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly note?: string;
  readonly count?: number;
  readonly deprecatedCount?: number;
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly deprecatedFirstTimestamp?: string | null;
  readonly deprecatedLastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly series?: { readonly count: number; readonly lastObservedTime: string };
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly deprecatedSource?: EventObject['source'];
  readonly reportingComponent?: string;
  readonly reportingController?: string;
}

export interface DescribedEvent {
  readonly fact: FactId;
  readonly uid: string | undefined;
  readonly type: string;
  readonly reason: string;
  /** `5s`, `3s (x4 over 40s)`. */
  readonly age: string;
  readonly from: string;
  readonly message: string;
}

const eventFolder = etcdFolder('events');

/** The Events that regard an object, oldest first, with their ages at a moment. */
export function describedEvents(
  keys: Iterable<StoredKey>,
  object: KubeObject,
  now: number,
): readonly DescribedEvent[] {
  const { uid, name } = object.metadata;
  const found: (DescribedEvent & { readonly last: number })[] = [];
  for (const { key, object: stored, fact } of keys) {
    if (!key.startsWith(eventFolder) || stored === undefined) continue;
    const event = stored as EventObject;
    const regarding = event.involvedObject ?? event.regarding;
    // A node's Events carry its name in place of its uid.
    const own = regarding?.uid === uid || (object.kind === 'Node' && regarding?.name === name);
    if (!own || regarding?.name !== name) continue;
    found.push({ fact, ...described(event, now) });
  }
  return found.sort((a, b) => a.last - b.last || a.fact - b.fact);
}

/** The message of an Event and the object that it regards; `undefined` if the value is no Event. */
export function describedEvent(object: KubeObject, now: number): TheEvent | undefined {
  if (object.kind !== 'Event') return undefined;
  const event = object as EventObject;
  const { kind = '', name = '', uid = '' } = event.involvedObject ?? event.regarding ?? {};
  return { ...described(event, now), regarding: { kind, name, uid } };
}

export interface TheEvent extends Omit<DescribedEvent, 'fact'> {
  readonly regarding: { readonly kind: string; readonly name: string; readonly uid: string };
}

/** The stored object that an Event regards; a node's Events carry its name in place of its uid. */
export function regardedBy(
  { regarding: { kind, name, uid } }: TheEvent,
  keys: ReadonlyMap<string, StoredKey>,
): StoredKey | undefined {
  if (kind === 'Node') return keys.get(etcdFolder('nodes') + name);
  for (const stored of keys.values()) {
    if (uid !== '' && stored.object?.metadata.uid === uid) return stored;
  }
  return undefined;
}

function described(
  event: EventObject,
  now: number,
): Omit<DescribedEvent, 'fact'> & { last: number } {
  const { series, type = '', reason = '' } = event;
  const { uid } = event.metadata;
  const { eventTime } = event;
  const first = timeOf(event.firstTimestamp ?? event.deprecatedFirstTimestamp ?? eventTime, now);
  const last = timeOf(
    series?.lastObservedTime ?? event.lastTimestamp ?? event.deprecatedLastTimestamp ?? eventTime,
    now,
  );
  const count = series?.count ?? event.count ?? event.deprecatedCount ?? 1;
  const since = (at: number): string => humanDuration((now - at) / 1_000_000);
  const source = event.source ?? event.deprecatedSource;
  const reporter = event.reportingComponent || event.reportingController;
  return {
    uid,
    type,
    reason,
    last,
    age: count > 1 ? `${since(last)} (x${count} over ${since(first)})` : since(first),
    from: source?.component || reporter || '',
    message: (event.message ?? event.note ?? '').trim(),
  };
}

const timeOf = (text: string | null | undefined, otherwise: number): number =>
  (text === null || text === undefined ? undefined : parseRfc3339(text)) ?? otherwise;

/** An age in at most two units. Source: k8s.io/apimachinery duration.HumanDuration. */
export function humanDuration(seconds: number): string {
  const whole = Math.max(0, Math.trunc(seconds));
  if (whole < 120) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 10) return whole % 60 === 0 ? `${minutes}m` : `${minutes}m${whole % 60}s`;
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`;
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  return hours < 192 && hours % 24 !== 0 ? `${days}d${hours % 24}h` : `${days}d`;
}

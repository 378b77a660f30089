/** What the members of etcd have reported about Raft up to a moment. */
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { FactOf } from '#trace/facts';

export type RaftRole = FactOf<'RaftRoleChanged'>;
export type RaftEntry = FactOf<'EntryCommitted'>;

export interface Raft {
  /** The newest report of each member, by name. */
  readonly members: readonly RaftRole[];
  /** All changes of roles and all commitments, oldest first. */
  readonly roles: readonly RaftRole[];
  readonly entries: readonly RaftEntry[];
  /**
   * How far the log of each member reaches at least, by its name: the highest entry that it is
   * reported to have had on disk when that entry was committed.
   */
  readonly reached: ReadonlyMap<string, number>;
}

/** Reads the facts of all members; a cluster of one member has none. */
export function raftOf(log: TraceLog, cursor: FactId): Raft {
  const roles: RaftRole[] = [];
  const entries: RaftEntry[] = [];
  for (const component of log.components) {
    if (!component.startsWith('etcd/')) continue;
    for (const id of log.factsOf(component)) {
      if (id > cursor) break;
      const fact = log.fact(id);
      if (fact?.type === 'RaftRoleChanged') roles.push(fact);
      else if (fact?.type === 'EntryCommitted') entries.push(fact);
    }
  }
  roles.sort((a, b) => a.id - b.id);
  entries.sort((a, b) => a.id - b.id);
  const members = new Map(roles.map((role) => [role.component, role]));
  return {
    members: [...members.values()].sort((a, b) => (a.component < b.component ? -1 : 1)),
    roles,
    entries,
    reached: reachedBy(entries),
  };
}

function reachedBy(entries: readonly RaftEntry[]): ReadonlyMap<string, number> {
  const reached = new Map<string, number>();
  for (const { holders, index } of entries) {
    for (const member of holders) reached.set(member, Math.max(index, reached.get(member) ?? 0));
  }
  return reached;
}

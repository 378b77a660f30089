/** The log of etcd's members: the last entries as columns, and who has each one on disk. */
import type { Scene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import { type EtcdMember, etcdMembers, quorumOf } from '../../etcd-members.ts';
import { type RaftEntry, raftOf } from '../raft.ts';
import { askedFor, type Write } from './writes.ts';

export interface LogEntry {
  readonly entry: RaftEntry;
  /** What it wrote; an entry without one is the log's own, or has not been applied yet. */
  readonly write: Write | undefined;
  readonly told: boolean;
}

export interface MembersLog {
  /** The leader first. */
  readonly members: readonly EtcdMember[];
  readonly entries: readonly LogEntry[];
  readonly told: RaftEntry | undefined;
  readonly quorum: number;
  /** When the API server asked for the told entry. */
  readonly askedAt: number | undefined;
  /** Whether the trace says that a member has an entry on disk. */
  has(member: string, index: number): boolean;
}

export function membersLog(
  log: TraceLog,
  scene: Scene,
  told: Write | undefined,
  room: number,
): MembersLog {
  const { entries, reached } = raftOf(log, scene.cursor);
  const leaderFirst = [...etcdMembers(scene)].sort((a, b) => rankOf(a) - rankOf(b));
  const toldEntry = entryOf(log, told) ?? entries.at(-1);
  const end = Math.max(room, 1 + entries.findIndex(({ id }) => id === toldEntry?.id));
  const shown = entries.slice(Math.max(0, end - room), end).map((entry): LogEntry => {
    const write = log
      .effectsOf(entry.id)
      .filter((id) => id <= scene.cursor)
      .map((id) => log.fact(id))
      .find((fact) => fact?.type === 'TxnCommitted');
    return {
      entry,
      write: write?.type === 'TxnCommitted' ? write : undefined,
      told: entry.id === toldEntry?.id,
    };
  });
  return {
    members: leaderFirst,
    entries: shown,
    told: toldEntry,
    quorum: quorumOf(leaderFirst.length),
    askedAt: told === undefined ? undefined : askedFor(log, told)?.at,
    has: (member, index) => index <= (reached.get(member) ?? 0),
  };
}

const rankOf = ({ state }: EtcdMember): number => (state === 'leader' ? 0 : 1);

function entryOf(log: TraceLog, write: Write | undefined): RaftEntry | undefined {
  const fact = log.fact((write?.cause ?? 0) satisfies FactId);
  return fact?.type === 'EntryCommitted' ? fact : undefined;
}

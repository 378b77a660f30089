/**
 * The messages between the members of a raft group.
 *
 * Models go.etcd.io/raft/v3 raftpb Message, with one shape for each type. `term` is the sender's;
 * in a pre-vote it is the term that the sender would begin.
 */

/** One line of the replicated log; a new leader's first line carries no command. */
export interface LogEntry<T> {
  readonly index: number;
  readonly term: number;
  readonly command: T | undefined;
}

export type RaftMessage<T> = {
  readonly from: string;
  readonly to: string;
  readonly term: number;
} & (
  | {
      readonly type: 'MsgVote';
      /** Only asks whether a vote would be granted; no member's term changes. */
      readonly pre: boolean;
      readonly lastIndex: number;
      readonly lastTerm: number;
    }
  | { readonly type: 'MsgVoteResp'; readonly pre: boolean; readonly granted: boolean }
  | {
      readonly type: 'MsgApp';
      readonly prevIndex: number;
      readonly prevTerm: number;
      readonly entries: readonly LogEntry<T>[];
      readonly commit: number;
    }
  | {
      readonly type: 'MsgAppResp';
      /**
       * The last index that the follower shares; after a refusal, the index from which to retry.
       */
      readonly index: number;
      readonly rejected: boolean;
    }
  | { readonly type: 'MsgHeartbeat'; readonly commit: number; readonly read: number }
  | { readonly type: 'MsgHeartbeatResp'; readonly read: number }
  | { readonly type: 'MsgProp'; readonly command: T }
  | { readonly type: 'MsgReadIndex'; readonly read: number }
  | { readonly type: 'MsgReadIndexResp'; readonly read: number; readonly index: number }
);

/** A message without its envelope. */
export type RaftContent<T> = DistributiveOmit<RaftMessage<T>, 'from' | 'to' | 'term'>;
type DistributiveOmit<M, K extends PropertyKey> = M extends unknown ? Omit<M, K> : never;

/** The error messages of members. Source: go.etcd.io/etcd server/v3/etcdserver errors.go. */
export const errTimeout = 'etcdserver: request timed out';
export const errTimeoutDueToLeaderFail =
  'etcdserver: request timed out, possibly due to previous leader failure';
export const errTimeoutDueToConnectionLost =
  'etcdserver: request timed out, possibly due to connection lost';
/** A transaction whose member ended before it answered; whether it took effect is unknown. */
export const errConnectionLost =
  'rpc error: code = Unavailable desc = error reading from server: EOF';
/** Source: server/v3/storage/mvcc kvstore.go ErrCompacted and ErrFutureRev, as etcdctl has them. */
export const errCompacted = 'etcdserver: mvcc: required revision has been compacted';
export const errFutureRevision = 'etcdserver: mvcc: required revision is a future revision';

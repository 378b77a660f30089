/** The interface for reading a resource, either from the watch cache or from etcd. */

import type { KeyValue } from '#cluster/control-plane/etcd/client';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { Selection } from './selection.ts';

export interface ListQuery {
  /** The prefix of all its keys, with its slash. */
  readonly prefix: string;
  readonly selection: Selection;
  readonly limit: number;
  readonly continue: string;
  /** As in the query: empty, `0` or a revision. */
  readonly resourceVersion: string;
  readonly exact: boolean;
}

export interface ListPage {
  readonly objects: readonly KubeObject[];
  readonly resourceVersion: string;
  /** Empty on the last page. */
  readonly continue: string;
  /** How many objects follow, if known. */
  readonly remaining: number | undefined;
  readonly from: 'watch-cache' | 'etcd';
}

export interface WatchQuery {
  readonly request: RequestId;
  readonly prefix: string;
  readonly namespace: string;
  readonly selection: Selection;
  readonly resourceVersion: string;
  readonly bookmarks: boolean;
  readonly sendInitialEvents: boolean;
  /** 0: no timeout. */
  readonly timeoutSeconds: number;
  readonly to: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly convert: ((object: KubeObject) => KubeObject) | undefined;
}

export interface Reader {
  /** Keeps the reader's own state up to date while the server runs. */
  run(): Process;
  /** The last known value of a key, with which an update can begin; undefined when unknown. */
  cached(key: string): KeyValue | undefined;
  /** An object at this or a later revision (`0` is any); undefined when there is none. */
  getAt(key: string, resourceVersion: string): Process<ApiResult<KubeObject | undefined>>;
  listPage(query: ListQuery): Process<ApiResult<ListPage>>;
  openWatch(query: WatchQuery): Process<ApiResult<WatchStream>>;
}

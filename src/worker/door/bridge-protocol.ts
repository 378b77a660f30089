/**
 * What goes over the WebSocket between a page whose door is open and the bridge, as JSON.
 *
 * The bridge sends what clients and servers outside do, in the form in which the run takes it
 * (`OutsideAction`): `request` is the bridge's number, the run has its own. The page sends what the
 * run answers, and once a second where its world is.
 */
import type { OutsideCall } from '#cluster/client/outside/outside-servers';
import type { WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { DownPiece } from '#k8s.io/client-go/rest/remote-command';
import type { ClientAction, OutsideAction } from '#trace/outside-action';
import type { PortForwardFrame } from '#trace/port-forward-frame';

export type BridgeMessage = ClientAction | Extract<OutsideAction, { readonly kind: 'answer' }>;

export type PageMessage =
  /**
   * The first, and then a beat: a page that sends none is gone. `listens`: whether the API server's
   * process runs; it is told at once when that changes.
   */
  | { readonly type: 'world'; readonly at: number; readonly listens: boolean }
  | {
      readonly type: 'answered';
      readonly request: number;
      readonly response: Pick<HttpResponse, 'code' | 'headers' | 'body'>;
      readonly streams: boolean;
    }
  | { readonly type: 'received'; readonly request: number; readonly piece: WatchEvent | string }
  | { readonly type: 'streamed'; readonly request: number; readonly piece: DownPiece }
  | { readonly type: 'forwarded'; readonly request: number; readonly frame: PortForwardFrame }
  | { readonly type: 'ended'; readonly request: number }
  | { readonly type: 'failed'; readonly request: number; readonly message: string }
  /** The cluster calls a server outside; the answer is a message of the bridge. */
  | { readonly type: 'called'; readonly call: number; readonly to: OutsideCall }
  | { readonly type: 'dropped'; readonly call: number };

/** Milliseconds between two beats. */
export const beat = 1000;

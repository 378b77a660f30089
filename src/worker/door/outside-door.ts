/**
 * What a real server needs of the cluster behind it: requests go in, and what the run answers comes
 * back in the moment in which the run reaches it.
 *
 * The world of a Node process is such a door (`world.ts`), and so is a page far away
 * (`serve/bridge/page-world.ts`).
 */
import type { WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { DownPiece } from '#k8s.io/client-go/rest/remote-command';
import type { OutsidePiece, OutsideRequest } from '#trace/outside-action';
import type { PortForwardFrame } from '#trace/port-forward-frame';

/** Where the answer to one request goes, in the moment in which the run reaches it. */
export interface Receiver {
  /** The answer, or only its head when it streams. */
  answered(response: HttpResponse, streams: boolean): void;
  /** The next watch event, or the next piece of a text. */
  received(piece: WatchEvent | string): void;
  /** What comes next through exec or attach. */
  streamed?(piece: DownPiece): void;
  /** What comes next on a port-forward. */
  forwarded?(frame: PortForwardFrame): void;
  /** The stream has ended. */
  ended(): void;
  /** No answer came: nobody listened, or the connection broke. */
  failed(message: string): void;
}

export interface OutsideDoor {
  /** Whether the API server's process runs, so that its port is open; absent: nobody knows. */
  readonly listens?: boolean;
  /** Sends a request into the run; returns its number, which the others refer to. */
  send(http: OutsideRequest, receiver: Receiver): number;
  /** Sends a piece through the upgraded connection of a request. */
  sendPiece(request: number, piece: OutsidePiece): void;
  /** Goes on with a port-forward. */
  forward(request: number, frame: PortForwardFrame): void;
  /** Ends a request whose client has gone; nothing more is received for it. */
  hangUp(request: number): void;
}

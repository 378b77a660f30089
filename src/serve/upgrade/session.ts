/** Both sides of one upgraded connection, as the door joins them. */
import type { WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { DownPiece } from '#k8s.io/client-go/rest/remote-command';
import type { OutsidePiece } from '#trace/outside-action';
import type { PortForwardFrame } from '#trace/port-forward-frame';
import type { StreamHandler } from './streams.ts';

/** One upgraded connection between a client and the run, once both have agreed. */
export interface Session extends StreamHandler {
  /** The next piece of a text. */
  text?(piece: WatchEvent | string): void;
  /** What comes next through exec or attach. */
  streamed?(piece: DownPiece): void;
  /** What comes next on a port-forward. */
  forwarded?(frame: PortForwardFrame): void;
  /** The run's side has ended. */
  ended(): void;
  /** The server agreed, and has said all in its answer. */
  answered(response: HttpResponse): void;
}

/** What a session sends into the run. */
export interface RunSide {
  piece(piece: OutsidePiece): void;
  frame(frame: PortForwardFrame): void;
}

/**
 * What travels both ways through a connection that was upgraded for exec or attach.
 *
 * Models the channels of k8s.io/apimachinery pkg/util/remotecommand and of `v5.channel.k8s.io`:
 * standard input and its end, the size of the terminal, the two outputs, and the result.
 */
import type { Process } from '#sim/simulation';
import type { WatchStream } from './watch-stream.ts';

/** From the client to the container. */
export type UpPiece =
  | { readonly channel: 'stdin'; readonly text: string }
  /** Nothing more will come on standard input. */
  | { readonly channel: 'close' }
  | { readonly channel: 'resize'; readonly columns: number; readonly rows: number };

/** From the container to the client; the result is the last. */
export type DownPiece =
  | { readonly channel: 'stdout' | 'stderr'; readonly text: string }
  | { readonly channel: 'error'; readonly exitCode: number; readonly message?: string };

export type UpStream = WatchStream<UpPiece>;
export type DownStream = WatchStream<DownPiece>;

/** A piece in words, for the trace. */
export function pieceText(piece: UpPiece | DownPiece): string {
  switch (piece.channel) {
    case 'close':
      return '';
    case 'resize':
      return `${piece.columns}×${piece.rows}`;
    case 'error':
      return piece.message ?? String(piece.exitCode);
    default:
      return piece.text;
  }
}

/** Hands on what comes until it ends, and closes the other stream then. */
export function* passOn<Piece>(
  from: WatchStream<Piece>,
  to: WatchStream<Piece>,
  sent?: (piece: Piece) => void,
): Process {
  for (;;) {
    const piece = yield* from.receive();
    if (piece === undefined) return to.close();
    sent?.(piece);
    to.send(piece);
  }
}

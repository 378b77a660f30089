/**
 * The streams of exec and attach on their way through the kubelet.
 *
 * Models kubernetes/pkg/kubelet/server/server.go proxyStream: what comes from the client goes on to
 * the runtime's streaming server, and what that answers goes back. Each piece leaves a fact.
 */
import {
  type DownPiece,
  type DownStream,
  passOn,
  pieceText,
  type UpPiece,
  type UpStream,
} from '#k8s.io/client-go/rest/remote-command';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { CriResult } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { KubeletContext } from '../kubelet-context.ts';

/** Joins a client's stream to what is served at `url`; returns what the client hears. */
export function proxyStreams(
  { cri, sim, tracer, component }: KubeletContext,
  request: RequestId,
  up: UpStream,
  url: string,
): DownStream {
  const sent = (piece: UpPiece | DownPiece): void => {
    const text = pieceText(piece);
    tracer.emit({ type: 'StreamPieceSent', component, request, channel: piece.channel, text });
  };
  const inner: UpStream = new WatchStream(sim, request);
  const outer: DownStream = new WatchStream(sim, request);
  const down: DownStream = new WatchStream(sim, request);
  // The client has gone: nothing more comes from it.
  down.onClose(() => up.close());
  sim.spawn('upward stream', passOn(up, inner, sent));
  sim.spawn('downward stream', passOn(outer, down, sent));
  sim.spawn('streams', untilEnd(cri.connect(url, inner, outer), outer));
  return down;
}

/** Once the streams are open, an error is a piece of its own. */
function* untilEnd(connection: Process<CriResult<undefined>>, down: DownStream): Process {
  const joined = yield* connection;
  if (!joined.ok) {
    const message = executionError(joined.error.message);
    down.send({ channel: 'error', exitCode: 1, message });
  }
  down.close();
}

/**
 * The runtime's streaming server wraps the error once, and the WebSocket translator wraps its
 * Status again. Source: remotecommand exec.go ServeExec, streamtranslator.go.
 */
export const executionError = (message: string): string =>
  'Internal error occurred: Internal error occurred: error executing command in container: ' +
  message;

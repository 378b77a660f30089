/**
 * The channels of exec and attach in a WebSocket: what the client types goes into the run piece by
 * piece, and what comes back leaves as it comes.
 *
 * Models k8s.io/apimachinery pkg/util/remotecommand constants.go and k8s.io/streaming
 * pkg/httpstream/wsstream: in subprotocols v4 and v5 of channel.k8s.io the first byte of a message
 * names the channel; v5 can close one.
 */
import type { RawData, WebSocket } from 'ws';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { DownPiece } from '#k8s.io/client-go/rest/remote-command';
import type { OutsidePiece } from '#trace/outside-action';

const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;
/** The largest window that a client may have, in characters. */
const largestWindow = 2_000;

export class RemoteCommand {
  readonly #webSocket: WebSocket;
  readonly #send: (piece: OutsidePiece) => void;
  /** A character may begin in one message and end in the next. */
  readonly #decoder = new TextDecoder();
  #ended = false;

  constructor(webSocket: WebSocket, send: (piece: OutsidePiece) => void) {
    this.#webSocket = webSocket;
    this.#send = send;
    webSocket.on('error', () => webSocket.terminate());
    webSocket.on('message', (data) => this.#heard(bytesOf(data)));
  }

  /** What the process prints, or its result. */
  streamed(piece: DownPiece): void {
    if (piece.channel !== 'error') {
      this.#message(channels[piece.channel], piece.text);
      return;
    }
    const { exitCode, message } = piece;
    if (message !== undefined) this.#end(failure(message));
    else if (exitCode !== 0) this.#end(exitStatus(exitCode));
    else this.#end({ metadata: {}, status: 'Success' });
  }

  /** Without a result, the connection in the cluster broke off. */
  succeed(): void {
    if (!this.#ended) this.#webSocket.close(1011);
  }

  breakOff(): void {
    this.#webSocket.terminate();
  }

  /** An answer that has no streams: a pod without a node, which only has a log. */
  finish(_response: HttpResponse): void {
    this.#end({ metadata: {}, status: 'Success' });
  }

  #heard(message: Buffer): void {
    const [channel, ...rest] = message;
    const bytes = message.subarray(1);
    if (channel === channels.stdin) {
      const text = this.#decoder.decode(bytes, { stream: true });
      if (text !== '') this.#send({ channel: 'stdin', text });
    } else if (channel === channels.close && rest[0] === channels.stdin) {
      this.#send({ channel: 'close' });
    } else if (channel === channels.resize) {
      const size = sizeOf(bytes.toString('utf8'));
      if (size !== undefined) this.#send(size);
    }
  }

  /** In the first protocol, silence is success. */
  #end(status: object): void {
    this.#ended = true;
    if (this.#webSocket.protocol !== 'channel.k8s.io') {
      this.#message(channels.error, JSON.stringify(status));
    }
    this.#webSocket.close(1000);
  }

  #message(channel: number, text: string): void {
    this.#webSocket.send(Buffer.concat([Buffer.of(channel), Buffer.from(text)]));
  }
}

/** Source: kubelet remotecommand exec.go ServeExec. */
const exitStatus = (exitCode: number): object => ({
  metadata: {},
  status: 'Failure',
  message:
    'command terminated with non-zero exit code: ' +
    `command terminated with exit code ${exitCode}`,
  reason: 'NonZeroExitCode',
  details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
});

const failure = (message: string): object => ({
  metadata: {},
  status: 'Failure',
  message,
  reason: 'InternalError',
  code: 500,
});

/** `{"Width":120,"Height":40}`, as client-go writes a TerminalSize. */
function sizeOf(text: string): OutsidePiece | undefined {
  let size: unknown;
  try {
    size = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof size !== 'object' || size === null) return undefined;
  const { Width: columns, Height: rows } = size as Readonly<Record<string, unknown>>;
  if (!isLength(columns) || !isLength(rows)) return undefined;
  return { channel: 'resize', columns, rows };
}

const isLength = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= largestWindow;

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(new Uint8Array(data));
}

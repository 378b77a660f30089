/**
 * exec and attach over streams: what the client types goes into the run piece by piece, and what
 * comes back leaves as it comes.
 *
 * Models k8s.io/cri-streaming remotecommand httpstream.go and websocket.go: a stream for each of
 * error, stdin, stdout, stderr and resize that the client asked for; nothing is sent until it has
 * opened all of them. Since the fourth protocol the error stream carries the result as a Status.
 */
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { DownPiece } from '#k8s.io/client-go/rest/remote-command';
import type { OutsidePiece, OutsideRequest } from '#trace/outside-action';
import type { Channel } from '../upgrade/channel-streams.ts';
import type { Session } from '../upgrade/session.ts';
import type { StreamHeaders, Streams } from '../upgrade/streams.ts';
import { exitStatus, failure, type Hearer, type Result, success } from './result-status.ts';
import { TerminalSizes } from './terminal-sizes.ts';

/** In the order of the channels of a WebSocket. */
const types = ['stdin', 'stdout', 'stderr', 'error', 'resize'] as const;
type StreamType = (typeof types)[number];

/** Source: cri-streaming DefaultStreamCreationTimeout, in real milliseconds. */
const creationTimeout = 30_000;
/** What the run may say before the client has opened its streams, in characters. */
const mostHeld = 4 * 1024 * 1024;

export const commandChannels = (http: OutsideRequest): readonly (Channel | undefined)[] => {
  const asked = typesOf(http);
  return types.map((type) =>
    asked.has(type) ? { headers: new Map([['streamtype', type]]) } : undefined,
  );
};

const queryOf = ({ url }: OutsideRequest): URLSearchParams =>
  new URLSearchParams(url.split('?')[1] ?? '');

/** Which streams the request asks for. Source: createHTTPStreamStreams. */
function typesOf(http: OutsideRequest): ReadonlySet<StreamType> {
  const query = queryOf(http);
  const asks = (name: string): boolean => !['false', '0', null].includes(query.get(name));
  const isTerminal = asks('tty');
  const asked: readonly (StreamType | false)[] = [
    'error',
    asks('stdin') && 'stdin',
    asks('stdout') && 'stdout',
    asks('stderr') && !isTerminal && 'stderr',
    isTerminal && 'resize',
  ];
  return new Set(asked.filter((type) => type !== false));
}

export class RemoteCommand implements Session {
  readonly #streams: Streams;
  readonly #send: (piece: OutsidePiece) => void;
  readonly #command: readonly string[];
  readonly #asked: ReadonlySet<StreamType>;
  /** Those that the client has yet to open. */
  readonly #missing: Set<StreamType>;
  readonly #byType = new Map<StreamType, number>();
  readonly #sizes = new TerminalSizes();
  /** A character may begin in one message and end in the next. */
  readonly #decoder = new TextDecoder();
  readonly #timer: NodeJS.Timeout;
  /** What the run has said too early. */
  #held: DownPiece[] = [];
  #heldLength = 0;
  #runHasEnded = false;
  #isOver = false;

  constructor(streams: Streams, http: OutsideRequest, send: (piece: OutsidePiece) => void) {
    this.#streams = streams;
    this.#send = send;
    this.#command = queryOf(http).getAll('command');
    this.#asked = typesOf(http);
    this.#missing = new Set(this.#asked);
    // The first two protocols of SPDY have no stream for the size of the terminal.
    if (/^(?:v2\.)?channel/.test(streams.protocol)) this.#missing.delete('resize');
    this.#timer = setTimeout(() => this.#close(false), creationTimeout);
    this.#timer.unref();
  }

  opened(stream: number, headers: StreamHeaders): void {
    const asked = headers.get('streamtype');
    const type = types.find((known) => known === asked);
    // Source: waitForStreams; a type that nobody asked for ends it.
    if (type === undefined || !this.#asked.has(type) || this.#byType.has(type)) {
      this.#close(false);
      return;
    }
    this.#byType.set(type, stream);
    this.#missing.delete(type);
    if (this.#missing.size > 0) return;
    clearTimeout(this.#timer);
    const held = this.#held;
    this.#held = [];
    for (const piece of held) this.streamed(piece);
    if (this.#runHasEnded) this.#close(false);
  }

  received(stream: number, bytes: Buffer): void {
    if (stream === this.#byType.get('stdin')) {
      const text = this.#decoder.decode(bytes, { stream: true });
      if (text !== '') this.#send({ channel: 'stdin', text });
    } else if (stream === this.#byType.get('resize')) {
      for (const size of this.#sizes.read(bytes)) this.#send(size);
    }
  }

  finished(stream: number): void {
    if (stream === this.#byType.get('stdin')) this.#send({ channel: 'close' });
  }

  /** What the process prints, or its result. */
  streamed(piece: DownPiece): void {
    if (this.#isOver) return;
    if (this.#missing.size > 0) {
      this.#hold(piece);
    } else if (piece.channel !== 'error') {
      const stream = this.#byType.get(piece.channel);
      if (stream !== undefined) this.#streams.send(stream, Buffer.from(piece.text));
    } else this.#end(this.#resultOf(piece));
  }

  /** Without a result, the connection in the cluster broke off. */
  ended(): void {
    this.#runHasEnded = true;
    if (this.#missing.size === 0) this.#close(false);
  }

  /** An answer that has no streams: a pod without a node, which only has a log. */
  answered(_response: HttpResponse): void {
    this.streamed({ channel: 'error', exitCode: 0 });
  }

  #hold(piece: DownPiece): void {
    this.#held.push(piece);
    this.#heldLength += piece.channel === 'error' ? 0 : piece.text.length;
    if (this.#heldLength > mostHeld) this.#close(false);
  }

  #resultOf({ exitCode, message }: DownPiece & { readonly channel: 'error' }): Result {
    const isWebSocket = this.#streams.protocol.startsWith('v5.');
    const hearer: Hearer = isWebSocket ? 'translator' : 'runtime';
    if (message !== undefined) return failure(hearer, message);
    return exitCode === 0 ? success : exitStatus(hearer, this.#command, exitCode);
  }

  /** Source: v4WriteStatusFunc; before it v1WriteStatusFunc, whose silence is success. */
  #end(result: Result): void {
    const stream = this.#byType.get('error');
    const isStatus = /^v[45]\./.test(this.#streams.protocol);
    const text = isStatus ? JSON.stringify(result) : (result.message ?? '');
    if (stream !== undefined && text !== '') this.#streams.send(stream, Buffer.from(text));
    this.#close(true);
  }

  #close(isWhole: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    for (const stream of this.#byType.values()) this.#streams.finish(stream);
    this.#streams.close(isWhole);
  }
}

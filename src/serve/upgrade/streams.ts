/**
 * The one notion of an upgraded connection: numbered streams side by side, whatever carries them.
 *
 * Models Connection and Stream of k8s.io/streaming pkg/httpstream. SPDY has such streams itself
 * (`spdy-session.ts`); of a WebSocket the channels are streams (`channel-streams.ts`).
 */

/** Names in lower case: `streamtype`, `port`, `requestid`. */
export type StreamHeaders = ReadonlyMap<string, string>;

/** The server's end of one connection. */
export interface Streams {
  /** What the two sides agreed on: `v4.channel.k8s.io`, `portforward.k8s.io`; may be empty. */
  readonly protocol: string;
  send(stream: number, bytes: Uint8Array): void;
  /** Sends no more on this stream. */
  finish(stream: number): void;
  /** Ends the connection once all has gone out; `isWhole`: nothing is missing. */
  close(isWhole?: boolean): void;
}

/** What a client does on its connection. */
export interface StreamHandler {
  opened(stream: number, headers: StreamHeaders): void;
  received(stream: number, bytes: Buffer): void;
  /** The client sends no more on it. */
  finished(stream: number): void;
}

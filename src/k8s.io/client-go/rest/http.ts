/**
 * The wire between a client and the API server, in HTTP's own terms, so that the same server code
 * can stand behind a real socket.
 *
 * Bodies are JSON values, never mutated once sent; `content-type` says how a real client would
 * have encoded them. A watch answers with a stream.
 */

import type { Result } from '#base/result';
import type { Process } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { PortForwardFrame } from '#trace/port-forward-frame';
import type { DownStream, UpStream } from './remote-command.ts';
import type { WatchStream } from './watch-stream.ts';

/** What the TLS handshake showed of the client. */
export interface ClientCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** The certificate authority that signed it. */
  readonly issuer: string;
}

export interface HttpRequest {
  /** Follows the request through the trace. Not part of HTTP. */
  readonly id: RequestId;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Path and query, percent-encoded: `/api/v1/namespaces/default/pods?limit=500`. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What the body's bytes named twice, in the words of a strict decoder. */
  readonly duplicates?: readonly string[];
  readonly peerCertificate?: ClientCertificate;
  /** Present when the client asks for an upgrade: what it sends after the answer. */
  readonly up?: UpStream;
  /** What the client sends after the answer, once the request has become a port-forward. */
  readonly frames?: WatchStream<PortForwardFrame>;
}

export interface HttpResponse {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Present when the answer is a watch: events follow until either side closes it. */
  readonly stream?: WatchStream;
  /** Present when the answer is text that goes on: a log that is followed. */
  readonly text?: WatchStream<string>;
  /** Present when the connection was upgraded: what comes through it. */
  readonly down?: DownStream;
  /** The client's own end of an upgraded connection, to send through. */
  readonly up?: UpStream;
  /** Present when the request has become a port-forward: what the server sends on it. */
  readonly frames?: WatchStream<PortForwardFrame>;
}

/** Why no answer came: `connection refused`, `i/o timeout`, `EOF`. */
export interface ConnectionError {
  readonly message: string;
}

/** Something that answers requests. It is called once for each, in its own process. */
export interface HttpServer {
  /** `https://172.30.0.1:6443` */
  readonly address: string;
  readonly listening: boolean;
  /** Handles one request to its end; a watch request ends when its stream is open. */
  serve(request: HttpRequest): Process<HttpResponse>;
}

/** Carries a request to its server and the answer back. */
export interface RoundTripper {
  roundTrip(request: HttpRequest): Process<Result<HttpResponse, ConnectionError>>;
}

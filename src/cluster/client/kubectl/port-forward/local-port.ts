/** Ports of the person's machine that a command listens on. */
import type { Result } from '#base/result';
import { minute } from '#base/sim-time';
import type { Process } from '#sim/simulation';

/** Without a terminal nobody can press Ctrl-C: a command that listens ends by itself then. */
export const listenLimit = 2 * minute;

/** A TCP connection that somebody made to such a port. */
export interface LocalConnection {
  send(text: string): void;
  /** The next text; undefined: the other side sends no more. */
  receive(): Process<string | undefined>;
  close(): void;
}

export interface LocalPort {
  readonly port: number;
  accept(): Process<LocalConnection>;
  close(): void;
}

/** Port 0: a free one. The error is that of the system: `address already in use`. */
export type Listen = (address: string, port: number) => Result<LocalPort, string>;

/** One link of the handler chain, and what all links share. */
import type { Process } from '#sim/simulation';
import type { Exchange, Reply } from '../exchange.ts';

/**
 * `enter` runs on the way in and may reply, which ends the request; `wait` is for the one filter
 * that delays requests; `leave` runs on the way out and may add to the reply. A filter with none of
 * them passes every request on.
 */
export interface Filter {
  readonly name: string;
  readonly enter?: ((exchange: Exchange) => Reply | undefined) | undefined;
  readonly wait?: ((exchange: Exchange) => Process<Reply | undefined>) | undefined;
  readonly leave?: ((exchange: Exchange, reply: Reply) => void) | undefined;
}

/** A filter that has nothing to do in this configuration. */
export const inert = (name: string): Filter => ({ name });

/** The component of all facts of the server. */
export const component = 'kube-apiserver';

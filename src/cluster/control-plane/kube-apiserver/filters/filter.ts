/** One link of the handler chain, and what all links share. */
import type { Process } from '#sim/simulation';
import type { Exchange, Reply } from '../exchange.ts';

/**
 * `enter` is on the way in and may answer itself, which ends the way; `wait` is for the one filter
 * that holds requests back; `leave` is on the way out and may add to the answer. A filter with
 * none of them lets everything pass.
 */
export interface Filter {
  readonly name: string;
  readonly enter?: ((exchange: Exchange) => Reply | undefined) | undefined;
  readonly wait?: ((exchange: Exchange) => Process<Reply | undefined>) | undefined;
  readonly leave?: ((exchange: Exchange, reply: Reply) => void) | undefined;
}

/** A filter that has nothing to do in this configuration. */
export const inert = (name: string): Filter => ({ name });

/** The facts of the server are all of this component. */
export const component = 'kube-apiserver';

/** Who answers a path that is no resource: the server, for the trace, and its reply. */
import type { Reply } from '../exchange.ts';

export interface PathHandler {
  readonly servedBy: 'kube-aggregator' | 'kube-apiserver';
  readonly name: string;
  readonly reply: Reply;
}

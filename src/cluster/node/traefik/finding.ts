/** What the controller found about a listener or a route, as a condition of its status. */

/** A condition before it has a time and a generation. */
export interface Finding {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** How the rest of the server asks the authorizers something in between. */
import type { UserInfo } from '../authenticator/user-info.ts';

/** A question to the authorizers that takes no virtual time. */
export interface AuthorizeRequest {
  readonly user: UserInfo;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** A question about a URL and not about a resource. */
  readonly path?: string;
}

export interface AuthorizeAnswer {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Lets admission and strategies ask the authorizers (escalation, bind, ownerReferences). */
export type Authorize = (request: AuthorizeRequest) => AuthorizeAnswer;

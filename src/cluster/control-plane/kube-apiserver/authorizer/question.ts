/** The interface by which the rest of the server asks the authorizers for a decision. */
import type { UserInfo } from '../authenticator/user-info.ts';

/** A question to the authorizers, answered without virtual time. */
export interface AuthorizeRequest {
  readonly user: UserInfo;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Set for a question about a URL instead of a resource. */
  readonly path?: string;
}

export interface AuthorizeAnswer {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Lets admission and strategies check permissions (escalation, bind, ownerReferences). */
export type Authorize = (request: AuthorizeRequest) => AuthorizeAnswer;

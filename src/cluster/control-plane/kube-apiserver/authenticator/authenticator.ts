/** The interface of authenticators. Models apiserver pkg/authentication/authenticator. */
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import type { UserInfo } from './user-info.ts';

/** `no opinion`: no credentials of this kind; `error`: invalid credentials. */
export type Authentication =
  | {
      readonly outcome: 'authenticated';
      readonly user: UserInfo;
      readonly detail: string;
      /** Which of the wanted audiences the token is for; absent: the authenticator knows none. */
      readonly audiences?: readonly string[];
    }
  | { readonly outcome: 'no opinion' | 'error'; readonly detail: string };

export interface Authenticator {
  readonly name: string;
  authenticate(request: HttpRequest): Authentication;
}

/** Authenticates one kind of bearer token. */
export interface TokenAuthenticator {
  readonly name: string;
  /** Whether it reads the audiences of a token; the tokens of others are for the API server. */
  readonly audienceAware?: true;
  /** `audiences`: one of these must be an audience of the token. */
  authenticateToken(token: string, audiences: readonly string[]): Authentication;
}

/** Flag --api-audiences, which defaults to --service-account-issuer. */
export const apiAudiences: readonly string[] = ['https://kubernetes.default.svc.cluster.local'];

export const noOpinion = (detail: string): Authentication => ({ outcome: 'no opinion', detail });
export const failed = (detail: string): Authentication => ({ outcome: 'error', detail });

/**
 * Source: authentication/group/authenticated_group_adder.go. The group of all users except
 * anonymous.
 */
export const allAuthenticated = 'system:authenticated';

export const withAuthenticatedGroup = (user: UserInfo): UserInfo =>
  user.groups.includes(allAuthenticated)
    ? user
    : { ...user, groups: [...user.groups, allAuthenticated] };

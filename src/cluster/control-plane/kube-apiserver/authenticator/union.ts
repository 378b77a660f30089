/**
 * Finds out who sends a request.
 *
 * Models kubernetes pkg/kubeapiserver/authenticator/config.go: the first that recognises the
 * credentials wins, errors do not end the search, and a request without any credentials is
 * anonymous; but if an authenticator failed, nobody is.
 */
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import type { UserInfo } from '../registry/rest-storage.ts';
import type { Authentication, Authenticator } from './authenticator.ts';

export const anonymous: UserInfo = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: {},
};

export type AnonymousAuth = boolean | { readonly paths: readonly string[] };

export interface Attempt {
  readonly authenticator: string;
  readonly outcome: Authentication['outcome'];
  readonly detail: string;
}

export interface UnionAuthentication {
  /** `undefined`: 401. */
  readonly user: UserInfo | undefined;
  readonly tried: readonly Attempt[];
}

export class UnionAuthenticator {
  readonly #authenticators: readonly Authenticator[];
  readonly #anonymousAuth: AnonymousAuth;

  /** `anonymousAuth`: flag --anonymous-auth, or the paths of the authentication configuration. */
  constructor(authenticators: readonly Authenticator[], anonymousAuth: AnonymousAuth = true) {
    this.#authenticators = authenticators;
    this.#anonymousAuth = anonymousAuth;
  }

  authenticate(request: HttpRequest): UnionAuthentication {
    const tried: Attempt[] = [];
    let errors = 0;
    for (const authenticator of this.#authenticators) {
      const answer = authenticator.authenticate(request);
      const { outcome, detail } = answer;
      tried.push({ authenticator: authenticator.name, outcome, detail });
      if (answer.outcome === 'authenticated') return { user: answer.user, tried };
      if (answer.outcome === 'error') errors++;
    }
    if (errors > 0 || !this.#allowsAnonymous(request)) return { user: undefined, tried };
    tried.push({ authenticator: 'anonymous', outcome: 'authenticated', detail: anonymous.name });
    return { user: anonymous, tried };
  }

  #allowsAnonymous({ url }: HttpRequest): boolean {
    const allowed = this.#anonymousAuth;
    if (typeof allowed === 'boolean') return allowed;
    const mark = url.indexOf('?');
    return allowed.paths.includes(mark < 0 ? url : url.slice(0, mark));
  }
}

/**
 * Determines the user of a request.
 *
 * Models kubernetes pkg/kubeapiserver/authenticator/config.go: the first authenticator that
 * recognises the credentials decides, errors do not end the search, and a request without
 * credentials is anonymous unless an authenticator failed.
 */
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import type { Authentication, Authenticator } from './authenticator.ts';
import type { UserInfo } from './user-info.ts';

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
  /** `undefined` leads to 401. */
  readonly user: UserInfo | undefined;
  readonly tried: readonly Attempt[];
}

/** The result of a list of answers; the same client gets the same answers again. */
interface Known {
  readonly answers: readonly Authentication[];
  readonly result: UnionAuthentication;
}

export class UnionAuthenticator {
  readonly #authenticators: readonly Authenticator[];
  readonly #anonymousAuth: () => AnonymousAuth;
  /** By the answer that recognised the client. */
  readonly #known = new WeakMap<Authentication, Known>();

  /** `anonymousAuth`: flag --anonymous-auth, or what the authentication configuration says now. */
  constructor(
    authenticators: readonly Authenticator[],
    anonymousAuth: () => AnonymousAuth = () => true,
  ) {
    this.#authenticators = authenticators;
    this.#anonymousAuth = anonymousAuth;
  }

  authenticate(request: HttpRequest): UnionAuthentication {
    const authenticators = this.#authenticators;
    const answers: Authentication[] = [];
    for (let i = 0; i < authenticators.length; i++) {
      const answer = (authenticators[i] as Authenticator).authenticate(request);
      answers.push(answer);
      if (answer.outcome === 'authenticated') return this.#recognised(answer, answer.user, answers);
    }
    const tried = this.#tried(answers);
    const failed = answers.some(({ outcome }) => outcome === 'error');
    if (failed || !this.#allowsAnonymous(request)) return { user: undefined, tried };
    const last: Attempt = {
      authenticator: 'anonymous',
      outcome: 'authenticated',
      detail: anonymous.name,
    };
    return { user: anonymous, tried: [...tried, last] };
  }

  #recognised(
    last: Authentication,
    user: UserInfo,
    answers: readonly Authentication[],
  ): UnionAuthentication {
    const known = this.#known.get(last);
    if (known !== undefined && sameAnswers(known.answers, answers)) return known.result;
    const result = { user, tried: this.#tried(answers) };
    this.#known.set(last, { answers, result });
    return result;
  }

  #tried(answers: readonly Authentication[]): readonly Attempt[] {
    return answers.map(({ outcome, detail }, index) => ({
      authenticator: this.#authenticators[index]?.name ?? '',
      outcome,
      detail,
    }));
  }

  #allowsAnonymous({ url }: HttpRequest): boolean {
    const allowed = this.#anonymousAuth();
    if (typeof allowed === 'boolean') return allowed;
    const mark = url.indexOf('?');
    return allowed.paths.includes(mark < 0 ? url : url.slice(0, mark));
  }
}

function sameAnswers(a: readonly Authentication[], b: readonly Authentication[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

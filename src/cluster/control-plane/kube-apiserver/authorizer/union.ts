/**
 * Asks the authorizers in turn until one decides.
 *
 * Models k8s.io/apiserver pkg/authorization/union: allow and deny end the search; if all have no
 * opinion the request is refused, with their reasons, one per line.
 */
import type { UserInfo } from '../authenticator/user-info.ts';
import type { Attributes, Authorizer, UnionVerdict, UserRules, Verdict } from './authorizer.ts';
import { allow, noOpinion } from './authorizer.ts';

/** Source: authorizerfactory NewPrivilegedGroups(user.SystemPrivilegedGroup). Always the first. */
const privilegedGroups: Authorizer = {
  name: 'system:masters',
  authorize: ({ user }) => (user.groups.includes('system:masters') ? allow : noOpinion),
};

/** Source: authorizerfactory NewAlwaysAllowAuthorizer. */
export const alwaysAllow: Authorizer = {
  name: 'AlwaysAllow',
  authorize: () => allow,
  rulesFor: () => ({
    rules: [
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['*'], nonResourceURLs: ['*'] },
    ],
    error: '',
  }),
};

/** Source: authorizerfactory NewAlwaysDenyAuthorizer. */
export const alwaysDeny: Authorizer = {
  name: 'AlwaysDeny',
  authorize: () => ({ decision: 'no opinion', reason: 'Everything is forbidden.' }),
};

const allowedToMasters: UnionVerdict = {
  allowed: true,
  reason: '',
  tried: [{ authorizer: privilegedGroups.name, ...allow }],
};

const notPrivileged = { authorizer: privilegedGroups.name, ...noOpinion };

export class UnionAuthorizer {
  readonly #authorizers: readonly Authorizer[];
  /**
   * By authorizer: its verdicts that allow, as combined answers when no earlier one had an opinion.
   */
  readonly #permissions: readonly WeakMap<Verdict, UnionVerdict>[];

  constructor(authorizers: readonly Authorizer[]) {
    this.#authorizers = authorizers;
    this.#permissions = authorizers.map(() => new WeakMap());
  }

  /** The rules that all authorizers list. Source: union.NewRuleResolvers. */
  rulesFor(user: UserInfo, namespace: string): UserRules {
    const found = this.#authorizers.flatMap((each) => each.rulesFor?.(user, namespace) ?? []);
    const errors = found.map(({ error }) => error).filter((error) => error !== '');
    return { rules: found.flatMap(({ rules }) => rules), error: errors.join(', ') };
  }

  authorize(attributes: Attributes): UnionVerdict {
    if (privilegedGroups.authorize(attributes).decision === 'allow') return allowedToMasters;
    const authorizers = this.#authorizers;
    for (let i = 0; i < authorizers.length; i++) {
      const verdict = (authorizers[i] as Authorizer).authorize(attributes);
      if (verdict === noOpinion) continue;
      if (verdict.decision !== 'allow') break;
      const known = this.#permissions[i]?.get(verdict);
      if (known !== undefined) return known;
      const permission = this.#askAll(attributes);
      this.#permissions[i]?.set(verdict, permission);
      return permission;
    }
    return this.#askAll(attributes);
  }

  /** Asks all authorizers again and records each answer. */
  #askAll(attributes: Attributes): UnionVerdict {
    const tried: (Verdict & { authorizer: string })[] = [notPrivileged];
    const errors: string[] = [];
    for (const authorizer of this.#authorizers) {
      const { decision, reason, error, rbac } = authorizer.authorize(attributes);
      if (error !== undefined) errors.push(error);
      const { name } = authorizer;
      const attempt = { authorizer: name, decision, reason };
      tried.push(rbac === undefined ? attempt : { ...attempt, rbac });
      if (decision !== 'no opinion') return { allowed: decision === 'allow', reason, tried };
    }
    const reasons = tried.map(({ reason }) => reason).filter((reason) => reason !== '');
    const verdict = { allowed: false, reason: reasons.join('\n'), tried };
    return errors.length === 0 ? verdict : { ...verdict, error: errors.join(', ') };
  }
}

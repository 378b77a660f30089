/**
 * Asks one authorizer after the other until one decides.
 *
 * Models k8s.io/apiserver pkg/authorization/union: allow and deny end the search; if all have no
 * opinion the request is refused, with the reasons that were given, one a line.
 */
import type { Attributes, Authorizer, UnionVerdict, Verdict } from './authorizer.ts';
import { allow, noOpinion } from './authorizer.ts';

/** Source: authorizerfactory NewPrivilegedGroups(user.SystemPrivilegedGroup). Always the first. */
const privilegedGroups: Authorizer = {
  name: 'system:masters',
  authorize: ({ user }) => (user.groups.includes('system:masters') ? allow : noOpinion),
};

/** Source: authorizerfactory NewAlwaysAllowAuthorizer. */
export const alwaysAllow: Authorizer = { name: 'AlwaysAllow', authorize: () => allow };

const allowedToMasters: UnionVerdict = {
  allowed: true,
  reason: '',
  tried: [{ authorizer: privilegedGroups.name, ...allow }],
};

export class UnionAuthorizer {
  readonly #authorizers: readonly Authorizer[];

  constructor(authorizers: readonly Authorizer[]) {
    this.#authorizers = authorizers;
  }

  authorize(attributes: Attributes): UnionVerdict {
    if (privilegedGroups.authorize(attributes).decision === 'allow') return allowedToMasters;
    const tried: (Verdict & { authorizer: string })[] = [
      { authorizer: privilegedGroups.name, ...noOpinion },
    ];
    for (const authorizer of this.#authorizers) {
      const { decision, reason } = authorizer.authorize(attributes);
      tried.push({ authorizer: authorizer.name, decision, reason });
      if (decision !== 'no opinion') return { allowed: decision === 'allow', reason, tried };
    }
    const reasons = tried.map(({ reason }) => reason).filter((reason) => reason !== '');
    return { allowed: false, reason: reasons.join('\n'), tried };
  }
}

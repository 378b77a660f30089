import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { AuthenticationCompiler } from '#k8s.io/apiserver/authentication/expressions';
import { celWith } from '#k8s.io/apiserver/cel/cel-library';
import type { ClaimMappings } from '#trace/authentication-configuration';
import { UserOfClaims } from './user-of-claims.ts';

const compiler = new AuthenticationCompiler(celWith(lateRegexp(() => regexpLibrary)));
const username = { claim: 'sub', prefix: '' };

const userOf = (claims: Record<string, never>, mappings: ClaimMappings) =>
  new UserOfClaims({ claimMappings: { username, ...mappings } }, compiler).of({
    sub: 'jane',
    ...claims,
  });

describe('the user of claims', () => {
  it('has a uid and extra values by expressions, and the id of the token', () => {
    const found = userOf({ jti: 'one', team: 'red', n: 7 } as never, {
      uid: { expression: 'claims.sub + string(int(claims.n))' },
      extra: [
        { key: 'acme.io/team', valueExpression: 'claims.team' },
        { key: 'acme.io/teams', valueExpression: "[claims.team, '']" },
        { key: 'acme.io/none', valueExpression: "claims.?missing.orValue('')" },
      ],
    });
    expect(found).toEqual({
      ok: true,
      value: {
        ...{ name: 'jane', uid: 'jane7', groups: ['system:authenticated'] },
        extra: {
          'authentication.kubernetes.io/credential-id': ['JTI=one'],
          'acme.io/team': ['red'],
          'acme.io/teams': ['red'],
        },
      },
    });
  });

  it('is nobody when a value is of a wrong kind', () => {
    const groups = { expression: 'claims.n' };
    expect(userOf({ n: 7 } as never, { groups })).toEqual({
      ok: false,
      error:
        'error evaluating group claim expression: ' +
        'expression must return a string or a list of strings',
    });
    expect(userOf({ n: 7 } as never, { uid: { claim: 'n' } })).toEqual({
      ok: false,
      error: 'parse uid claim "n": json: cannot unmarshal number into Go value of type string',
    });
    expect(userOf({}, { username: { expression: "''" } })).toEqual({
      ok: false,
      error: 'empty username via CEL expression is not allowed',
    });
  });
});

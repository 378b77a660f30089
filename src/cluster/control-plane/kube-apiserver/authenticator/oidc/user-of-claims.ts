/**
 * The user whom the claims of a token name, and the rules that both must pass. Models getUsername,
 * getGroups, getUID, getExtra and the end of AuthenticateToken of k8s.io/apiserver
 * plugin/pkg/authenticator/token/oidc oidc.go.
 *
 * In: an authenticator of the configuration, compiled once. Out: for claims the user, or why there
 * is none: the rest of upstream's text after `oidc: `.
 */
import { err, ok, type Result } from '#base/result';
import type { JsonObject, JsonValue } from '#k8s.io/apimachinery/json-value';
import {
  type AuthenticationCompiler,
  overClaims,
  overUser,
  textsOf,
} from '#k8s.io/apiserver/authentication/expressions';
import type { Program } from '#k8s.io/apiserver/cel/program';
import type {
  ClaimMappings,
  JwtAuthenticator,
  PrefixedClaimOrExpression,
} from '#trace/authentication-configuration';
import { withAuthenticatedGroup } from '../authenticator.ts';
import type { UserInfo } from '../user-info.ts';

type Compiled = Result<Program, string>;

/** A rule, and what is said when it does not hold. */
interface Rule {
  readonly program: Compiled;
  readonly message: string;
}

const credentialId = 'authentication.kubernetes.io/credential-id';

export class UserOfClaims {
  readonly #mappings: ClaimMappings;
  readonly #required: readonly (readonly [claim: string, value: string])[];
  readonly #username: Compiled | undefined;
  readonly #groups: Compiled | undefined;
  readonly #uid: Compiled | undefined;
  readonly #extra: readonly (readonly [key: string, program: Compiled])[];
  readonly #claimRules: readonly Rule[];
  readonly #userRules: readonly Rule[];

  constructor(authenticator: JwtAuthenticator, compiler: AuthenticationCompiler) {
    const { claimMappings = {}, claimValidationRules = [] } = authenticator;
    const mapping = (text: string | undefined): Compiled | undefined =>
      isSet(text) ? compiler.mapping(text) : undefined;
    this.#mappings = claimMappings;
    this.#username = mapping(claimMappings.username?.expression);
    this.#groups = mapping(claimMappings.groups?.expression);
    this.#uid = mapping(claimMappings.uid?.expression);
    this.#extra = (claimMappings.extra ?? []).map(
      ({ key = '', valueExpression = '' }) => [key, compiler.mapping(valueExpression)] as const,
    );
    this.#required = claimValidationRules.flatMap(({ claim, requiredValue = '' }) =>
      isSet(claim) ? [[claim, requiredValue] as const] : [],
    );
    this.#claimRules = claimValidationRules.flatMap(({ expression, message = '' }) =>
      isSet(expression) ? [{ program: compiler.claimRule(expression), message }] : [],
    );
    this.#userRules = (authenticator.userValidationRules ?? []).map(
      ({ expression = '', message = '' }) => ({ program: compiler.userRule(expression), message }),
    );
  }

  /** The user, if there is one and all rules hold. */
  of(claims: JsonObject): Result<UserInfo, string> {
    const name = this.#nameOf(claims);
    if (!name.ok) return name;
    const groups = this.#groupsOf(claims);
    if (!groups.ok) return groups;
    const uid = this.#uidOf(claims);
    if (!uid.ok) return uid;
    const extra = this.#extraOf(claims);
    if (!extra.ok) return extra;
    const user = { name: name.value, uid: uid.value, groups: groups.value, extra: extra.value };
    const problem = this.#problemOf(claims, user);
    return problem === undefined ? ok(withAuthenticatedGroup(user)) : err(problem);
  }

  #nameOf(claims: JsonObject): Result<string, string> {
    const { username = {} } = this.#mappings;
    if (this.#username !== undefined) return nameByExpression(this.#username, claims);
    const { claim = '' } = username;
    const name = textOf(claims[claim]);
    if (!name.ok) return err(`parse username claims ${JSON.stringify(claim)}: ${name.error}`);
    const { email_verified: verified } = claims;
    if (claim === 'email' && verified !== undefined && verified !== true) {
      if (verified === false || verified === null) return err('email not verified');
      return err(`parse 'email_verified' claim: ${mismatch(verified, 'bool')}`);
    }
    return ok(withPrefix(username, name.value));
  }

  #groupsOf(claims: JsonObject): Result<readonly string[], string> {
    const { groups: mapping = {} } = this.#mappings;
    const { claim } = mapping;
    if (isSet(claim)) {
      const groups = groupsIn(claims[claim]);
      if (groups.ok) return ok(groups.value.map((group) => withPrefix(mapping, group)));
      return err(`parse groups claim ${JSON.stringify(claim)}: ${groups.error}`);
    }
    if (this.#groups === undefined) return ok([]);
    const groups = then(over(this.#groups, claims), textsOf);
    return groups.ok ? groups : err(`error evaluating group claim expression: ${groups.error}`);
  }

  #uidOf(claims: JsonObject): Result<string, string> {
    const { claim } = this.#mappings.uid ?? {};
    if (isSet(claim)) {
      const uid = textOf(claims[claim]);
      return uid.ok ? uid : err(`parse uid claim ${JSON.stringify(claim)}: ${uid.error}`);
    }
    if (this.#uid === undefined) return ok('');
    const uid = then(over(this.#uid, claims), (value) => oneText(value, 'uid'));
    return uid.ok ? uid : err(`error evaluating uid claim expression: ${uid.error}`);
  }

  #extraOf(claims: JsonObject): Result<Readonly<Record<string, readonly string[]>>, string> {
    const { jti } = claims;
    const extra: Record<string, readonly string[]> = {};
    if (typeof jti === 'string') extra[credentialId] = [`JTI=${jti}`];
    for (const [key, program] of this.#extra) {
      const value = over(program, claims);
      if (!value.ok) return value;
      const texts = textsOf(value.value);
      if (!texts.ok) {
        const text = program.ok ? program.value.expression : '';
        return err(`error evaluating extra claim expression: ${text}: ${texts.error}`);
      }
      if (texts.value.length > 0) extra[key] = texts.value;
    }
    return ok(extra);
  }

  #problemOf(claims: JsonObject, user: UserInfo): string | undefined {
    for (const [claim, value] of this.#required) {
      if (claims[claim] === undefined) return `required claim ${claim} not present in ID token`;
      const got = textOf(claims[claim]);
      if (!got.ok) return `parse claim ${claim}: ${got.error}`;
      if (got.value === value) continue;
      return `required claim ${claim} value does not match. Got = ${got.value}, want = ${value}`;
    }
    const broken = brokenRule(this.#claimRules, (program) => overClaims(program, claims));
    if (broken !== undefined) return `error evaluating claim validation expression: ${broken}`;
    const seen = { ...user, username: user.name };
    const refused = brokenRule(this.#userRules, (program) => overUser(program, seen));
    return refused && `error evaluating user info validation rule: ${refused}`;
  }
}

const isSet = (text: string | undefined): text is string => text !== undefined && text !== '';

const withPrefix = ({ prefix = '' }: PrefixedClaimOrExpression, name: string): string =>
  `${prefix}${name}`;

const over = (program: Compiled, claims: JsonObject): Result<unknown, string> =>
  program.ok ? overClaims(program.value, claims) : program;

const then = <T, U>(value: Result<T, string>, next: (value: T) => Result<U, string>) =>
  value.ok ? next(value.value) : value;

const oneText = (value: unknown, what: string): Result<string, string> =>
  typeof value === 'string' ? ok(value) : err(`${what} claim expression must return a string`);

function nameByExpression(program: Compiled, claims: JsonObject): Result<string, string> {
  const name = then(over(program, claims), (value) => oneText(value, 'username'));
  if (!name.ok) return err(`error evaluating username claim expression: ${name.error}`);
  return name.value === '' ? err('empty username via CEL expression is not allowed') : name;
}

/** Every rule is evaluated before any is looked at. Source: checkValidationRulesEvaluation. */
function brokenRule(
  rules: readonly Rule[],
  evaluate: (program: Program) => Result<unknown, string>,
): string | undefined {
  const results = rules.map(({ program }) => then(program, evaluate));
  for (const result of results) if (!result.ok) return result.error;
  for (const [at, { program, message }] of rules.entries()) {
    const result = results[at];
    if (!program.ok || result?.ok !== true || result.value === true) continue;
    return `validation expression '${program.value.expression}' failed: ${message}`;
  }
  return undefined;
}

function textOf(value: JsonValue | undefined): Result<string, string> {
  if (value === undefined) return err('claim not present');
  if (value === null) return ok('');
  return typeof value === 'string' ? ok(value) : err(mismatch(value, 'string'));
}

/** A list, or one name. Source: stringOrArray. */
function groupsIn(value: JsonValue | undefined): Result<readonly string[], string> {
  if (value === undefined || value === null) return ok([]);
  if (typeof value === 'string') return ok([value]);
  if (!Array.isArray(value)) return err(mismatch(value, 'string'));
  const names = value.filter((each): each is string => typeof each === 'string');
  return names.length === value.length ? ok(names) : err(mismatch(value, 'string'));
}

/** As Go's encoding/json words it. */
function mismatch(value: JsonValue, wanted: string): string {
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return `json: cannot unmarshal ${found} into Go value of type ${wanted}`;
}

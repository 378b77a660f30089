/**
 * Expressions over the claims of a token, and over the user that they make.
 *
 * Models k8s.io/apiserver pkg/authentication/cel compile.go and interface.go. In: an expression.
 * Out: a program, or why it is none, as the validation of the configuration shows it.
 */
import { err, ok, type Result } from '#base/result';
import type { JsonObject, JsonValue } from '#k8s.io/apimachinery/json-value';
import type { Cel } from '../cel/cel.ts';
import type { Program } from '../cel/program.ts';

/** Numbers of claims are doubles: Go's decoder makes float64 of each. */
const claimsType = 'map<string, dyn>';
const userType = 'kubernetes.UserInfo';
const userFields = {
  username: 'string',
  uid: 'string',
  groups: 'list<string>',
  extra: 'map<string, list<string>>',
};

/** What CEL sees of a user. */
export interface CelUser {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The library tells the types of values by their classes. */
class UserValue implements CelUser {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;

  constructor({ username, uid, groups, extra }: CelUser) {
    this.username = username;
    this.uid = uid;
    this.groups = groups;
    this.extra = extra;
  }
}

/** Compiles expressions of one cluster. */
export class AuthenticationCompiler {
  readonly #cel: Cel;

  constructor(cel: Cel) {
    this.#cel = cel;
  }

  /** Of a mapping: it may give anything. */
  mapping(expression: string): Result<Program, string> {
    return this.#cel.compile(this.#claims(), expression, []);
  }

  /** Of a rule about claims: it gives yes or no. */
  claimRule(expression: string): Result<Program, string> {
    return aboutBool(this.mapping(expression));
  }

  /** Of a rule about the user: it gives yes or no. */
  userRule(expression: string): Result<Program, string> {
    const environment = this.#cel.environmentWith({});
    environment.registerType(userType, { ctor: UserValue as never, fields: userFields });
    environment.registerVariable('user', userType);
    return aboutBool(this.#cel.compile(environment, expression, []));
  }

  #claims() {
    return this.#cel.environmentWith({ claims: claimsType });
  }
}

/** What nobody knows before a token comes is refused here, unlike in policies. */
function aboutBool(program: Result<Program, string>): Result<Program, string> {
  if (!program.ok || program.value.type === 'bool') return program;
  return err('must evaluate to bool');
}

/** Source: mapper.go eval. */
function evaluated(
  program: Program,
  variables: Readonly<Record<string, unknown>>,
): Result<unknown, string> {
  const value = program.evaluate(variables);
  if (value.ok) return value;
  return err(`expression '${program.expression}' resulted in error: ${value.error}`);
}

export const overClaims = (program: Program, claims: JsonObject): Result<unknown, string> =>
  evaluated(program, { claims });

export const overUser = (program: Program, user: CelUser): Result<unknown, string> =>
  evaluated(program, { user: new UserValue(user) });

/**
 * A text, or several; the empty ones count as absent. Source: oidc.go convertCELValueToStringList.
 */
export function textsOf(value: unknown): Result<readonly string[], string> {
  if (value === null || value === undefined) return ok([]);
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [value as JsonValue];
  const texts = values.filter((each) => typeof each === 'string');
  if (texts.length < values.length) {
    return err('expression must return a string or a list of strings');
  }
  return ok(texts.filter((text) => text !== ''));
}

/**
 * What is wrong with an AuthenticationConfiguration, before a server starts with it.
 *
 * Models ValidateAuthenticationConfiguration of k8s.io/apiserver pkg/apis/apiserver/validation
 * validation.go, in its order. In: the configuration, and what compiles its expressions. Out: the
 * errors of its fields.
 */
import {
  childPath,
  duplicate,
  type FieldError,
  indexPath,
  invalidValue,
  required,
  tooMany,
} from '#k8s.io/apimachinery/field-error';
import { dns1123SubdomainErrors } from '#k8s.io/apimachinery/validation';
import type {
  AnonymousAuthConfig,
  AuthenticationConfiguration,
  ClaimMappings,
  ClaimValidationRule,
  ExtraMapping,
  JwtAuthenticator,
  JwtIssuer,
  PrefixedClaimOrExpression,
  UserValidationRule,
} from '#trace/authentication-configuration';
import type { Program } from '../cel/program.ts';
import type { AuthenticationCompiler } from './expressions.ts';

type Errors = readonly FieldError[];

export interface ValidationParts {
  readonly compiler: AuthenticationCompiler;
  /** Issuers that sign tokens of the cluster itself. */
  readonly disallowedIssuers: readonly string[];
  /** Why a text holds no certificates; undefined: it does. */
  readonly certificateProblem: (pem: string) => string | undefined;
}

const mostAuthenticators = 64;

export function validateAuthenticationConfiguration(
  { jwt = [], anonymous }: AuthenticationConfiguration,
  parts: ValidationParts,
): Errors {
  if (jwt.length > mostAuthenticators) return [tooMany('jwt', jwt.length, mostAuthenticators)];
  const [urls, documents] = [new Set<string>(), new Set<string>()];
  const errors = jwt.flatMap((authenticator, at) => {
    const path = indexPath('jwt', at);
    const { url = '', discoveryURL = '' } = authenticator.issuer ?? {};
    return [
      ...new JwtValidation(parts).validate(authenticator, path),
      ...seenBefore(urls, url, childPath(path, 'issuer', 'url')),
      ...(discoveryURL === ''
        ? []
        : seenBefore(documents, discoveryURL, childPath(path, 'issuer', 'discoveryURL'))),
    ];
  });
  return [...errors, ...anonymousErrors(anonymous)];
}

function anonymousErrors({ enabled, conditions = [] }: AnonymousAuthConfig = {}): Errors {
  if (enabled === true || conditions.length === 0) return [];
  const shown = conditions.map(({ path = '' }) => ({ Path: path }));
  const rule = 'enabled should be set to true when conditions are defined';
  return [invalidValue('anonymous.conditions', shown, rule)];
}

function seenBefore(seen: Set<string>, value: string, path: string): Errors {
  if (seen.has(value)) return [duplicate(path, value)];
  seen.add(value);
  return [];
}

const isSet = (text: string | undefined): text is string => text !== undefined && text !== '';

/** Of one authenticator; it remembers which claims its expressions read. */
class JwtValidation {
  readonly #parts: ValidationParts;
  #readsEmail = false;
  #readsEmailVerified = false;

  constructor(parts: ValidationParts) {
    this.#parts = parts;
  }

  validate(authenticator: JwtAuthenticator, path: string): Errors {
    const { issuer = {}, claimMappings = {} } = authenticator;
    return [
      ...this.#issuer(issuer, childPath(path, 'issuer')),
      ...this.#claimRules(
        authenticator.claimValidationRules ?? [],
        childPath(path, 'claimValidationRules'),
      ),
      ...this.#mappings(claimMappings, childPath(path, 'claimMappings')),
      ...this.#userRules(
        authenticator.userValidationRules ?? [],
        childPath(path, 'userValidationRules'),
      ),
    ];
  }

  #issuer(issuer: JwtIssuer, path: string): Errors {
    const { url = '', discoveryURL, certificateAuthority, egressSelectorType } = issuer;
    const at = (name: string): string => childPath(path, name);
    const problem = isSet(certificateAuthority)
      ? this.#parts.certificateProblem(certificateAuthority)
      : undefined;
    return [
      ...(url === ''
        ? [required(at('url'))]
        : urlErrors(url, at('url'), this.#parts.disallowedIssuers)),
      ...(isSet(discoveryURL) ? discoveryErrors(url, discoveryURL, at('discoveryURL')) : []),
      ...audienceErrors(issuer, at('audiences'), at('audienceMatchPolicy')),
      ...(problem === undefined
        ? []
        : [invalidValue(at('certificateAuthority'), '<omitted>', problem)]),
      ...(isSet(egressSelectorType) && !['controlplane', 'cluster'].includes(egressSelectorType)
        ? [
            invalidValue(
              at('egressSelectorType'),
              egressSelectorType,
              'egress selector must be either controlplane or cluster',
            ),
          ]
        : []),
    ];
  }

  #claimRules(rules: readonly ClaimValidationRule[], path: string): Errors {
    const [claims, expressions] = [new Set<string>(), new Set<string>()];
    return rules.flatMap((rule, n) => {
      const at = (name: string): string => childPath(indexPath(path, n), name);
      const { claim, expression, message, requiredValue } = rule;
      if (isSet(claim) && isSet(expression)) {
        return [invalidValue(indexPath(path, n), claim, bothSet)];
      }
      if (isSet(claim)) {
        const rule = 'may not be specified when claim is set';
        return [
          ...(isSet(message) ? [invalidValue(at('message'), message, rule)] : []),
          ...seenBefore(claims, claim, at('claim')),
        ];
      }
      if (!isSet(expression)) return [required(indexPath(path, n), noneSet)];
      const misplaced = isSet(requiredValue)
        ? [invalidValue(at('requiredValue'), requiredValue, notWithExpression)]
        : [];
      const again = seenBefore(expressions, expression, at('expression'));
      if (again.length > 0) return [...misplaced, ...again];
      return [...misplaced, ...this.#claimRule(expression, at('expression'))];
    });
  }

  #claimRule(expression: string, path: string): Errors {
    const program = this.#parts.compiler.claimRule(expression);
    if (!program.ok) return [invalidValue(path, expression, program.error)];
    this.#notice(program.value);
    return [];
  }

  #mappings({ username = {}, groups = {}, uid = {}, extra = [] }: ClaimMappings, path: string) {
    const at = (...names: [string, ...string[]]): string => childPath(path, ...names);
    const errors: FieldError[] = [
      ...this.#prefixed(username, at('username'), 'username'),
      ...this.#prefixed(groups, at('groups'), 'groups'),
    ];
    if (isSet(uid.claim) && isSet(uid.expression)) {
      errors.push(invalidValue(at('uid'), '', bothSet));
    } else if (isSet(uid.expression)) {
      errors.push(...this.#mapping(uid.expression, at('uid', 'expression')));
    }
    const keys = new Set<string>();
    for (const [n, mapping] of extra.entries()) {
      errors.push(...this.#extra(mapping, indexPath(at('extra'), n), keys));
    }
    if (this.#readsEmail && !this.#readsEmailVerified) {
      errors.push(invalidValue(at('username', 'expression'), username.expression ?? '', emailRule));
    }
    return errors;
  }

  #prefixed(
    { claim, expression, prefix }: PrefixedClaimOrExpression,
    path: string,
    field: 'username' | 'groups',
  ): Errors {
    if (isSet(expression) && isSet(claim)) return [invalidValue(path, '', bothSet)];
    if (isSet(expression)) {
      const misplaced =
        prefix === undefined
          ? []
          : [invalidValue(childPath(path, 'prefix'), prefix, notWithExpression)];
      return [...misplaced, ...this.#mapping(expression, childPath(path, 'expression'), field)];
    }
    if (!isSet(claim)) return field === 'username' ? [required(path, noneSet)] : [];
    return prefix === undefined ? [required(childPath(path, 'prefix'), prefixRule)] : [];
  }

  /** Only what the name is made of, and extra values, count for the rule about e-mail. */
  #mapping(expression: string, path: string, field?: 'username' | 'groups' | 'extra'): Errors {
    const program = this.#parts.compiler.mapping(expression);
    if (!program.ok) return [invalidValue(path, expression, program.error)];
    if (field === 'username') this.#readsEmail ||= program.value.reads('claims', 'email');
    if (field === 'username' || field === 'extra') this.#notice(program.value);
    return [];
  }

  #notice(program: Program): void {
    this.#readsEmailVerified ||= program.reads('claims', 'email_verified');
  }

  #extra({ key = '', valueExpression }: ExtraMapping, path: string, keys: Set<string>): Errors {
    const at = childPath(path, 'key');
    const errors = [...domainPrefixedErrors(key, at)];
    if (key !== key.toLowerCase()) errors.push(invalidValue(at, key, 'must be lowercase'));
    if (/^([^/]*\.)?(kubernetes|k8s)\.io\//.test(key)) {
      errors.push(invalidValue(at, key, reservedKey));
    }
    const again = seenBefore(keys, key, at);
    if (again.length > 0) return [...errors, ...again];
    const valueAt = childPath(path, 'valueExpression');
    if (!isSet(valueExpression)) return [...errors, required(valueAt)];
    return [...errors, ...this.#mapping(valueExpression, valueAt, 'extra')];
  }

  #userRules(rules: readonly UserValidationRule[], path: string): Errors {
    const seen = new Set<string>();
    return rules.flatMap(({ expression }, n) => {
      const at = childPath(indexPath(path, n), 'expression');
      if (!isSet(expression)) return [required(at)];
      const again = seenBefore(seen, expression, at);
      if (again.length > 0) return again;
      const program = this.#parts.compiler.userRule(expression);
      return program.ok ? [] : [invalidValue(at, expression, program.error)];
    });
  }
}

const bothSet = "claim and expression can't both be set";
const noneSet = 'claim or expression is required';
const notWithExpression = 'may not be specified when expression is set';
const prefixRule =
  'prefix is required when claim is set. It can be set to an empty string to disable prefixing';
const reservedKey = 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use';
const emailRule =
  'claims.email_verified must be used in claimMappings.username.expression or ' +
  'claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when ' +
  'claims.email is used in claimMappings.username.expression';

/** Source: validateURL. What Go's parser refuses is not looked at. */
function urlErrors(url: string, path: string, disallowed: readonly string[]): Errors {
  const { scheme, rest = '' } = /^(?:(?<scheme>[^:/?#]+):)?(?<rest>.*)$/s.exec(url)?.groups ?? {};
  const { user } = /^\/\/(?<user>[^/?#]*)@/.exec(rest)?.groups ?? {};
  const [before = '', fragment] = rest.split(/#(.*)/s);
  const [, query] = before.split(/\?(.*)/s);
  const errors: FieldError[] = [];
  const add = (rule: string): number => errors.push(invalidValue(path, url, rule));
  if (disallowed.includes(url)) {
    add(`URL must not overlap with disallowed issuers: [${[...disallowed].sort().join(' ')}]`);
  }
  if (scheme?.toLowerCase() !== 'https') add('URL scheme must be https');
  if (user !== undefined) add('URL must not contain a username or password');
  if (isSet(query)) add('URL must not contain a query');
  if (isSet(fragment)) add('URL must not contain a fragment');
  return errors;
}

function discoveryErrors(url: string, discoveryURL: string, path: string): Errors {
  const trimmed = (text: string): string => text.replace(/\/+$/, '');
  const same = url !== '' && trimmed(url) === trimmed(discoveryURL);
  const rule = 'discoveryURL must be different from URL';
  return [
    ...(same ? [invalidValue(path, discoveryURL, rule)] : []),
    ...urlErrors(discoveryURL, path, []),
  ];
}

function audienceErrors(
  { audiences = [], audienceMatchPolicy: policy = '' }: JwtIssuer,
  path: string,
  policyPath: string,
): Errors {
  if (audiences.length === 0) return [required(path, `at least one ${path} is required`)];
  const seen = new Set<string>();
  const errors = audiences.flatMap((audience, n) => [
    ...(audience === '' ? [required(indexPath(path, n))] : []),
    ...seenBefore(seen, audience, indexPath(path, n)),
  ]);
  if (policy === 'MatchAny' || (audiences.length === 1 && policy === '')) return errors;
  const rule =
    audiences.length > 1
      ? 'audienceMatchPolicy must be MatchAny for multiple audiences'
      : 'audienceMatchPolicy must be empty or MatchAny for single audience';
  return [...errors, invalidValue(policyPath, policy, rule)];
}

/** Source: apimachinery util/validation IsDomainPrefixedPath. */
function domainPrefixedErrors(key: string, path: string): Errors {
  if (key === '') return [required(path)];
  const [host = '', rest = ''] = key.split(/\/(.*)/s);
  if (host === '' || rest === '') {
    return [invalidValue(path, key, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const allowed = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  const isPath = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(rest);
  const rule = `Invalid path (regex used for validation is '${allowed}')`;
  return [
    ...dns1123SubdomainErrors(host).map((problem) => invalidValue(path, host, problem)),
    ...(isPath ? [] : [invalidValue(path, rest, rule)]),
  ];
}

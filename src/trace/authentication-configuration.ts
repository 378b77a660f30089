/**
 * The file of the API server's flag --authentication-config as a value: issuers outside the cluster
 * whose tokens it accepts, what their claims mean, and who may come without credentials.
 *
 * Models AuthenticationConfiguration of k8s.io/apiserver pkg/apis/apiserver v1 types.go, field by
 * field. An empty text and an absent field are the same, as in Go, except for `prefix`.
 */

export interface ClaimOrExpression {
  readonly claim?: string;
  /** CEL over `claims`. */
  readonly expression?: string;
}

export interface PrefixedClaimOrExpression extends ClaimOrExpression {
  readonly prefix?: string;
}

export interface ClaimValidationRule extends ClaimOrExpression {
  readonly requiredValue?: string;
  readonly message?: string;
}

export interface UserValidationRule {
  /** CEL over `user`. */
  readonly expression?: string;
  readonly message?: string;
}

export interface ExtraMapping {
  readonly key?: string;
  readonly valueExpression?: string;
}

export interface JwtIssuer {
  /** `https://127.0.0.1:5556` */
  readonly url?: string;
  readonly discoveryURL?: string;
  /** PEM; absent: the authorities of the system. */
  readonly certificateAuthority?: string;
  readonly audiences?: readonly string[];
  readonly audienceMatchPolicy?: string;
  readonly egressSelectorType?: string;
}

export interface ClaimMappings {
  readonly username?: PrefixedClaimOrExpression;
  readonly groups?: PrefixedClaimOrExpression;
  readonly uid?: ClaimOrExpression;
  readonly extra?: readonly ExtraMapping[];
}

export interface JwtAuthenticator {
  readonly issuer?: JwtIssuer;
  readonly claimValidationRules?: readonly ClaimValidationRule[];
  readonly claimMappings?: ClaimMappings;
  readonly userValidationRules?: readonly UserValidationRule[];
}

export interface AnonymousAuthConfig {
  readonly enabled?: boolean;
  /** Only these paths; absent: all. */
  readonly conditions?: readonly { readonly path?: string }[];
}

export interface AuthenticationConfiguration {
  readonly jwt?: readonly JwtAuthenticator[];
  readonly anonymous?: AnonymousAuthConfig;
}

/** The form of a value: a kind of JSON value, a list of one form, or named members. */
type Form =
  | 'string'
  | 'boolean'
  | { readonly each: Form }
  | { readonly members: Readonly<Record<string, Form>> };

const texts = (...names: readonly string[]): Readonly<Record<string, Form>> =>
  Object.fromEntries(names.map((name) => [name, 'string']));

const claim = texts('claim', 'expression');
const prefixed: Form = { members: { ...claim, ...texts('prefix') } };

const jwt: Form = {
  members: {
    issuer: {
      members: {
        ...texts('url', 'discoveryURL', 'certificateAuthority'),
        audiences: { each: 'string' },
        ...texts('audienceMatchPolicy', 'egressSelectorType'),
      },
    },
    claimValidationRules: {
      each: { members: { ...claim, ...texts('requiredValue', 'message') } },
    },
    claimMappings: {
      members: {
        username: prefixed,
        groups: prefixed,
        uid: { members: claim },
        extra: { each: { members: texts('key', 'valueExpression') } },
      },
    },
    userValidationRules: { each: { members: texts('expression', 'message') } },
  },
};

const configuration: Form = {
  members: {
    jwt: { each: jwt },
    anonymous: {
      members: { enabled: 'boolean', conditions: { each: { members: texts('path') } } },
    },
  },
};

/** Told of what does not belong into the value: an unknown field, or a wrong kind. */
export interface FormProblems {
  unknown(path: string): void;
  mismatch(path: string, wanted: 'string' | 'bool' | 'array' | 'object'): void;
}

/** Reads a configuration; what does not belong there is left out, and told. */
export function readAuthenticationConfiguration(
  value: unknown,
  problems?: FormProblems,
): AuthenticationConfiguration {
  return (readForm(value, configuration, '', problems) ?? {}) as AuthenticationConfiguration;
}

/** The same of a JSON text; of none, or of one that cannot be read, nothing. */
export function authenticationConfigurationOf(text: string): AuthenticationConfiguration {
  try {
    return readAuthenticationConfiguration(JSON.parse(text));
  } catch {
    return {};
  }
}

function readForm(value: unknown, form: Form, path: string, problems?: FormProblems): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof form === 'string') {
    if (typeof value === form) return value;
    problems?.mismatch(path, form === 'boolean' ? 'bool' : form);
    return undefined;
  }
  if ('each' in form) {
    if (Array.isArray(value)) {
      const { each } = form;
      const items = value.map((item, at) => readForm(item, each, `${path}[${at}]`, problems));
      return items.map((item) => item ?? (each === 'string' ? '' : {}));
    }
    problems?.mismatch(path, 'array');
    return undefined;
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    problems?.mismatch(path, 'object');
    return undefined;
  }
  return readMembers(value, form.members, path, problems);
}

function readMembers(
  value: object,
  members: Readonly<Record<string, Form>>,
  path: string,
  problems?: FormProblems,
): object {
  const read: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    const form = Object.hasOwn(members, name) ? members[name] : undefined;
    if (form === undefined) problems?.unknown(at);
    else read.push([name, readForm(member, form, at, problems)]);
  }
  return Object.fromEntries(read.filter(([, member]) => member !== undefined));
}

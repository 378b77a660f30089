/**
 * The file of kube-apiserver's flag --authentication-config, read and checked.
 *
 * Models loadAuthenticationConfig and ToAuthenticationConfig of kubernetes
 * pkg/kubeapiserver/options authentication.go: a strict decoder, then the validation. In: the name
 * of a file. Out: the configuration, or what the API server would say and end with.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { err, ok, type Result } from '#base/result';
import { readYaml } from '#cluster/client/kubectl/manifest/yaml-document';
import { serviceAccountIssuer } from '#cluster/control-plane/kube-apiserver/authenticator/service-account';
import { aggregateMessage, type FieldError } from '#k8s.io/apimachinery/field-error';
import { isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { AuthenticationCompiler } from '#k8s.io/apiserver/authentication/expressions';
import { validateAuthenticationConfiguration } from '#k8s.io/apiserver/authentication/validation';
import { celWith } from '#k8s.io/apiserver/cel/cel-library';
import {
  type AuthenticationConfiguration,
  type FormProblems,
  readAuthenticationConfiguration,
} from '#trace/authentication-configuration';

const group = 'apiserver.config.k8s.io';
const versions = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `${group}/${version}`);
const kind = 'AuthenticationConfiguration';
/** Other files of the API server. */
const otherKinds = ['AdmissionConfiguration', 'AuthorizationConfiguration'];
/** Source: where options/authentication.go makes its scheme. */
const scheme = 'k8s.io/kubernetes/pkg/kubeapiserver/options/authentication.go:879';

/** The configuration in a file. */
export function readAuthenticationFile(file: string): Result<AuthenticationConfiguration, string> {
  const loaded = load(file);
  if (!loaded.ok) {
    const name = JSON.stringify(file);
    return err(`failed to load authentication configuration from file ${name}: ${loaded.error}`);
  }
  const errors = problemsOf(loaded.value);
  if (errors.length === 0) return loaded;
  return err(`invalid authentication configuration: ${aggregateMessage(errors)}`);
}

/** What is wrong with a configuration whose form is right. */
export const problemsOf = (configuration: AuthenticationConfiguration): readonly FieldError[] =>
  validateAuthenticationConfiguration(configuration, {
    compiler: new AuthenticationCompiler(celWith(lateRegexp(() => regexpLibrary))),
    disallowedIssuers: [serviceAccountIssuer],
    certificateProblem,
  });

function load(file: string): Result<AuthenticationConfiguration, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return err(`open ${file}: no such file or directory`);
  }
  return decodeAuthentication(text);
}

/**
 * The configuration in a text, or what is wrong with its form. Source:
 * loadAuthenticationConfigFromData, apimachinery runtime/serializer/json json.go Decode, strict.
 */
export function decodeAuthentication(text: string): Result<AuthenticationConfiguration, string> {
  if (text === '') return err('empty config data');
  const read = readYaml(text);
  if (!read.ok) return read;
  const object: JsonObject = isJsonObject(read.value) ? read.value : {};
  const { kind: found, apiVersion, ...fields } = object;
  if (typeof found !== 'string' || found === '') {
    return err(`Object 'Kind' is missing in '${text}'`);
  }
  if (typeof apiVersion !== 'string' || apiVersion === '') {
    return err(`Object 'apiVersion' is missing in '${text}'`);
  }
  if (!versions.includes(apiVersion) || (found !== kind && !otherKinds.includes(found))) {
    return err(
      `no kind "${found}" is registered for version "${apiVersion}" in scheme "${scheme}"`,
    );
  }
  if (found !== kind) return err(`expected ${kind}, got *apiserver.${found}`);
  const problems = new Problems(fields, apiVersion.slice(group.length + 1));
  const configuration = readAuthenticationConfiguration(fields, problems);
  return problems.text === undefined ? ok(configuration) : err(problems.text);
}

/** The Go types by the fields that hold them. */
const goTypes: Readonly<Record<string, string>> = {
  jwt: 'JWTAuthenticator',
  issuer: 'Issuer',
  claimValidationRules: 'ClaimValidationRule',
  claimMappings: 'ClaimMappings',
  username: 'PrefixedClaimOrExpression',
  groups: 'PrefixedClaimOrExpression',
  uid: 'ClaimOrExpression',
  extra: 'ExtraMapping',
  userValidationRules: 'UserValidationRule',
  anonymous: 'AnonymousAuthConfig',
  conditions: 'AnonymousAuthCondition',
};

/** What the decoder finds: the first wrong kind of value, or all unknown fields. */
class Problems implements FormProblems {
  readonly #root: JsonObject;
  readonly #version: string;
  readonly #unknown: string[] = [];
  #mismatch: string | undefined;

  constructor(root: JsonObject, version: string) {
    this.#root = root;
    this.#version = version;
  }

  get text(): string | undefined {
    if (this.#mismatch !== undefined) return this.#mismatch;
    if (this.#unknown.length === 0) return undefined;
    return `strict decoding error: ${this.#unknown.join(', ')}`;
  }

  unknown(path: string): void {
    this.#unknown.push(`unknown field "${path}"`);
  }

  mismatch(path: string, wanted: 'string' | 'bool' | 'array' | 'object'): void {
    const names = path.replace(/\[\d+\]/g, '').split('.');
    const own = goTypes[names.at(-1) ?? ''];
    const named = own === undefined ? 'string' : `${this.#version}.${own}`;
    const type = wanted === 'array' ? `[]${named}` : wanted === 'object' ? named : wanted;
    const holder = goTypes[names.at(-2) ?? ''] ?? kind;
    const found = goKind(valueAt(this.#root, path));
    const field = `${holder}.${names.join('.')}`;
    this.#mismatch ??= `json: cannot unmarshal ${found} into Go struct field ${field} of type ${type}`;
  }
}

const valueAt = (root: JsonObject, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce((value: unknown, part) => Object(value)[part], root);

function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Source: client-go util/cert ParseCertsPEM. */
function certificateProblem(pem: string): string | undefined {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) return 'data does not contain any valid RSA or ECDSA certificates';
  try {
    for (const certificate of found) new X509Certificate(certificate);
    return undefined;
  } catch {
    return 'x509: malformed certificate';
  }
}

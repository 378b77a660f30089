/** The flags `--oidc-*` as kube-apiserver has them, read and checked. */
import { readFileSync } from 'node:fs';
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import { modelledAlgorithms, type OidcIssuer } from '#trace/oidc-issuer';

export const oidcDefinitions = {
  'oidc-issuer-url': { type: 'string' },
  'oidc-client-id': { type: 'string' },
  'oidc-username-claim': { type: 'string' },
  'oidc-username-prefix': { type: 'string' },
  'oidc-groups-claim': { type: 'string' },
  'oidc-groups-prefix': { type: 'string' },
  'oidc-signing-algs': { type: 'string' },
  'oidc-ca-file': { type: 'string' },
} as const;

type Values = { readonly [Name in keyof typeof oidcDefinitions]?: string | undefined };

/** The issuer, nothing where no flag is set, or what is wrong with them. */
export function readOidcOptions(
  values: Values,
): Result<Omit<OidcIssuer, 'clockAhead'> | undefined, string> {
  const names = Object.keys(oidcDefinitions) as (keyof Values)[];
  if (names.every((name) => values[name] === undefined)) return ok(undefined);
  const { 'oidc-issuer-url': issuerUrl = '', 'oidc-client-id': clientId = '' } = values;
  // Source: kubernetes pkg/kubeapiserver/options authentication.go Validate.
  if (issuerUrl === '' || clientId === '') {
    const both = 'oidc-issuer-url and oidc-client-id must be specified together';
    return err(`${both} when any oidc-* flags are set`);
  }
  if (!issuerUrl.startsWith('https://') || !URL.canParse(issuerUrl)) {
    return err(`issuer.url: Invalid value: ${JSON.stringify(issuerUrl)}: URL scheme must be https`);
  }
  const file = values['oidc-ca-file'];
  let caBundle = '';
  try {
    if (file !== undefined) caBundle = readFileSync(file).toString('base64');
  } catch (error) {
    return err(`--oidc-ca-file: ${error instanceof Error ? error.message : file}`);
  }
  const algorithms = values['oidc-signing-algs']?.split(',') ?? [];
  const other = algorithms.find((name) => !modelledAlgorithms.some((each) => each === name));
  if (other !== undefined) {
    return err(`--oidc-signing-algs: ${other} is not modelled; RS256 and ES256 are`);
  }
  const signingAlgorithms = modelledAlgorithms.filter((name) => algorithms.includes(name));
  const claims = defined({
    usernameClaim: values['oidc-username-claim'],
    usernamePrefix: values['oidc-username-prefix'],
    groupsClaim: values['oidc-groups-claim'],
    groupsPrefix: values['oidc-groups-prefix'],
  });
  const signing = signingAlgorithms.length > 0 ? { signingAlgorithms } : {};
  return ok({ issuerUrl, clientId, caBundle, ...claims, ...signing });
}

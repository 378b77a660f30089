/**
 * The flags `--oidc-*` of the API server as a value: an issuer outside the cluster whose tokens it
 * accepts. Models OIDCAuthenticationOptions of kubernetes pkg/kubeapiserver/options.
 */

/** Of those that kube-apiserver knows, the ones that are modelled. */
export const modelledAlgorithms = ['RS256', 'ES256'] as const;
export type SigningAlgorithm = (typeof modelledAlgorithms)[number];

export interface OidcIssuer {
  /** Flag --oidc-issuer-url: `https://127.0.0.1:5556`. */
  readonly issuerUrl: string;
  readonly clientId: string;
  /** Absent: `sub`. */
  readonly usernameClaim?: string;
  /** Absent: the issuer and `#`, except for the claim `email`; `-`: none. */
  readonly usernamePrefix?: string;
  /** Absent: no groups. */
  readonly groupsClaim?: string;
  readonly groupsPrefix?: string;
  /** Flag --oidc-signing-algs; absent: RS256. */
  readonly signingAlgorithms?: readonly SigningAlgorithm[];
  /** The authorities of the issuer's certificate, PEM in base64; empty: those of the system. */
  readonly caBundle: string;
  /** How far the issuer's clock is ahead of the run's calendar, in seconds. */
  readonly clockAhead: number;
}

const optional = ['usernameClaim', 'usernamePrefix', 'groupsClaim', 'groupsPrefix'] as const;

/** Reads an issuer out of a file that anybody may have written; `undefined`: it is none. */
export function readOidcIssuer(value: unknown): OidcIssuer | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  const { issuerUrl, clientId, caBundle, clockAhead } = fields;
  if (typeof issuerUrl !== 'string' || typeof clientId !== 'string') return undefined;
  if (typeof caBundle !== 'string' || !Number.isSafeInteger(clockAhead)) return undefined;
  const known = optional.flatMap((name) =>
    typeof fields[name] === 'string' ? [[name, fields[name]]] : [],
  );
  const { signingAlgorithms: given } = fields;
  const signingAlgorithms = modelledAlgorithms.filter(
    (name) => Array.isArray(given) && given.includes(name),
  );
  return {
    ...{ issuerUrl, clientId, caBundle, clockAhead: clockAhead as number },
    ...(signingAlgorithms.length > 0 && { signingAlgorithms }),
    ...(Object.fromEntries(known) as Partial<Record<(typeof optional)[number], string>>),
  };
}

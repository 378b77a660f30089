/**
 * What a verifier of service account tokens reads: who issues them, and with which keys.
 *
 * Models kubernetes pkg/serviceaccount/openidmetadata.go and pkg/routes/openidmetadata.go. RBAC
 * lets service accounts read it: the role system:service-account-issuer-discovery.
 */
import { methodNotSupported } from '#k8s.io/apimachinery/errors';
import { type IssuerKey, signingAlgorithm } from '#k8s.io/component-helpers/serviceaccount/jwt';
import { serviceAccountIssuer } from '../authenticator/service-account.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { statusReply } from '../replies.ts';
import type { PathHandler } from './path-handler.ts';

const configurationPath = '/.well-known/openid-configuration';
const keysPath = '/openid/v1/jwks';

/** The paths, for the index of paths. */
export const issuerPaths: readonly string[] = [configurationPath, keysPath];

/** Source: routes/openidmetadata.go cacheControl. */
const headers = { 'cache-control': 'public, max-age=3600' };

export class IssuerMetadata {
  readonly #key: IssuerKey;
  readonly #address: string;

  /** `address`: where clients outside reach the server, `https://172.30.0.1:6443`. */
  constructor(key: IssuerKey, address: string) {
    this.#key = key;
    this.#address = address;
  }

  /** The reply for one of the two paths; `undefined` for every other. */
  serve({ info, http }: Exchange): PathHandler | undefined {
    const path = info.path.endsWith('/') ? info.path.slice(0, -1) : info.path;
    const document = this.#document(path);
    if (document === undefined) return undefined;
    const reply: Reply =
      http.method === 'GET'
        ? { code: 200, headers, ...document }
        : statusReply(methodNotSupported({ group: '', resource: '' }, http.method));
    return { servedBy: 'kube-apiserver', name: 'OpenID metadata', reply };
  }

  #document(path: string): Pick<Reply, 'contentType' | 'body'> | undefined {
    if (path === configurationPath) {
      return { contentType: 'application/json', body: this.#configuration() };
    }
    if (path !== keysPath) return undefined;
    return { contentType: 'application/jwk-set+json', body: { keys: [this.#key.publicKey] } };
  }

  #configuration(): object {
    return {
      issuer: serviceAccountIssuer,
      jwks_uri: `${this.#address}${keysPath}`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [signingAlgorithm],
    };
  }
}

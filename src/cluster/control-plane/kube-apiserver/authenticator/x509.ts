/**
 * Client certificates, and the front proxy, whose certificate lets it authenticate for others.
 *
 * Models k8s.io/apiserver pkg/authentication/request/x509 (CommonNameUserConversion) and
 * request/headerrequest. The TLS handshake is not simulated: a request carries the names in the
 * verified certificate, and its issuer.
 */
import { asciiBytes } from '#base/base64';
import { sha256, toHex } from '#base/sha256';
import type { ClientCertificate } from '#k8s.io/client-go/rest/http';
import {
  type Authentication,
  type Authenticator,
  failed,
  noOpinion,
  withAuthenticatedGroup,
} from './authenticator.ts';
import type { UserInfo } from './user-info.ts';

const noCertificate = noOpinion('no client certificate');

/** User = common name, groups = organizations, of certificates that `issuer` signed. */
export function x509Authenticator(issuer: string): Authenticator {
  const known = new WeakMap<ClientCertificate, Authentication>();
  return {
    name: 'x509',
    authenticate({ peerCertificate }) {
      if (peerCertificate === undefined) return noCertificate;
      let answer = known.get(peerCertificate);
      if (answer === undefined) {
        answer = verify(peerCertificate, issuer);
        known.set(peerCertificate, answer);
      }
      return answer;
    },
  };
}

function verify(certificate: ClientCertificate, issuer: string): Authentication {
  if (certificate.issuer !== issuer) {
    return failed('x509: certificate signed by unknown authority');
  }
  if (certificate.commonName === '') return noOpinion('certificate without a common name');
  const user: UserInfo = {
    name: certificate.commonName,
    uid: '',
    groups: certificate.organizations,
    extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${print(certificate)}`] },
  };
  return {
    outcome: 'authenticated',
    user: withAuthenticatedGroup(user),
    detail: `CN=${certificate.commonName}`,
  };
}

/** A stand-in for the hash of the DER form, which a certificate without a key does not have. */
const print = ({ commonName, organizations, issuer }: ClientCertificate): string =>
  toHex(sha256(asciiBytes(`${issuer}\n${commonName}\n${organizations.join('\n')}`)));

/** Flags --requestheader-client-ca-file and --requestheader-allowed-names. */
export interface FrontProxyOptions {
  readonly issuer: string;
  readonly allowedNames: readonly string[];
}

/**
 * Trusts X-Remote-User and X-Remote-Group from a client with the aggregation layer's certificate.
 */
export function frontProxyAuthenticator(options: FrontProxyOptions): Authenticator {
  const none = noOpinion('no certificate of the front proxy');
  return {
    name: 'front proxy',
    authenticate({ headers, peerCertificate }) {
      if (peerCertificate?.issuer !== options.issuer) return none;
      if (!options.allowedNames.includes(peerCertificate.commonName)) {
        return failed(`x509: subject with cn=${peerCertificate.commonName} is not allowed`);
      }
      const name = headers['x-remote-user'];
      if (name === undefined || name === '') return noOpinion('no X-Remote-User header');
      const groups = (headers['x-remote-group'] ?? '').split(',').filter((group) => group !== '');
      const user = { name, uid: headers['x-remote-uid'] ?? '', groups, extra: {} };
      return { outcome: 'authenticated', user: withAuthenticatedGroup(user), detail: name };
    },
  };
}

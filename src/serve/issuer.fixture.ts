/** An issuer of tokens on this machine: an HTTPS server with a discovery document and a key. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CertificateAuthority } from './certificates.ts';

export class LocalIssuer {
  readonly url: string;
  /** PEM of the authority of its certificate. */
  readonly authority: string;
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

  private constructor(server: Server, authority: string) {
    this.#server = server;
    this.authority = authority;
    this.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      this.asked.push(request.url ?? '');
      const jwk = this.#keys.publicKey.export({ format: 'jwk' });
      const keys = { keys: [{ ...jwk, kid: 'only', use: 'sig', alg: 'RS256' }] };
      const body =
        request.url === '/keys' ? keys : { issuer: this.url, jwks_uri: `${this.url}/keys` };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  }

  static async start(): Promise<LocalIssuer> {
    const authority = await CertificateAuthority.create('issuer-ca');
    const { certificate: cert, key } = await authority.server(['localhost'], ['127.0.0.1']);
    const server = createServer({ cert, key });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new LocalIssuer(server, authority.certificate);
  }

  /** A token that it has signed; it is valid for ten minutes. */
  token(claims: object): string {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const part = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const head = part({ alg: 'RS256', kid: 'only' });
    const signed = `${head}.${part({ iss: this.url, aud: 'podyssey', exp, ...claims })}`;
    const signature = createSign('SHA256').update(signed).sign(this.#keys.privateKey, 'base64url');
    return `${signed}.${signature}`;
  }

  close(): void {
    this.#server.close();
  }
}

/** Tokens of an issuer on this machine, accepted by a served cluster. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import type { Fact } from '#trace/facts';
import { runRecording } from '#worker/run-recording';
import { CertificateAuthority } from './certificates.ts';
import { readOidcOptions } from './oidc-options.ts';
import { type Served, serve } from './serve.ts';
import { statusOf } from './upgrade/spdy-client.fixture.ts';

let served: Served;
let issuer: Server;
let issuerUrl: string;
let config: KubeConfig;
const asked: string[] = [];
const first = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const second = generateKeyPairSync('rsa', { modulusLength: 3072 });
/** The keys that the issuer has published. */
const published = new Map([
  ['first', first.publicKey],
  ['curve', curve.publicKey],
]);

const jwksOf = () => ({
  keys: [...published].map(([kid, key]) => ({
    ...key.export({ format: 'jwk' }),
    ...{ kid, use: 'sig', alg: kid === 'curve' ? 'ES256' : 'RS256' },
  })),
});

beforeAll(async () => {
  const authority = await CertificateAuthority.create('issuer-ca');
  const { certificate: cert, key } = await authority.server(['localhost'], ['127.0.0.1']);
  issuer = createServer({ cert, key }, (request, response) => {
    asked.push(request.url ?? '');
    const isKeys = request.url === '/keys';
    const body = isKeys ? jwksOf() : { issuer: issuerUrl, jwks_uri: `${issuerUrl}/keys` };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  issuerUrl = `https://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  served = await serve({
    recording: { scenario: 'empty-cluster', seed: 1 },
    oidc: {
      ...{ issuerUrl, clientId: 'podyssey', groupsClaim: 'groups', groupsPrefix: 'oidc:' },
      signingAlgorithms: ['RS256', 'ES256'],
      caBundle: Buffer.from(authority.certificate).toString('base64'),
    },
  });
  config = new KubeConfig();
  config.loadFromString(served.kubeconfigs.get('anon') ?? '');
  await until(() => asked.includes('/keys'));
  await until(async () => (await codeFor(token())) !== 401);
}, 60_000);

afterAll(async () => {
  await served.close();
  issuer.close();
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('it did not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const now = (): number => Math.floor(Date.now() / 1000);

/** A token of the issuer, with other claims, another header or another key. */
function token(claims: object = {}, header: object = {}, key: KeyObject = first.privateKey) {
  const standard = { iss: issuerUrl, aud: 'podyssey', sub: 'jane', exp: now() + 600 };
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = part({ alg: 'RS256', kid: 'first', ...header });
  const signed = `${head}.${part({ ...standard, ...claims })}`;
  // RSA does not look at the encoding.
  const signer = { key, dsaEncoding: 'ieee-p1363' } as const;
  return `${signed}.${createSign('SHA256').update(signed).sign(signer, 'base64url')}`;
}

/** The status code that a request with this token gets. */
const codeFor = (bearer: string): Promise<number> =>
  statusOf(config, '/api/v1/namespaces/default/pods', bearer);

type Authenticated = Extract<Fact, { readonly type: 'Authenticated' }>;

/** How the last request was authenticated. */
const lastAuthentication = (): Authenticated | undefined =>
  served.world.facts.findLast(
    (fact): fact is Authenticated =>
      fact.type === 'Authenticated' &&
      fact.tried.some(({ authenticator }) => authenticator === 'bearer token'),
  );

async function refusalOf(bearer: string): Promise<string> {
  expect(await codeFor(bearer)).toBe(401);
  const tried = lastAuthentication()?.tried ?? [];
  return tried.find(({ outcome }) => outcome === 'error')?.detail ?? '';
}

describe('a token of an issuer outside', () => {
  it('names a user and groups, with their prefixes', async () => {
    expect(await codeFor(token({ groups: ['dev', 'ops'], jti: 'one' }))).toBe(403);
    expect(lastAuthentication()).toMatchObject({
      succeeded: true,
      user: `${issuerUrl}#jane`,
      groups: ['oidc:dev', 'oidc:ops', 'system:authenticated'],
    });
  });

  it('is refused when another issuer made it', async () => {
    expect(await refusalOf(token({ iss: 'https://other.example' }))).toBe('invalid bearer token');
  });

  it('is refused when it is for another client', async () => {
    expect(await refusalOf(token({ aud: ['web', 'app'] }))).toContain(
      'oidc: verify token: oidc: expected audience "podyssey" got ["web" "app"]',
    );
  });

  it('is refused when its time is over by the clock of the client, or has not come', async () => {
    expect(await refusalOf(token({ exp: now() - 30 }))).toMatch(
      /oidc: token is expired \(Token Expiry: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000 UTC\)/,
    );
    expect(await refusalOf(token({ nbf: now() + 300 }))).toContain('before the nbf (not before)');
    expect(await codeFor(token({ nbf: now() + 30 }))).toBe(403);
  });

  it('is refused when something of it was changed, or another key signed it', async () => {
    const [head, , signature] = token().split('.');
    const [, payload] = token({ sub: 'root' }).split('.');
    const why = 'oidc: verify token: failed to verify signature: failed to verify id token';
    expect(await refusalOf(`${head}.${payload}.${signature}`)).toContain(why);
    expect(await refusalOf(token({}, {}, second.privateKey))).toContain(why);
  });

  it('is refused when its algorithm is not allowed', async () => {
    expect(await refusalOf(token({}, { alg: 'none' }))).toContain(
      'signed with unsupported algorithm, expected ["RS256" "ES256"] got "none"',
    );
  });

  it('may be signed with ES256 where the flag allows it, by a key of that kind', async () => {
    const header = { alg: 'ES256', kid: 'curve' };
    expect(await codeFor(token({ sub: 'eve' }, header, curve.privateKey))).toBe(403);
    expect(lastAuthentication()?.user).toBe(`${issuerUrl}#eve`);
    const why = 'failed to verify id token signature';
    expect(await refusalOf(token({}, { alg: 'ES256' }))).toContain(why);
    expect(await refusalOf(token({}, { kid: 'curve' }, curve.privateKey))).toContain(why);
  });

  it('is refused without the claim that names the user', async () => {
    expect(await refusalOf(token({ sub: undefined }))).toContain(
      'oidc: parse username claims "sub": claim not present',
    );
    expect(await refusalOf(token({ sub: 7 }))).toContain(
      'json: cannot unmarshal number into Go value of type string',
    );
  });

  it('of a new key counts once the issuer has been asked again', async () => {
    published.set('second', second.publicKey);
    const fresh = (): string => token({ sub: 'joe' }, { kid: 'second' }, second.privateKey);
    await until(async () => (await codeFor(fresh())) === 403);
    expect(lastAuthentication()?.user).toBe(`${issuerUrl}#joe`);
  });

  it('replays to the same trace without the issuer', () => {
    const { world } = served;
    world.pause();
    const facts = world.facts.filter(({ at }) => at < world.at);
    const recording = JSON.parse(JSON.stringify(world.recording));
    issuer.close();
    let replayed: readonly Fact[] = [];
    for (const batch of runRecording(recording, allParts)) replayed = batch.facts;
    expect(JSON.stringify(replayed.slice(0, facts.length))).toBe(JSON.stringify(facts));
    world.resume();
  }, 60_000);
});

describe('the flags of an issuer', () => {
  const url = { 'oidc-issuer-url': 'https://127.0.0.1:5556' };

  it('are an issuer together, and nothing when there are none', () => {
    expect(readOidcOptions({})).toEqual({ ok: true, value: undefined });
    const flags = { ...url, 'oidc-client-id': 'web', 'oidc-username-prefix': '-' };
    expect(readOidcOptions(flags)).toEqual({
      ok: true,
      value: {
        ...{ issuerUrl: url['oidc-issuer-url'], clientId: 'web', usernamePrefix: '-' },
        caBundle: '',
      },
    });
  });

  it('name the algorithms of signatures, of which two are modelled', () => {
    const flags = { ...url, 'oidc-client-id': 'web' };
    expect(readOidcOptions({ ...flags, 'oidc-signing-algs': 'ES256' })).toMatchObject({
      value: { signingAlgorithms: ['ES256'] },
    });
    expect(readOidcOptions({ ...flags, 'oidc-signing-algs': 'ES256,PS512' })).toEqual({
      ok: false,
      error: '--oidc-signing-algs: PS512 is not modelled; RS256 and ES256 are',
    });
  });

  it('are refused one without the other, and without TLS', () => {
    expect(readOidcOptions(url)).toMatchObject({
      error:
        'oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set',
    });
    const plain = { 'oidc-issuer-url': 'http://127.0.0.1:5556', 'oidc-client-id': 'web' };
    expect(readOidcOptions(plain)).toMatchObject({
      error: 'issuer.url: Invalid value: "http://127.0.0.1:5556": URL scheme must be https',
    });
  });
});

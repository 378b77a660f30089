/** The file of --authentication-config: what is refused at the start, and whom it lets in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import type { Fact } from '#trace/facts';
import { runRecording } from '#worker/run-recording';
import { readAuthenticationFile } from './authentication-config.ts';
import { LocalIssuer } from './issuer.fixture.ts';
import { readOptions } from './options.ts';
import { type Served, serve } from './serve.ts';
import { statusOf } from './upgrade/spdy-client.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'authentication-'));
const file = join(folder, 'authentication.yaml');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const head = 'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n';

/** What a file with this text is, or why it is refused. */
function read(text: string) {
  writeFileSync(file, text);
  return readAuthenticationFile(file);
}

/** Why a file with these authenticators is refused. */
function refusal(text: string): string {
  const found = read(head + text);
  return found.ok ? '' : found.error;
}

const issuer = 'issuer: {url: https://127.0.0.1:5556, audiences: [web]}';
const username = 'username: {claim: sub, prefix: ""}';

describe('a file of --authentication-config', () => {
  it('is the configuration, field by field', () => {
    const found = read(`${head}jwt:\n- ${issuer}\n  claimMappings: {${username}}\n`);
    expect(found).toEqual({
      ok: true,
      value: {
        jwt: [
          {
            issuer: { url: 'https://127.0.0.1:5556', audiences: ['web'] },
            claimMappings: { username: { claim: 'sub', prefix: '' } },
          },
        ],
      },
    });
  });

  it('is refused when it cannot be read, is empty, or is of another kind', () => {
    const start = `failed to load authentication configuration from file "${file}": `;
    const missing = readAuthenticationFile('/nowhere');
    expect(missing).toMatchObject({
      error: expect.stringContaining('open /nowhere: no such file or directory'),
    });
    const why = (text: string) => {
      const found = read(text);
      return found.ok ? undefined : found.error;
    };
    expect(why('')).toBe(`${start}empty config data`);
    expect(why('jwt: []')).toBe(`${start}Object 'Kind' is missing in 'jwt: []'`);
    expect(why(head.replace('/v1', '/v9'))).toContain(
      'no kind "AuthenticationConfiguration" is registered for version "apiserver.config.k8s.io/v9"',
    );
    expect(why(head.replace('Authentication', 'Authorization'))).toBe(
      `${start}expected AuthenticationConfiguration, got *apiserver.AuthorizationConfiguration`,
    );
  });

  it('is refused with fields that nobody knows, or of a wrong kind', () => {
    expect(refusal('jwt:\n- isuer: {}\n')).toContain(
      'strict decoding error: unknown field "jwt[0].isuer"',
    );
    expect(refusal('jwt:\n- issuer: {url: 7}\n')).toContain(
      'json: cannot unmarshal number into Go struct field Issuer.jwt.issuer.url of type string',
    );
  });

  it('names every field that is wrong', () => {
    expect(refusal('jwt:\n- issuer: {url: "http://a?b"}\n  claimMappings: {}\n')).toBe(
      'invalid authentication configuration: [' +
        'jwt[0].issuer.url: Invalid value: "http://a?b": URL scheme must be https, ' +
        'jwt[0].issuer.url: Invalid value: "http://a?b": URL must not contain a query, ' +
        'jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is ' +
        'required, ' +
        'jwt[0].claimMappings.username: Required value: claim or expression is required]',
    );
  });

  it('is refused with the issuer of the cluster itself, and with one issuer twice', () => {
    const own = issuer.replace('127.0.0.1:5556', 'kubernetes.default.svc.cluster.local');
    expect(refusal(`jwt:\n- ${own}\n  claimMappings: {${username}}\n`)).toContain(
      'URL must not overlap with disallowed issuers: ' +
        '[https://kubernetes.default.svc.cluster.local]',
    );
    const one = `- ${issuer}\n  claimMappings: {${username}}\n`;
    expect(refusal(`jwt:\n${one}${one}`)).toBe(
      'invalid authentication configuration: ' +
        'jwt[1].issuer.url: Duplicate value: "https://127.0.0.1:5556"',
    );
  });

  it('is refused with an expression that does not compile, or gives no yes or no', () => {
    const mapped = (expression: string) =>
      `jwt:\n- ${issuer}\n  claimMappings: {username: {expression: ${JSON.stringify(expression)}}}\n`;
    expect(refusal(mapped('claim.sub'))).toContain(
      'jwt[0].claimMappings.username.expression: Invalid value: "claim.sub": compilation failed: ' +
        "ERROR: <input>:1:1: undeclared reference to 'claim' (in container '')",
    );
    expect(refusal(mapped('claims.email'))).toContain(
      'claims.email_verified must be used in claimMappings.username.expression',
    );
    const rules = `${mapped('claims.sub')}  claimValidationRules: [{expression: claims.sub}]\n`;
    expect(refusal(rules)).toBe(
      'invalid authentication configuration: jwt[0].claimValidationRules[0].expression: ' +
        'Invalid value: "claims.sub": must evaluate to bool',
    );
    const user = `${mapped('claims.sub')}  userValidationRules: [{expression: user.nme == ""}]\n`;
    expect(refusal(user)).toContain("ERROR: <input>:1:5: undefined field 'nme'");
  });

  it('is refused with extra keys that are not of a domain, or are reserved', () => {
    const extra = (key: string) =>
      `jwt:\n- ${issuer}\n  claimMappings: {${username}, ` +
      `extra: [{key: ${key}, valueExpression: claims.sub}]}\n`;
    expect(refusal(extra('plain'))).toContain('must be a domain-prefixed path');
    expect(refusal(extra('a.kubernetes.io/b'))).toContain('are reserved for Kubernetes use');
    expect(refusal(extra('acme.io/B'))).toContain('must be lowercase');
  });

  it('excludes the flags of one issuer', () => {
    expect(read(head)).toMatchObject({ ok: true });
    const flags = ['--oidc-issuer-url', 'https://127.0.0.1:1', '--oidc-client-id', 'web'];
    expect(readOptions(['--authentication-config', file, ...flags])).toEqual({
      ok: false,
      error: 'authentication-config file and oidc-* flags are mutually exclusive',
    });
    expect(readOptions(['--authentication-config', file])).toMatchObject({
      value: { authentication: {} },
    });
  });
});

describe('a cluster with two issuers outside', () => {
  let served: Served;
  let config: KubeConfig;
  const issuers: LocalIssuer[] = [];

  beforeAll(async () => {
    issuers.push(await LocalIssuer.start(), await LocalIssuer.start());
    const certificate = (at: number): string => JSON.stringify(issuers[at]?.authority);
    const found = read(`${head}jwt:
- issuer:
    url: ${issuers[0]?.url}
    certificateAuthority: ${certificate(0)}
    audiences: [podyssey, other]
    audienceMatchPolicy: MatchAny
  claimValidationRules:
  - claim: hd
    requiredValue: acme.io
  - expression: 'claims.exp - claims.iat <= 86400'
    message: a token lives for a day at most
  claimMappings:
    username: {expression: "claims.preferred.name + ':acme'"}
    groups: {expression: "claims.roles.split(',')"}
    uid: {claim: sub}
    extra: [{key: acme.io/team, valueExpression: "claims.?team.orValue('')"}]
  userValidationRules:
  - expression: "!user.username.startsWith('system:')"
    message: names of the system are reserved
- issuer: {url: ${issuers[1]?.url}, certificateAuthority: ${certificate(1)}, audiences: [podyssey]}
  claimMappings: {username: {claim: sub, prefix: 'second:'}}
anonymous:
  enabled: true
  conditions: [{path: /livez}]
`);
    if (!found.ok) throw new Error(found.error);
    served = await serve({
      recording: { scenario: 'empty-cluster', seed: 1 },
      authentication: found.value,
    });
    config = new KubeConfig();
    config.loadFromString(served.kubeconfigs.get('anon') ?? '');
    const second = issuers[1]?.token({ sub: 'x' });
    const first = good();
    while ((await codeFor(pods, second)) === 401 || (await codeFor(pods, first)) === 401) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }, 60_000);

  afterAll(async () => {
    await served.close();
    for (const one of issuers) one.close();
  });

  const pods = '/api/v1/namespaces/default/pods';

  const good = (changes: object = {}): string => {
    const iat = Math.floor(Date.now() / 1000);
    const standard = { iat, hd: 'acme.io', sub: 'u-1', preferred: { name: 'jane' } };
    return issuers[0]?.token({ ...standard, roles: 'dev,ops', ...changes }) ?? '';
  };

  /** The status code of a GET. */
  const codeFor = (path: string, bearer?: string): Promise<number> =>
    statusOf(config, path, bearer);

  type Authenticated = Extract<Fact, { readonly type: 'Authenticated' }>;
  const last = (): Authenticated | undefined =>
    served.world.facts.findLast(
      (fact): fact is Authenticated =>
        fact.type === 'Authenticated' &&
        fact.tried.some(({ authenticator }) => authenticator === 'bearer token'),
    );

  async function refused(bearer: string): Promise<string> {
    expect(await codeFor(pods, bearer)).toBe(401);
    return last()?.tried.find(({ outcome }) => outcome === 'error')?.detail ?? '';
  }

  it('makes the user of what expressions give', async () => {
    expect(await codeFor(pods, good({ jti: 'one', team: 'red' }))).toBe(403);
    expect(last()).toMatchObject({
      succeeded: true,
      user: 'jane:acme',
      groups: ['dev', 'ops', 'system:authenticated'],
    });
  });

  it('tells the issuers apart', async () => {
    expect(await codeFor(pods, issuers[1]?.token({ sub: 'eve' }))).toBe(403);
    expect(last()?.user).toBe('second:eve');
  });

  it('takes a token for one of its audiences, and no other', async () => {
    expect(await codeFor(pods, good({ aud: 'other' }))).toBe(403);
    expect(await refused(good({ aud: 'third' }))).toContain(
      'oidc: verify token: oidc: expected audience in ["other" "podyssey"] got ["third"]',
    );
  });

  it('refuses claims that break a rule, in the words of the rule', async () => {
    expect(await refused(good({ hd: undefined }))).toContain(
      'oidc: required claim hd not present in ID token',
    );
    expect(await refused(good({ hd: 'evil.io' }))).toContain(
      'oidc: required claim hd value does not match. Got = evil.io, want = acme.io',
    );
    expect(await refused(good({ iat: 0 }))).toContain(
      "oidc: error evaluating claim validation expression: validation expression 'claims.exp - " +
        "claims.iat <= 86400' failed: a token lives for a day at most",
    );
  });

  it('refuses a claim that an expression misses, and a user who breaks a rule', async () => {
    expect(await refused(good({ preferred: {} }))).toContain(
      'oidc: error evaluating username claim expression: expression ' +
        "'claims.preferred.name + ':acme'' resulted in error: no such key: name",
    );
    expect(await refused(good({ preferred: { name: 'system:admin' } }))).toContain(
      'failed: names of the system are reserved',
    );
  });

  it('lets those without credentials in on the paths that are named, and nowhere else', async () => {
    expect(await codeFor('/livez')).toBe(200);
    expect(await codeFor('/readyz')).toBe(401);
  });

  it('replays to the same trace without the issuers', () => {
    const { world } = served;
    world.pause();
    const facts = world.facts.filter(({ at }) => at < world.at);
    const recording = JSON.parse(JSON.stringify(world.recording));
    let replayed: readonly Fact[] = [];
    for (const batch of runRecording(recording, allParts)) replayed = batch.facts;
    expect(JSON.stringify(replayed.slice(0, facts.length))).toBe(JSON.stringify(facts));
    world.resume();
  }, 60_000);
});

/** The file of --authentication-config, changed while the server runs. */
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
import { type Served, serve } from './serve.ts';
import { dialled, statusOf } from './upgrade/spdy-client.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'reload-'));
const file = join(folder, 'authentication.yaml');
const head = 'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n';
let served: Served;
let config: KubeConfig;
let first: LocalIssuer;
let second: LocalIssuer;

const accepts = ({ url, authority }: Pick<LocalIssuer, 'url' | 'authority'>): string => `${head}jwt:
- issuer: {url: ${url}, certificateAuthority: ${JSON.stringify(authority)}, audiences: [podyssey]}
  claimMappings: {username: {claim: sub, prefix: ''}}
`;

beforeAll(async () => {
  [first, second] = [await LocalIssuer.start(), await LocalIssuer.start()];
  writeFileSync(file, accepts(first));
  const found = readAuthenticationFile(file);
  if (!found.ok) throw new Error(found.error);
  served = await serve({
    // Ten seconds of the server are a quarter of one here.
    ...{ recording: { scenario: 'empty-cluster', seed: 1 }, speed: 40 },
    ...{ authentication: found.value, authenticationFile: file },
  });
  config = new KubeConfig();
  config.loadFromString(served.kubeconfigs.get('anon') ?? '');
  await until(async () => (await codeFor(first)) === 403);
}, 60_000);

afterAll(async () => {
  await served.close();
  first.close();
  second.close();
  rmSync(folder, { recursive: true, force: true });
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('it did not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** 401: nobody; 403: somebody without rights. */
function codeFor(issuer: LocalIssuer): Promise<number> {
  // The run is far ahead of the clock at this speed.
  const bearer = issuer.token({ sub: 'jane', exp: Math.floor(Date.now() / 1000) + 86_400 });
  return statusOf(config, '/api/v1/namespaces/default/pods', bearer);
}

type Noted = Extract<Fact, { readonly type: 'Noted' }>;
const log = (): readonly string[] =>
  served.world.facts
    .filter((fact): fact is Noted => fact.type === 'Noted')
    .map(({ message, params }) => [message, params['error'] ?? []].flat().join(': '));

async function logged(line: string | RegExp): Promise<void> {
  await until(() => log().some((each) => each.match(line) !== null));
}

describe('a change of the file of --authentication-config', () => {
  it('replaces the issuers once the new ones have answered', async () => {
    expect(await codeFor(second)).toBe(401);
    writeFileSync(file, accepts(second));
    await logged(/^reloaded authentication config$/);
    expect([await codeFor(first), await codeFor(second)]).toEqual([401, 403]);
  });

  it('is not taken when the file is wrong: those of before stay', async () => {
    writeFileSync(file, `${head}jwt: 7\n`);
    await logged(/^failed to load authentication config: json: cannot unmarshal number/);
    writeFileSync(file, `${head}jwt:\n- issuer: {url: http://a, audiences: [b]}\n`);
    await logged(/^failed to validate authentication config: .*URL scheme must be https/);
    expect([await codeFor(first), await codeFor(second)]).toEqual([401, 403]);
  });

  it('may not say anew who comes without credentials', async () => {
    writeFileSync(file, `${accepts(second)}anonymous: {enabled: true}\n`);
    const why = 'anonymous: Forbidden: changed from initial configuration file';
    await logged(`failed to validate authentication config: ${why}`);
  });

  it('is tried again and again while an issuer does not answer', async () => {
    writeFileSync(file, accepts({ url: 'https://127.0.0.1:1', authority: first.authority }));
    const failed = /^failed to update authentication config: .*context deadline exceeded\]$/;
    await until(() => log().filter((line) => failed.test(line)).length > 1);
    expect(await codeFor(second)).toBe(403);
    rmSync(file);
    await logged(`failed to read authentication config file: open ${file}: no such file`);
    writeFileSync(file, accepts(first));
    await until(async () => (await codeFor(first)) === 403);
  });

  it('is counted in the metrics', async () => {
    const admin = new KubeConfig();
    admin.loadFromString(served.kubeconfigs.get('admin') ?? '');
    const socket = dialled(admin, ['GET /metrics HTTP/1.1', 'Connection: close']);
    let page = '';
    for await (const piece of socket) page += String(piece);
    const name = 'apiserver_authentication_config_controller_automatic_reloads_total';
    const count = (status: string): number =>
      Number(new RegExp(`${name}{[^}]*status="${status}"} (\\d+)`).exec(page)?.[1]);
    const failures = log().filter((line) => line.startsWith('failed to ')).length;
    expect([count('success'), count('failure')]).toEqual([2, failures]);
  });

  it('is an input of the run: a recording replays to the same trace without file or issuers', () => {
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

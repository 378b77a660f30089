/** Real clients whose cluster is in a page: what they get, and what they get when it is away. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { AppsV1Api, CoreV1Api, KubeConfig, Watch } from '@kubernetes/client-node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { allParts } from '#cluster/parts/all-parts';
import { runRecording } from '#worker/run-recording';
import { type Bridge, bridge } from './bridge.ts';
import { doorOf, PageSide } from './page-side.fixture.ts';
import type { Patience } from './page-world.ts';

let site: string;
let made: Bridge;
const pages: PageSide[] = [];

beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'podyssey-site-'));
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>page</title>');
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.door.leave('left');
  await made.close();
  rmSync(site, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

async function begin(patience: Partial<Patience> = {}): Promise<KubeConfig> {
  made = await bridge({ site, patience });
  const config = new KubeConfig();
  config.loadFromString(made.kubeconfigs.get('admin') ?? '');
  return config;
}

async function pageOf(): Promise<PageSide> {
  const page = new PageSide(made.page);
  pages.push(page);
  await expect.poll(() => page.connection, { timeout: 10_000 }).toBe('open');
  return page;
}

const bytes = (base64 = ''): Buffer => Buffer.from(base64, 'base64');

function credentialsOf(config: KubeConfig) {
  const [cluster, user] = [config.getCurrentCluster(), config.getCurrentUser()];
  return {
    ca: bytes(cluster?.caData),
    cert: bytes(user?.certData),
    key: bytes(user?.keyData),
  };
}

/** The answer to a GET: its code, and its body as text; `reset`: the connection has broken. */
function get(config: KubeConfig, path: string): Promise<{ code: number; text: string }> {
  const { ca, cert, key } = credentialsOf(config);
  return new Promise((resolve) => {
    const sent = httpsRequest(
      `${made.server}${path}`,
      { ca, cert, key, agent: false },
      (response) => {
        let text = '';
        response.on('data', (piece) => {
          text += piece;
        });
        const end = (more: string) => () =>
          resolve({ code: response.statusCode ?? 0, text: text + more });
        response.on('end', end(''));
        response.on('error', end('reset'));
      },
    );
    sent.on('error', () => resolve({ code: 0, text: 'reset' }));
    sent.end();
  });
}

/** What keeps a connection from being made, as Node calls it. */
function codeOfError(config: KubeConfig): Promise<string | undefined> {
  const { ca, cert, key } = credentialsOf(config);
  const { port } = new URL(made.server);
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), ca, cert, key }, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
}

const namespace = 'default';
const labels = { app: 'web' };
const deployment = {
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'web', image: 'nginx' }] },
    },
  },
};
const podsPath = '/api/v1/namespaces/default/pods';

describe('a real client at the bridge', () => {
  it('works in the cluster of the page, whose run replays without it', {
    timeout: 60_000,
  }, async () => {
    const config = await begin();
    const page = await pageOf();
    const core = config.makeApiClient(CoreV1Api);
    expect((await core.listNamespacedPod({ namespace })).items).toEqual([]);
    const ready = new Promise<void>((resolve) => {
      const seen = (_type: string, { status }: { status?: { readyReplicas?: number } }): void => {
        if (status?.readyReplicas === 2) resolve();
      };
      const path = '/apis/apps/v1/namespaces/default/deployments';
      void new Watch(config).watch(path, {}, seen, () => undefined);
    });
    const apps = config.makeApiClient(AppsV1Api);
    await apps.createNamespacedDeployment({ namespace, body: deployment });
    await ready;
    const { items } = await core.listNamespacedPod({ namespace });
    expect(items).toHaveLength(2);
    const log = await core.readNamespacedPodLog({
      namespace,
      name: items[0]?.metadata?.name ?? '',
    });
    expect(log).toContain('start worker processes');
    expect(page.visitors).toContainEqual(expect.objectContaining({ person: 'kubernetes-admin' }));

    const left = page.door.leave('asked');
    pages.splice(0);
    expect(page.recording.inputs).toEqual(left.inputs);
    expect(page.live.isOnTheWayOf(page.recording)).toBe(true);
    // As it comes out of a file.
    const read = JSON.parse(JSON.stringify({ ...page.recording, until: page.live.at }));
    let replayed: readonly unknown[] = [];
    for (const { facts } of runRecording(read, allParts)) replayed = facts;
    expect(JSON.stringify(replayed.slice(0, page.facts.length))).toBe(JSON.stringify(page.facts));
  });

  it('waits while the time of the page stands, and is refused after a while', async () => {
    const config = await begin({ answer: 1500 });
    const page = await pageOf();
    page.door.hear({ kind: 'pause' });
    const waiting = get(config, podsPath);
    const answered = vi.fn();
    void waiting.then(answered);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(answered).not.toHaveBeenCalled();
    page.door.hear({ kind: 'resume' });
    expect((await waiting).code).toBe(200);
    page.door.hear({ kind: 'pause' });
    const refused = await get(config, podsPath);
    expect(refused.code).toBe(503);
    expect(JSON.parse(refused.text)).toMatchObject({
      kind: 'Status',
      reason: 'ServiceUnavailable',
      message: expect.stringContaining('the page did not answer'),
    });
  });

  it('is cut off when the page goes, and refused while there is none', async () => {
    const config = await begin({ page: 300 });
    const none = await get(config, podsPath);
    expect(none.code).toBe(503);
    expect(none.text).toContain('no page has its door open');
    const page = await pageOf();
    const watch = get(config, `${podsPath}?watch=true`);
    await expect.poll(() => page.visitors[0]?.open).toBe(1);
    page.door.hear({ kind: 'pause' });
    const waiting = get(config, '/version');
    await expect.poll(() => page.visitors.reduce((sum, { open }) => sum + open, 0)).toBe(2);
    page.door.leave('asked');
    pages.splice(0);
    expect(await watch).toEqual({ code: 200, text: 'reset' });
    expect(await waiting).toMatchObject({ code: 503 });
  });

  it('is refused while the API server of the page is stopped, and let in again', async () => {
    const config = await begin();
    const page = await pageOf();
    const isRefused = async (): Promise<boolean> => (await codeOfError(config)) === 'ECONNREFUSED';
    expect(await isRefused()).toBe(false);
    const watch = get(config, `${podsPath}?watch=true`);
    await expect.poll(() => page.visitors.reduce((sum, { open }) => sum + open, 0)).toBe(1);
    const component = 'kube-apiserver';
    const host = (kind: 'stop_component' | 'start_component'): void =>
      page.door.hear({ kind: 'enter', input: { kind: 'host', action: { kind, component } } });
    host('stop_component');
    // The server closes its watches before it ends.
    expect(await watch).toEqual({ code: 200, text: '' });
    await expect.poll(isRefused, { timeout: 5000 }).toBe(true);
    host('start_component');
    await expect.poll(isRefused, { timeout: 5000 }).toBe(false);
    await expect
      .poll(async () => (await get(config, '/readyz')).code, { timeout: 10_000 })
      .toBe(200);
    host('stop_component');
    await expect.poll(isRefused, { timeout: 5000 }).toBe(true);
    // Clients wait for another page, which has a server.
    page.door.leave('asked');
    pages.splice(0);
    await expect.poll(isRefused, { timeout: 5000 }).toBe(false);
  }, 40_000);

  it('waits for a page that comes in time', async () => {
    const config = await begin();
    const early = get(config, '/version');
    await pageOf();
    expect((await early).code).toBe(200);
  });

  it('meets the page that came last', async () => {
    const config = await begin();
    const first = await pageOf();
    const second = await pageOf();
    await expect.poll(() => first.connection).toBe('lost');
    expect((await get(config, '/version')).code).toBe(200);
    await expect.poll(() => second.visitors[0]?.requests).toBe(1);
    first.door.hear({ kind: 'reconnect' });
    await expect.poll(() => second.connection).toBe('lost');
  });

  it('is not reached by a page of another site, nor by one that guesses the token', async () => {
    await begin();
    const { address, origin } = doorOf(made.page);
    const refusedWith = (to: string, from: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(to, { origin: from });
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
        socket.on('open', () => reject(new Error('was opened')));
      });
    expect(await refusedWith(address, 'http://other.test')).toBe(403);
    expect(await refusedWith(`${address}x`, origin)).toBe(403);
    expect(await refusedWith(address.replace('/door', '/run'), origin)).toBe(403);
  });
});

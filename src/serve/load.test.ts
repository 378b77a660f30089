/** Many clients, and one that asks too much. All on the loopback, with bounds in count and time. */
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect as connectTcp, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Served, serve } from './serve.ts';

let served: Served;
const sessions: ClientHttp2Session[] = [];

beforeAll(async () => {
  served = await serve({ recording: { scenario: 'empty-cluster', seed: 1 }, speed: 10 });
}, 60_000);

afterAll(async () => {
  for (const session of sessions) session.destroy();
  await served.close();
});

function sessionOf(user: string): ClientHttp2Session {
  const { clusters, users } = parse(served.kubeconfigs.get(user) ?? '');
  const pem = (text: string): Buffer => Buffer.from(text, 'base64');
  const session = connectHttp2(served.server, {
    ca: pem(clusters[0].cluster['certificate-authority-data']),
    cert: pem(users[0].user['client-certificate-data']),
    key: pem(users[0].user['client-key-data']),
  });
  session.on('error', () => undefined);
  sessions.push(session);
  return session;
}

interface Answer {
  readonly code: number;
  readonly retryAfter: unknown;
  readonly body: string;
}

function ask(session: ClientHttp2Session, path: string, body?: object): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const json = { 'content-type': 'application/json' };
    const stream = session.request({ ':path': path, ':method': method, ...json });
    let head: Record<string, unknown> = {};
    let text = '';
    stream.on('response', (headers) => {
      head = headers;
    });
    stream.on('data', (piece) => {
      text += String(piece);
    });
    stream.on('end', () =>
      resolve({ code: Number(head[':status']), retryAfter: head['retry-after'], body: text }),
    );
    stream.on('error', reject);
    stream.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function until(isDone: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!isDone()) {
    if (performance.now() > end) throw new Error('it took too long');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const maps = '/api/v1/namespaces/default/configmaps';
const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

describe('a served cluster under load', () => {
  it('keeps fifty watches in step with what happens', async () => {
    const admin = sessionOf('admin');
    const seen = Array.from({ length: 50 }, () => '');
    seen.forEach((_text, index) => {
      const stream = admin.request({ ':path': `${maps}?watch=true` });
      stream.on('error', () => undefined);
      stream.on('data', (piece) => {
        seen[index] += String(piece);
      });
    });
    for (let n = 0; n < 10; n++) expect((await ask(admin, maps, map(`seen-${n}`))).code).toBe(201);
    await until(() => seen.every((text) => text.includes('"name":"seen-9"')));
    for (const text of seen) {
      const names = [...text.matchAll(/"metadata":\{[^}]*?"name":"(seen-\d)"/g)];
      expect(names.map(([, name]) => name)).toEqual(seen.slice(0, 10).map((_, n) => `seen-${n}`));
    }
  });

  it('tells a flood to come back later, and serves the others', async () => {
    const [admin, bob] = [sessionOf('admin'), sessionOf('bob')];
    const group = 'rbac.authorization.k8s.io';
    const binding = {
      metadata: { name: 'bob-views' },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: group, kind: 'User', name: 'bob' }],
    };
    const made = await ask(admin, `/apis/${group}/v1/clusterrolebindings`, binding);
    expect(made.code).toBe(201);
    expect((await ask(bob, '/version')).code).toBe(200);
    served.world.pause();
    const before = served.world.recording.inputs.length;
    const flood = Array.from({ length: 900 }, () => ask(bob, `${maps}/none`));
    await until(() => served.world.recording.inputs.length >= before + 900);
    const other = ask(admin, '/livez');
    served.world.resume();
    const answers = await Promise.all(flood);
    const rejected = answers.filter(({ code }) => code === 429);
    expect(rejected.length).toBeGreaterThan(100);
    expect(answers.filter(({ code }) => code === 404).length).toBeGreaterThan(100);
    expect(rejected[0]).toMatchObject({
      retryAfter: '1',
      body: 'Too many requests, please try again later.\n',
    });
    expect((await other).code).toBe(200);
  });

  it('answers while a thousand connections stand open and say nothing', async () => {
    const port = Number(new URL(served.server).port);
    const sockets: Socket[] = [];
    let open = 0;
    for (let n = 0; n < 1000; n++) {
      const socket = connectTcp(port, '127.0.0.1', () => open++);
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
    await until(() => open === 1000);
    expect((await ask(sessionOf('admin'), '/readyz')).code).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

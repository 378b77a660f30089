import { PassThrough } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { CoreV1Api, KubeConfig, PortForward } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { runRecording } from '#worker/run-recording';
import { type Served, serve } from '../serve.ts';
import { dialled } from '../upgrade/spdy-client.fixture.ts';

let served: Served;
let config: KubeConfig;
const namespace = 'default';
const path = `/api/v1/namespaces/${namespace}/pods/web/portforward`;

beforeAll(async () => {
  served = await serve({ recording: { scenario: 'empty-cluster', seed: 1 }, speed: 10 });
  config = new KubeConfig();
  config.loadFromString(served.kubeconfigs.get('admin') ?? '');
  const core = config.makeApiClient(CoreV1Api);
  const containers = [{ name: 'web', image: 'nginx', ports: [{ containerPort: 80 }] }];
  await core.createNamespacedPod({
    namespace,
    body: { metadata: { name: 'web' }, spec: { containers } },
  });
  for (let tries = 0; tries < 500; tries++) {
    const { status } = await core.readNamespacedPod({ name: 'web', namespace });
    if (status?.phase === 'Running') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the Pod did not start');
}, 60_000);

afterAll(() => served.close());

/** All that comes until the pattern is there, and no longer than a few seconds. */
async function textOf(stream: PassThrough, pattern: RegExp): Promise<string> {
  let text = '';
  const end = setTimeout(() => stream.end(), 10_000);
  for await (const piece of stream) {
    text += String(piece);
    if (pattern.test(text)) break;
  }
  clearTimeout(end);
  return text;
}

/** A request of our own bytes, and all that comes back. */
function dial(head: readonly string[]): {
  readonly socket: TLSSocket;
  readonly text: Promise<string>;
} {
  const socket = dialled(config, head);
  const text = new Promise<string>((resolve) => {
    let all = '';
    socket.on('data', (bytes) => {
      all += bytes.toString('latin1');
    });
    socket.on('close', () => resolve(all));
  });
  return { socket, text };
}

const upgrade = ['Connection: Upgrade', 'Upgrade: SPDY/3.1'];

describe('a port-forward', () => {
  it('carries bytes to a port of the Pod and back, for a client library', async () => {
    const [output, errors, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
    await new PortForward(config).portForward(namespace, 'web', [80], output, errors, input);
    input.write('GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n');
    const text = await textOf(output, /<\/html>/);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toContain('<title>Welcome to nginx!</title>');
  });

  it('says in the words of the runtime that nothing listens', async () => {
    const [output, errors, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
    await new PortForward(config).portForward(namespace, 'web', [81], output, errors, input);
    expect(await textOf(errors, /\S/)).toMatch(
      /^error forwarding port 81 to pod [0-9a-f]{64}, uid : failed to execute portforward in network namespace "\/var\/run\/netns\/cni-[-0-9a-f]+": failed to connect to localhost:81 inside namespace "[0-9a-f]{64}", IPv4: dial tcp4 127\.0\.0\.1:81: connect: connection refused /,
    );
  });

  it('needs a port beforehand when it has only channels', async () => {
    const { text } = dial([
      `GET ${path} HTTP/1.1`,
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      ...[
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        'Sec-WebSocket-Protocol: v4.channel.k8s.io',
      ],
    ]);
    expect(await text).toMatch(/^HTTP\/1\.1 400 [\s\S]*query parameter \\"port\\" is required/);
  });

  it('over SPDY names its protocol', async () => {
    const { text } = dial([`POST ${path} HTTP/1.1`, ...upgrade]);
    expect(await text).toContain(
      'unable to upgrade: header X-Stream-Protocol-Version does not exist in request with 3 headers',
    );
    const other = dial([
      `POST ${path} HTTP/1.1`,
      ...upgrade,
      'X-Stream-Protocol-Version: other.k8s.io',
    ]);
    const refusal = await other.text;
    expect(refusal).toMatch(/^HTTP\/1\.1 403 /);
    expect(refusal).toContain(
      'client supports [other.k8s.io], server accepts [portforward.k8s.io]',
    );
  });

  it('over SPDY is switched to, and a ping is answered', async () => {
    const { socket, text } = dial([
      `POST ${path} HTTP/1.1`,
      ...upgrade,
      'X-Stream-Protocol-Version: portforward.k8s.io',
    ]);
    const ping = Buffer.of(0x80, 3, 0, 6, 0, 0, 0, 4, 0, 0, 0, 1);
    socket.once('data', () => {
      socket.write(ping);
      socket.once('data', () => socket.end());
    });
    const got = await text;
    expect(got).toMatch(/^HTTP\/1\.1 101 /);
    expect(got).toContain(ping.toString('latin1'));
  });

  it('ends its connections with the Pod, and replays without any client', async () => {
    const [output, errors, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const forward = new PortForward(config);
    const socket = await forward.portForward(namespace, 'web', [80], output, errors, input);
    input.write('GET / HTTP/1.1\r\nHost: web\r\n\r\n');
    await textOf(output, /<\/html>/);
    const closed = new Promise<void>((resolve) => {
      if (typeof socket === 'object' && socket !== null) socket.onclose = () => resolve();
    });
    const core = config.makeApiClient(CoreV1Api);
    await core.deleteNamespacedPod({ name: 'web', namespace, gracePeriodSeconds: 1 });
    await closed;
    const { world } = served;
    world.pause();
    const facts = world.facts.filter(({ at }) => at < world.at);
    expect(facts.map(({ type }) => type)).toContain('OutsideActionTaken');
    let replayed: readonly unknown[] = [];
    const recording = JSON.parse(JSON.stringify(world.recording));
    for (const batch of runRecording(recording, allParts)) replayed = batch.facts;
    expect(JSON.stringify(replayed.slice(0, facts.length))).toBe(JSON.stringify(facts));
    world.resume();
  });

  it('to a Pod that does not exist is refused like each request for it', async () => {
    const { text } = dial([
      `POST ${path.replace('/web/', '/none/')} HTTP/1.1`,
      ...upgrade,
      'X-Stream-Protocol-Version: portforward.k8s.io',
    ]);
    expect(await text).toMatch(/^HTTP\/1\.1 404 [\s\S]*pods \\"none\\" not found/);
  });
});

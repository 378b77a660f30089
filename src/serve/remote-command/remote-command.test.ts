/** exec and attach over a real WebSocket, piece by piece, and the recording of it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Attach, CoreV1Api, Exec, KubeConfig, type V1Status } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { simulationOf } from '#worker/live-simulation';
import { type Served, serve } from '../serve.ts';
import { SpdyClient } from '../upgrade/spdy-client.fixture.ts';

const namespace = 'default';
let served: Served;
let config: KubeConfig;

beforeAll(async () => {
  served = await serve({ recording: { scenario: 'empty-cluster', seed: 1 }, speed: 10 });
  config = new KubeConfig();
  config.loadFromString(served.kubeconfigs.get('admin') ?? '');
  const core = config.makeApiClient(CoreV1Api);
  const container = { name: 'main', image: 'busybox', stdin: true, tty: true, command: ['sh'] };
  const body = { metadata: { name: 'box' }, spec: { containers: [container] } };
  await core.createNamespacedPod({ namespace, body });
  await until(async () => {
    const pod = await core.readNamespacedPod({ name: 'box', namespace });
    return pod.status?.phase === 'Running';
  });
}, 120_000);

afterAll(() => served.close());

/** Waits for something, and no longer than half a minute. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('it did not come');
    await wait(20);
  }
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a client has heard so far, and what it sends. */
class Heard {
  text = '';
  status: V1Status | undefined;
  readonly input = new PassThrough();
  readonly output = new PassThrough();

  constructor() {
    this.output.on('data', (piece) => {
      this.text += String(piece);
    });
  }

  async hears(wanted: string | RegExp): Promise<void> {
    await until(() => new RegExp(wanted).test(this.text));
    this.text = '';
  }
}

async function exec(command: readonly string[], tty: boolean): Promise<Heard> {
  const heard = new Heard();
  const { output, input } = heard;
  const errors = tty ? null : output;
  await new Exec(config).exec(
    namespace,
    'box',
    'main',
    [...command],
    output,
    errors,
    input,
    tty,
    (status) => {
      heard.status = status;
    },
  );
  return heard;
}

describe('exec over the wire', () => {
  it('gives a shell its input piece by piece, key by key, and its exit code back', async () => {
    const heard = await exec(['sh'], true);
    await heard.hears(/\/ # $/);
    for (const key of 'hostnamx') heard.input.write(key);
    heard.input.write('\x7f');
    heard.input.write('e\r');
    await heard.hears(/hostnamx.{3}e\r\nbox\r\n\/ # $/s);
    heard.input.write('sleep 1000\r');
    await heard.hears(/sleep 1000\r\n$/);
    heard.input.write('\x03');
    await heard.hears(/\^C\r\n\/ # $/);
    heard.input.write('exit 7\r');
    await until(() => heard.status !== undefined);
    expect(heard.status).toMatchObject({
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: '7' }] },
    });
  }, 60_000);

  it('without a terminal, gives each line to a program that reads lines', async () => {
    const heard = await exec(['cat'], false);
    heard.input.write('one\n');
    await heard.hears('^one\n$');
    heard.input.write('tw');
    heard.input.write('o é\n');
    await heard.hears('^two é\n$');
    heard.input.end();
    await until(() => heard.status !== undefined);
    expect(heard.status).toMatchObject({ status: 'Success' });
  }, 60_000);

  it('says in the error channel that a command is not there', async () => {
    const heard = await exec(['nothere'], true);
    await until(() => heard.status !== undefined);
    expect(heard.status?.message).toMatch(/exec: "nothere": .* not found in \$PATH/);
  }, 60_000);
});

describe('attach over the wire', () => {
  it('joins the first process of the container', async () => {
    const heard = new Heard();
    const { output, input } = heard;
    const attached = new Attach(config);
    const socket = await attached.attach(namespace, 'box', 'main', output, null, input, true);
    input.write('echo $((6 * 7))\r');
    await heard.hears(/42\r\n\/ # $/);
    socket.close();
  }, 60_000);
});

/** A command over SPDY, with its streams in the order in which client-go opens them. */
async function execOverSpdy(query: string, protocol: string, types: readonly string[]) {
  const path = `/api/v1/namespaces/${namespace}/pods/box/exec?container=main&${query}`;
  const client = new SpdyClient(config, path, [protocol]);
  await until(() => client.head !== '');
  const open = (streamType: string): [string, number] => [
    streamType,
    client.open({ streamtype: streamType }),
  ];
  const streams = Object.fromEntries(types.map(open));
  const text = (type: string): string => client.text(streams[type] ?? 0);
  const send = (type: string, words: string): void => client.send(streams[type] ?? 0, words);
  return { client, streams, text, send };
}

describe('exec over SPDY', () => {
  const script = (words: string): string =>
    `command=sh&command=-c&command=${encodeURIComponent(words)}`;

  it('has a stream for each output, and the status on the error stream', async () => {
    const query = `${script('echo out; echo err >&2; exit 3')}&stdout=true&stderr=true`;
    const types = ['error', 'stdout', 'stderr'];
    const { client, text, streams } = await execOverSpdy(query, 'v4.channel.k8s.io', types);
    await until(() => client.isClosed);
    expect(client.head).toContain('X-Stream-Protocol-Version: v4.channel.k8s.io');
    expect(text('stdout')).toBe('out\n');
    expect(text('stderr')).toBe('err\n');
    expect(JSON.parse(text('error'))).toMatchObject({
      status: 'Failure',
      message:
        'command terminated with non-zero exit code: ' +
        'error executing command [sh -c echo out; echo err >&2; exit 3], exit code 3',
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: '3' }] },
    });
    expect(types.every((type) => client.isFinished(streams[type] ?? 0))).toBe(true);
  }, 60_000);

  it('takes input until its stream is finished', async () => {
    const types = ['error', 'stdin', 'stdout'];
    const query = 'command=cat&stdin=true&stdout=true';
    const { client, text, send, streams } = await execOverSpdy(query, 'v4.channel.k8s.io', types);
    send('stdin', 'one\n');
    await until(() => text('stdout') === 'one\n');
    client.finish(streams['stdin'] ?? 0);
    await until(() => client.isClosed);
    expect(JSON.parse(text('error'))).toEqual({ metadata: {}, status: 'Success' });
  }, 60_000);

  it('gives a terminal its size through the resize stream', async () => {
    const types = ['error', 'stdin', 'stdout', 'resize'];
    const query = 'command=sh&stdin=true&stdout=true&stderr=true&tty=true';
    const { client, text, send } = await execOverSpdy(query, 'v3.channel.k8s.io', types);
    await until(() => /\/ # $/.test(text('stdout')));
    send('resize', '{"Width":101,"Hei');
    send('resize', 'ght":33}\n{"Width":99,"Height":44}\n');
    const sizes = () =>
      served.world.facts.flatMap((fact) =>
        fact.type === 'StreamPieceSent' && fact.channel === 'resize' ? fact.text : [],
      );
    await until(() => sizes().includes('99×44'));
    expect(sizes()).toContain('101×33');
    send('stdin', 'exit 4\r');
    await until(() => client.isClosed);
    expect(text('error')).toBe(
      'command terminated with non-zero exit code: error executing command [sh], exit code 4',
    );
  }, 60_000);

  it('wraps the words of the runtime once, where a WebSocket has them twice', async () => {
    const types = ['error', 'stdout'];
    const query = 'command=nope&stdout=true';
    const { client, text } = await execOverSpdy(query, 'v4.channel.k8s.io', types);
    await until(() => client.isClosed);
    expect(JSON.parse(text('error'))).toMatchObject({
      reason: 'InternalError',
      message: expect.stringMatching(
        /^Internal error occurred: error executing command in container: failed to exec in /,
      ),
    });
  }, 60_000);

  it('in the oldest protocol, says by silence that all went well', async () => {
    const query = `${script('echo fine')}&stdout=true`;
    const types = ['error', 'stdout'];
    const { client, text } = await execOverSpdy(query, 'channel.k8s.io', types);
    await until(() => client.isClosed);
    expect([text('stdout'), text('error')]).toEqual(['fine\n', '']);
  }, 60_000);

  it('sends nothing before all streams are open, and then all of it', async () => {
    const query = `${script('echo early')}&stdout=true`;
    const { client, streams } = await execOverSpdy(query, 'v4.channel.k8s.io', ['error']);
    const result = () =>
      served.world.facts.some((fact) => fact.type === 'StreamPieceSent' && fact.text === 'early\n');
    await until(result);
    expect(client.text(streams['error'] ?? 0)).toBe('');
    const stdout = client.open({ streamtype: 'stdout' });
    await until(() => client.isClosed);
    expect(client.text(stdout)).toBe('early\n');
    expect(client.text(streams['error'] ?? 0)).toContain('Success');
  }, 60_000);

  it('ends with a stream that nobody asked for', async () => {
    const query = `${script('sleep 100')}&stdout=true`;
    const { client } = await execOverSpdy(query, 'v4.channel.k8s.io', ['error', 'stdout']);
    await wait(500);
    expect(client.isClosed).toBe(false);
    client.open({ streamtype: 'stderr' });
    await until(() => client.isClosed);
  }, 60_000);

  it('names the protocols that the server has when there is none in common', async () => {
    const started = () =>
      served.world.facts.filter(({ type }) => type === 'StreamPieceSent').length;
    const before = started();
    const { client } = await execOverSpdy(script('echo no'), 'v9.channel.k8s.io', []);
    await until(() => client.isClosed);
    expect(client.head).toMatch(/^HTTP\/1\.1 403 /);
    expect(started()).toBe(before);
  }, 60_000);

  it('joins the first process of the container too', async () => {
    const query = 'container=main&stdin=true&stdout=true&tty=true';
    const path = `/api/v1/namespaces/${namespace}/pods/box/attach?${query}`;
    const client = new SpdyClient(config, path, ['v4.channel.k8s.io', 'channel.k8s.io']);
    await until(() => client.head !== '');
    const open = (streamType: string): number => client.open({ streamtype: streamType });
    const [, stdin, stdout] = ['error', 'stdin', 'stdout', 'resize'].map(open);
    client.send(stdin ?? 0, 'echo $((6 * 9))\r');
    await until(() => /54\r\n/.test(client.text(stdout ?? 0)));
    client.close();
  }, 60_000);
});

const kubectl = process.env['PODYSSEY_KUBECTL'] ?? 'kubectl';
const hasKubectl = spawnSync(kubectl, ['version', '--client']).status === 0;

// Only where there is one.
if (hasKubectl) {
  describe('the real kubectl', () => {
    it.each([
      ['WebSocket', 'true'],
      ['SPDY', 'false'],
    ])(
      'converses with a shell over %s, and exits with its exit code',
      async (_wire, isWebSocket) => {
        const file = join(mkdtempSync(join(tmpdir(), 'podyssey-')), 'kubeconfig');
        writeFileSync(file, served.kubeconfigs.get('admin') ?? '');
        const args = ['--kubeconfig', file, 'exec', '-i', 'box', '--', 'sh'];
        const env = { ...process.env, KUBECTL_REMOTE_COMMAND_WEBSOCKETS: isWebSocket };
        const child = spawn(kubectl, args, { env });
        const heard = new Heard();
        child.stdout.pipe(heard.output);
        child.stdin.write('echo first\n');
        await heard.hears('^first\n$');
        child.stdin.write('hostname; exit 5\n');
        const code = await new Promise((resolve) => child.on('close', resolve));
        await heard.hears('^box\n$');
        expect(code).toBe(5);
      },
      60_000,
    );
  });
}

describe('the recording of a session', () => {
  it('gives the same facts without any client', () => {
    const { recording, facts } = served.world;
    const again = simulationOf(recording, allParts);
    for (const input of recording.inputs) again.plan(input);
    again.sim.run(recording.until ?? 0);
    const known = facts.length;
    expect(again.tracer.facts.slice(0, known)).toEqual(facts.slice(0, known));
    expect(facts.some(({ type }) => type === 'StreamPieceSent')).toBe(true);
  }, 120_000);
});

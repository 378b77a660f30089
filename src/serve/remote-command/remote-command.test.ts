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
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

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

const kubectl = process.env['PODYSSEY_KUBECTL'] ?? 'kubectl';
const hasKubectl = spawnSync(kubectl, ['version', '--client']).status === 0;

// Only where there is one.
if (hasKubectl) {
  describe('the real kubectl', () => {
    it('converses with a shell over a pipe, and exits with its exit code', async () => {
      const file = join(mkdtempSync(join(tmpdir(), 'podyssey-')), 'kubeconfig');
      writeFileSync(file, served.kubeconfigs.get('admin') ?? '');
      const args = ['--kubeconfig', file, 'exec', '-i', 'box', '--', 'sh'];
      const child = spawn(kubectl, args);
      const heard = new Heard();
      child.stdout.pipe(heard.output);
      child.stdin.write('echo first\n');
      await heard.hears('^first\n$');
      child.stdin.write('hostname; exit 5\n');
      const code = await new Promise((resolve) => child.on('close', resolve));
      await heard.hears('^box\n$');
      expect(code).toBe(5);
    }, 60_000);
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

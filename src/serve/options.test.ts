import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { afterAll, describe, expect, it } from 'vitest';
import { must } from '#base/assert';
import { allParts } from '#cluster/parts/all-parts';
import { readSavedRun } from '#export/saved-run';
import type { Recording } from '#worker/protocol';
import { runRecording } from '#worker/run-recording';
import { readOptions } from './options.ts';
import { recordingText } from './recording-file.ts';
import { type Served, serve } from './serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'podyssey-options-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const coreOf = (kubeconfig: string): CoreV1Api => {
  const config = new KubeConfig();
  config.loadFromString(kubeconfig);
  return config.makeApiClient(CoreV1Api);
};

const namespace = 'default';
const pod = {
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
};

function opened(text: string): Recording {
  const read = readSavedRun(text, (scenario) => scenario === 'empty-cluster');
  if (!read.ok) throw new Error(read.problem);
  return read.run.recording;
}

function factsOf(recording: Recording): readonly unknown[] {
  let found: readonly unknown[] = [];
  for (const { facts } of runRecording(recording, allParts)) found = facts;
  return found;
}

describe('podyssey serve --nodes', () => {
  it('serves a cluster of so many nodes', async () => {
    const options = readOptions(['--nodes', '5', '--port', '0', '--no-page']);
    if (!options.ok) throw new Error(options.error);
    const served = await serve({ recording: options.value.recording, keeps: false });
    try {
      const { items } = await coreOf(served.kubeconfigs.get('admin') ?? '').listNode();
      expect(items.map(({ metadata }) => metadata?.name)).toEqual(
        [1, 2, 3, 4, 5].map((number) => `node-${number}`),
      );
    } finally {
      await served.close();
    }
  }, 60_000);

  it('is a number from 1, and not together with a file that names the nodes', () => {
    for (const nodes of ['0', '-1', '1.5', 'two']) {
      expect(readOptions([`--nodes=${nodes}`])).toEqual({
        ok: false,
        error: '--nodes: a number from 1',
      });
    }
    expect(readOptions(['--nodes', '2', '--cluster', 'cluster.json'])).toEqual({
      ok: false,
      error: '--nodes: the file of --cluster names the nodes',
    });
  });
});

describe('podyssey serve --record', () => {
  it('writes a session that opens again and replays to the same trace', async () => {
    const recording = { scenario: 'empty-cluster', seed: 3 };
    const served: Served = await serve({ recording, speed: 20 });
    try {
      const core = coreOf(served.kubeconfigs.get('admin') ?? '');
      await core.createNamespacedPod({ namespace, body: pod });
      await core.listNamespacedPod({ namespace });
      await core.deleteNamespacedPod({ namespace, name: 'web' });
      served.world.pause();
      const replayed = factsOf(opened(recordingText(served.world.recording)));
      const seen = served.world.facts.filter(({ at }) => at < served.world.at);
      expect(seen.length).toBeGreaterThan(1000);
      expect(JSON.stringify(replayed.slice(0, seen.length))).toBe(JSON.stringify(seen));
    } finally {
      await served.close();
    }
  }, 60_000);

  it('writes it when the command is interrupted, with what the client was answered', async () => {
    const [record, kubeconfig] = [join(folder, 'session.json'), join(folder, 'kubeconfig')];
    const flags = ['--port', '0', '--no-page', '--record', record, '--kubeconfig', kubeconfig];
    const main = join(import.meta.dirname, 'main.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...flags, '--nodes', '2']);
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await new Promise<void>((resolve, reject) => {
      must(child.stdout, 'stdout').on('data', (text) => {
        if (String(text).includes('export KUBECONFIG=')) resolve();
      });
      must(child.stderr, 'stderr').on('data', (text) => reject(new Error(String(text))));
    });
    const core = coreOf(readFileSync(kubeconfig, 'utf8'));
    const created = await core.createNamespacedPod({ namespace, body: pod });
    const { uid } = created.metadata ?? {};
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const recording = opened(readFileSync(record, 'utf8'));
    expect(JSON.parse(recording.cluster ?? '{}')).toMatchObject({
      nodes: [{ name: 'node-1' }, { name: 'node-2' }],
    });
    // Chance draws the uid; an equal run draws the same one.
    expect(uid).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.stringify(factsOf(recording))).toContain(`"uid":"${uid}"`);
  }, 120_000);
});

/** The program of the package, started as people have it, and what it prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { expect } from '@playwright/test';

const file = join(import.meta.dirname, '../../bin/podyssey.js');

export interface PackedProgram {
  /** The link to the page, with its token. */
  readonly link: string;
  /** The administrator's. */
  readonly client: KubeConfig;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** Starts `podyssey serve` or `podyssey bridge`, and waits until it says where the page is. */
export async function startProgram(command: 'serve' | 'bridge'): Promise<PackedProgram> {
  const program = spawn(process.execPath, [file, command, '--port', '0']);
  let printed = '';
  program.stdout.on('data', (text) => {
    printed += text;
  });
  const stop = async (): Promise<void> => {
    const ended = once(program, 'exit');
    if (program.kill()) await ended;
  };
  try {
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('The page: ');
  } catch (error) {
    await stop();
    throw error;
  }
  const client = new KubeConfig();
  client.loadFromFile(/export KUBECONFIG=(\S+)/.exec(printed)?.[1] ?? '');
  return { link: /The page: (\S+)/.exec(printed)?.[1] ?? '', client, stop };
}

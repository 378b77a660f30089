/**
 * A recorded scenario behind a real server: its cluster stands between two commands, and follows
 * the clock while one runs.
 *
 * In: a cluster in which the scenario's steps can begin. Out: what a real kubectl prints there.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '#base/assert';
import type { UserConfig } from '#cluster/config/cluster-config';
import type { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { World } from '#worker/door/world';
import { ApiListener } from '../api-listener.ts';
import { kubeconfigsOf, makeIdentity } from '../credentials.ts';
import { Calendar } from '../wire/calendar.ts';

/** What a command printed, and its exit code; −1: it had to be ended. */
export interface Printed {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TypedCommand {
  readonly argv: readonly string[];
  readonly as: string;
  readonly stdin?: string;
}

const host = '127.0.0.1';
/** The port that the recorded server had. */
const recordedPort = 6443;
/** Of the wall clock: no recorded command waits as long. */
const mostMilliseconds = 120_000;

export class ServedScenario {
  readonly #world: World;
  readonly #calendar: Calendar;
  readonly #listener: ApiListener;
  readonly #folder: string;
  readonly #port: number;

  private constructor(
    parts: { readonly world: World; readonly calendar: Calendar; readonly listener: ApiListener },
    folder: string,
    port: number,
  ) {
    this.#world = parts.world;
    this.#calendar = parts.calendar;
    this.#listener = parts.listener;
    this.#folder = folder;
    this.#port = port;
  }

  /** `speed`: virtual seconds in a real one while a command runs. */
  static async open(
    simulation: ClusterSimulation,
    users: readonly UserConfig[],
    speed: number,
  ): Promise<ServedScenario> {
    const recording = { scenario: 'empty-cluster', seed: 0, inputs: [] };
    const soon = (work: () => void): (() => void) => {
      const timer = setImmediate(work);
      return () => clearImmediate(timer);
    };
    const world = new World(simulation, recording, { speed, paused: true, keeps: false, soon });
    const calendar = new Calendar(Date.now() * 1000, world.at);
    const { authority, identity } = await makeIdentity(host);
    const listener = new ApiListener(world, calendar, identity, authority.certificate);
    const port = await listener.listen(0, host);
    const folder = mkdtempSync(join(tmpdir(), 'podyssey-recordings-'));
    const configs = await kubeconfigsOf(users, `https://${host}:${port}`, authority);
    for (const [name, text] of configs) writeFileSync(join(folder, name), text, { mode: 0o600 });
    return new ServedScenario({ world, calendar, listener }, folder, port);
  }

  /** Fills kubectl's memory of what is served, which the recorder's had from earlier scenarios. */
  async warm(kubectl: string): Promise<void> {
    await this.play(kubectl, { argv: ['api-resources'], as: 'admin' });
  }

  /** Plays one command. Before it, dates become those of the client's clock. */
  async play(kubectl: string, { argv, as, stdin }: TypedCommand): Promise<Printed> {
    this.#calendar.turnTo(Date.now() * 1000, this.#world.at);
    this.#world.resume();
    const env = { HOME: this.#folder, KUBECONFIG: join(this.#folder, as), PATH: '/usr/bin:/bin' };
    const printed = await run(kubectl, argv, { env, cwd: this.#folder, stdin });
    this.#world.pause();
    const address = new RegExp(`${host}:${this.#port}\\b`, 'g');
    const named = (text: string): string => text.replace(address, `${host}:${recordedPort}`);
    return { ...printed, stdout: named(printed.stdout), stderr: named(printed.stderr) };
  }

  async close(): Promise<void> {
    this.#world.close();
    await this.#listener.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: string | undefined;
}

/** Runs a program to its end; rejects if there is none of that name. */
function run(
  file: string,
  argv: readonly string[],
  { env, cwd, stdin = '' }: Surroundings,
): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...argv], { env, cwd, timeout: mostMilliseconds });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      const stream = must(child[name], name);
      stream.setEncoding('utf8');
      stream.on('data', (piece: string) => {
        texts[name] += piece;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? -1, ...texts }));
    // A command that does not read its standard input may have gone.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}

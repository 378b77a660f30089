/** Expectations of a client's work, and how its programs are run. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Of the wall clock: enough for what a client waits for. */
const mostMilliseconds = 120_000;

export interface Outcome {
  readonly code: number;
  /** What it wrote to both outputs. */
  readonly said: string;
}

/** Runs a program to its end; one that fails or takes too long is an outcome, too. */
export async function run(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const env = { ...process.env, ...options.env };
  try {
    const done = await execute(file, args, { ...options, env, timeout: mostMilliseconds });
    return { code: 0, said: done.stdout + done.stderr };
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = String(error),
    } = error as {
      readonly code?: unknown;
      readonly stdout?: string;
      readonly stderr?: string;
    };
    return { code: typeof code === 'number' ? code : 1, said: stdout + stderr };
  }
}

/** Waits until `read` gives what is wanted; rejects with what it gave last. */
export async function until<T>(
  read: () => Promise<T>,
  isWanted: (value: T) => boolean,
): Promise<T> {
  const end = performance.now() + mostMilliseconds;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Counts what held. */
export class Checks {
  passed = 0;
  failed = 0;

  /** One expectation: what `look` rejects with is why it did not hold. */
  async expect(what: string, look: () => Promise<void>): Promise<void> {
    try {
      await look();
      this.passed++;
      process.stdout.write(`✓ ${what}\n`);
    } catch (error) {
      this.failed++;
      process.stdout.write(`✗ ${what}\n  ${error instanceof Error ? error.message : error}\n`);
    }
  }
}

/** Throws with what was said when `text` lacks a part of it. */
export function mustSay({ said }: Outcome, ...parts: readonly (string | RegExp)[]): void {
  for (const part of parts) {
    const isThere = typeof part === 'string' ? said.includes(part) : part.test(said);
    if (!isThere) throw new Error(`${part} is not in:\n${said}`);
  }
}

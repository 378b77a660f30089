/** What the commands of the package print, and where they find the built site. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

/** A port is taken, a file cannot be written. */
export const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** The site beside the program of the package, or beside the sources, if one is built. */
export const builtSite = (): string | undefined =>
  ['../dist', '../../dist']
    .map((folder) => join(import.meta.dirname, folder))
    .find((folder) => existsSync(join(folder, 'index.html')));

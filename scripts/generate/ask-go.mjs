/** The small Go programs of this folder: what they answer to inputs, and the tables of it. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The answers of a program to inputs, both JSON. The first argument of the script may name the
 * built program; else Go runs its source. Throws when it fails.
 *
 * @param {string} folder beside this file
 * @param {unknown} inputs
 */
export function askGo(folder, inputs) {
  const program = process.argv[2];
  const [command, args] = program === undefined ? ['go', ['run', '.']] : [program, []];
  return JSON.parse(
    execFileSync(command, args, {
      cwd: join(root, 'scripts/generate', folder),
      input: JSON.stringify(inputs),
      maxBuffer: 2 ** 28,
      encoding: 'utf8',
    }),
  );
}

/**
 * Writes a table, one pair of input and answer on each line.
 *
 * @param {string} file its path in the project
 * @param {readonly (readonly [unknown, unknown])[]} rows
 */
export function writeTable(file, rows) {
  const lines = rows.map((row) => JSON.stringify(row));
  writeFileSync(join(root, file), `[\n${lines.join(',\n')}\n]\n`);
}

/** Where a program is that a person may choose by an environment variable. */
import { existsSync } from 'node:fs';

/**
 * The path in the variable, else the first of the usual ones that is there. Throws when the variable
 * names no file.
 *
 * @param {string} variable
 * @param {readonly string[]} usual
 * @returns {string | undefined}
 */
export function chosenOr(variable, usual) {
  const chosen = process.env[variable];
  if (chosen === undefined || chosen === '') return usual.find((path) => existsSync(path));
  if (existsSync(chosen)) return chosen;
  throw new Error(`${variable} is ${chosen}, and there is no such file.`);
}

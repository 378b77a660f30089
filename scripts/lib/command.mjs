/** Runs one command of the project and keeps what it printed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 1 when a signal ended the command
 * @property {string} output what it printed, empty when it printed straight to the terminal
 */

/**
 * Runs a command, in the root of the project unless told otherwise. Never throws for a command that fails.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ live?: boolean, cwd?: string, env?: Record<string, string> }} [options] `live` prints as
 *   it goes; `cwd` is the root unless it is said
 * @returns {Promise<Outcome>}
 */
export function run(file, args, { live = false, cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs the JavaScript entry of an installed package with this Node, so that PATH plays no part.
 *
 * @param {string} entry path inside node_modules
 * @param {readonly string[]} args
 * @param {{ live?: boolean, cwd?: string, env?: Record<string, string> }} [options]
 */
export function runPackage(entry, args, options) {
  return run(process.execPath, [join(root, 'node_modules', entry), ...args], options);
}

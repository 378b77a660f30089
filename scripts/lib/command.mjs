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
 * @typedef {object} Options
 * @property {boolean} [live] print as it goes
 * @property {string} [cwd] the root unless given
 * @property {Record<string, string>} [env] beside that of this process
 * @property {number} [patience] milliseconds; a command that takes longer is ended and has failed
 */

/**
 * Runs a command, in the root of the project unless `cwd` is given. Never throws for a command that
 * fails.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Options} [options]
 * @returns {Promise<Outcome>}
 */
export function run(file, args, { live = false, cwd = root, env = {}, patience } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], {
      cwd,
      // A group of its own can be ended with all that it started.
      detached: patience !== undefined && process.platform !== 'win32',
      env: { ...process.env, ...env },
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
    function giveUp() {
      endGroup(child);
      const seconds = Number(patience) / 1000;
      settle({ code: 1, output: `${output}It did not end within ${seconds} seconds.\n` });
    }
    function settle(/** @type {Outcome} */ outcome) {
      clearTimeout(timer);
      resolve(outcome);
    }
    child.on('error', (error) => settle({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => settle({ code: code ?? 1, output }));
  });
}

/** Ends a command and what it started. What was asked politely first may clean up behind itself. */
function endGroup(/** @type {import('node:child_process').ChildProcess} */ child) {
  const { pid } = child;
  if (pid === undefined) return;
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      // Windows has no groups.
      if (process.platform === 'win32') child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // All of it has ended.
    }
  };
  end('SIGTERM');
  setTimeout(() => end('SIGKILL'), 2000);
}

/**
 * Runs the JavaScript entry of an installed package with this Node, so that PATH plays no part.
 *
 * @param {string} entry path inside node_modules
 * @param {readonly string[]} args
 * @param {Options} [options]
 */
export function runPackage(entry, args, options) {
  return run(process.execPath, [join(root, 'node_modules', entry), ...args], options);
}

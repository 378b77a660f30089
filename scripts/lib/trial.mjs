/**
 * Tries a program before anything depends on it: whether it can be driven, and of which version it
 * is when it cannot.
 */
import { run } from './command.mjs';

/**
 * @typedef {object} Command
 * @property {string} file
 * @property {readonly string[]} args
 *
 * @typedef {object} Trial
 * @property {Command} drive succeeds when the program can be driven, and says why not otherwise
 * @property {Command} version prints the version
 * @property {number} patience milliseconds for either
 *
 * @typedef {object} Fault
 * @property {string} version what the program prints about itself; may be empty
 * @property {string} reason one line
 */

/**
 * @param {Trial} trial
 * @returns {Promise<Fault | undefined>} undefined when the program can be driven
 */
export async function faultOf({ drive, version, patience }) {
  const driven = await run(drive.file, drive.args, { patience });
  if (driven.code === 0) return undefined;
  const asked = await run(version.file, version.args, { patience });
  return {
    version: asked.code === 0 ? versionIn(asked.output) : '',
    reason: driven.output.trim().split('\n')[0] || 'It ended without a word.',
  };
}

/**
 * The first number with a dot, and what belongs to it: `Mozilla Firefox 140.10.2esr` has 140.10.2esr.
 *
 * @param {string} output
 */
function versionIn(output) {
  return /\d+(?:\.\d+)+[a-z]*/.exec(output)?.[0] ?? '';
}

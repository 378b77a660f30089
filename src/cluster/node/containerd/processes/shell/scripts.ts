/** Scripts that are run by their path, and the error of other files. */

import { notSimulated } from '../not-simulated.ts';
import { absolute, type ProcessContext, type Program } from '../program.ts';

const executeBits = 0o111;

/** The interpreter in the first line of a script: `#!/bin/sh`. */
export const interpreterOf = (text: string): string | undefined => /^#! *(\S+)/.exec(text)?.[1];

/** The program of an executable file: the shell named in its first line runs it. */
export function scriptAt(
  context: ProcessContext,
  cwd: string,
  name: string,
  shell: Program,
): Program | undefined {
  if (!name.includes('/')) return undefined;
  const path = absolute({ ...context, cwd }, name);
  const { files } = context;
  const text = files.read(path);
  if (text === undefined || (files.modeOf(path) & executeBits) === 0) return undefined;
  const interpreter = interpreterOf(text) ?? '/bin/sh';
  if (!/\/(?:ba|a)?sh$/.test(interpreter)) return undefined;
  return (own) => shell({ ...own, argv: [interpreter, ...own.argv] });
}

/** The message of a shell that cannot run a command. */
export function reasonNotRun(
  context: ProcessContext,
  cwd: string,
  name: string,
): { readonly code: number; readonly why: string } {
  const path = absolute({ ...context, cwd }, name);
  const { files } = context;
  if (name.includes('/') && (files.isDirectory(path) || files.read(path) !== undefined)) {
    const runs = !files.isDirectory(path) && (files.modeOf(path) & executeBits) !== 0;
    return runs ? { code: 127, why: 'not found' } : { code: 126, why: 'Permission denied' };
  }
  const known = context.image?.notSimulated ?? notSimulated;
  return { code: 127, why: known.has(name) ? 'not simulated' : 'not found' };
}

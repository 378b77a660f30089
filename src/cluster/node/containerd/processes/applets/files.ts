/** Applets that read and change files: cat, touch, rm, rmdir, mkdir. Messages are busybox's. */
import { absolute, type ProcessContext, type Program } from '../program.ts';
import { filesOf, linesOf, optionsOf, unlines } from './inputs.ts';

/** `-n` numbers the lines. */
export const cat: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  let code = 0;
  let number = 0;
  for (const name of names.length === 0 ? ['-'] : names) {
    const { files, failed } = filesOf(context, [name], (what, why) =>
      why === 'Is a directory' ? 'read error: Is a directory' : `can't open '${what}': ${why}`,
    );
    if (failed) code = 1;
    const text = files[0]?.text ?? '';
    const numbered = (line: string): string => `${String(++number).padStart(6)}\t${line}`;
    context.out(options.has('n') ? unlines(linesOf(text).map(numbered)) : text);
  }
  return code;
};

export const touch: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'dtr');
  let code = 0;
  for (const name of names) {
    const path = absolute(context, name);
    const before = context.files.read(path);
    if (context.files.isDirectory(path) || (before === undefined && options.has('c'))) continue;
    const error = context.files.write(path, before ?? '');
    if (error === undefined) continue;
    context.err(`touch: ${name}: ${error}\n`);
    code = 1;
  }
  return code;
};

/** A folder and everything below it; of a link only the link. */
export function removeAll(
  { files }: Pick<ProcessContext, 'files'>,
  path: string,
): string | undefined {
  if (files.linkAt(path) !== undefined || !files.isDirectory(path)) return files.remove(path);
  for (const name of files.list(path) ?? []) {
    const error = removeAll({ files }, `${path}/${name}`);
    if (error !== undefined) return error;
  }
  return files.removeDirectory(path);
}

export const rm: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  const [force, recursive] = [options.has('f'), options.has('r') || options.has('R')];
  let code = 0;
  for (const name of names) {
    const path = absolute(context, name);
    const isLink = context.files.linkAt(path) !== undefined;
    if (!recursive && !isLink && context.files.isDirectory(path)) {
      context.err(`rm: '${name}' is a directory\n`);
      code = 1;
      continue;
    }
    const error = removeAll(context, path);
    if (error === undefined || (force && error === 'No such file or directory')) continue;
    context.err(`rm: can't remove '${name}': ${error}\n`);
    code = 1;
  }
  return code;
};

export const rmdir: Program = function* (context) {
  const { names } = optionsOf(context.argv, '');
  let code = 0;
  for (const name of names) {
    const error = context.files.removeDirectory(absolute(context, name));
    if (error === undefined) continue;
    context.err(`rmdir: '${name}': ${error}\n`);
    code = 1;
  }
  return code;
};

export const mkdir: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'm');
  const { files } = context;
  let code = 0;
  for (const name of names) {
    const path = absolute(context, name);
    const exists = files.exists(path);
    if (files.isDirectory(path) && options.has('p')) continue;
    const hasParent = options.has('p') || files.isDirectory(path.replace(/\/[^/]*\/*$/, '') || '/');
    const missing = hasParent ? undefined : 'No such file or directory';
    const error = exists ? 'File exists' : (missing ?? files.makeDirectory(path));
    if (error === undefined) {
      if (options.has('m')) files.setMode(path, Number.parseInt(options.get('m') ?? '755', 8));
      continue;
    }
    context.err(`mkdir: can't create directory '${name}': ${error}\n`);
    code = 1;
  }
  return code;
};

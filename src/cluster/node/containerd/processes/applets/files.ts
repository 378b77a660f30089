/** Applets that read and change files: cat, ls, touch, rm, mkdir. Messages are busybox's. */
import { absolute, type Program } from '../program.ts';

const operands = (argv: readonly string[]): readonly string[] =>
  argv.slice(1).filter((argument) => !argument.startsWith('-') || argument === '-');

export const cat: Program = function* (context) {
  const names = operands(context.argv);
  if (names.length === 0) context.out(context.stdin);
  let code = 0;
  for (const name of names) {
    const path = absolute(context, name);
    const text = name === '-' ? context.stdin : context.files.read(path);
    if (text !== undefined) context.out(text);
    else {
      code = 1;
      context.err(
        context.files.isDirectory(path)
          ? 'cat: read error: Is a directory\n'
          : `cat: can't open '${name}': No such file or directory\n`,
      );
    }
  }
  return code;
};

export const ls: Program = function* (context) {
  const named = operands(context.argv);
  let code = 0;
  for (const name of named.length === 0 ? [context.cwd] : named) {
    const path = absolute(context, name);
    const names = context.files.list(path);
    if (names === undefined && context.files.read(path) === undefined) {
      context.err(`ls: ${name}: No such file or directory\n`);
      code = 1;
      continue;
    }
    if (named.length > 1 && names !== undefined) context.out(`${name}:\n`);
    for (const entry of names ?? [name]) context.out(`${entry}\n`);
  }
  return code;
};

export const touch: Program = function* (context) {
  let code = 0;
  for (const name of operands(context.argv)) {
    const path = absolute(context, name);
    const error = context.files.write(path, context.files.read(path) ?? '');
    if (error === undefined) continue;
    context.err(`touch: ${name}: ${error}\n`);
    code = 1;
  }
  return code;
};

export const rm: Program = function* (context) {
  const force = context.argv.slice(1).some((argument) => /^-\w*f/.test(argument));
  let code = 0;
  for (const name of operands(context.argv)) {
    const error = context.files.remove(absolute(context, name));
    if (error === undefined || (force && error === 'No such file or directory')) continue;
    context.err(`rm: can't remove '${name}': ${error}\n`);
    code = 1;
  }
  return code;
};

export const mkdir: Program = function* (context) {
  let code = 0;
  for (const name of operands(context.argv)) {
    const path = absolute(context, name);
    const exists = context.files.isDirectory(path);
    if (exists && context.argv.includes('-p')) continue;
    const error = exists ? 'File exists' : context.files.makeDirectory(path);
    if (error === undefined) continue;
    context.err(`mkdir: can't create directory '${name}': ${error}\n`);
    code = 1;
  }
  return code;
};

/** Applets that copy, move and look at files: cp, mv, dd, find, basename, dirname, pwd, which. */

import { ms, second } from '#base/sim-time';
import { sleep } from '#sim/simulation';
import { absolute, type ProcessContext, type Program } from '../program.ts';
import { isLike, patternOf } from '../shell/pattern.ts';
import { removeAll } from './files.ts';
import { optionsOf } from './inputs.ts';
import { byteCount } from './lines.ts';

const bytesPerSecond = 500_000_000;

const operands = (argv: readonly string[]): readonly string[] =>
  argv.slice(1).filter((word) => !word.startsWith('-'));

function destination(context: ProcessContext, from: string, to: string): string {
  const path = absolute(context, to);
  return context.files.isDirectory(path) ? `${path}/${from.replace(/^.*\//, '')}` : path;
}

const recursion = 'recursion detected, omitting directory ';

/**
 * Copies a file, or a folder with everything below it; returns the reason when that failed. A
 * folder is not copied into itself. Links are followed or kept. Source: busybox copy_file.c.
 */
function copyAll(
  { files }: Pick<ProcessContext, 'files'>,
  from: string,
  to: string,
  keepLinks: boolean,
  whole = files.resolve(to),
): string | undefined {
  const target = keepLinks ? files.linkAt(from) : undefined;
  if (target !== undefined) return files.link(to, target);
  const text = files.read(from);
  if (text !== undefined) {
    const error = files.write(to, text);
    if (error === undefined) files.setMode(to, files.modeOf(from));
    return error;
  }
  if (files.resolve(from) === whole) return `${recursion}'${files.resolve(from)}'`;
  let error: string | undefined = files.isDirectory(to) ? undefined : files.makeDirectory(to);
  for (const name of files.list(from) ?? []) {
    error ??= copyAll({ files }, `${from}/${name}`, `${to}/${name}`, keepLinks, whole);
  }
  return error;
}

export const cp: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 't');
  const { files } = context;
  const to = names.at(-1) ?? '';
  let code = 0;
  for (const from of names.slice(0, -1)) {
    const path = absolute(context, from);
    const isFolder = files.isDirectory(path);
    const recursive = ['r', 'R', 'a'].some((letter) => options.has(letter));
    const keeps = !options.has('L') && (recursive || options.has('P') || options.has('d'));
    const isKept = keeps && files.linkAt(path) !== undefined;
    let problem: string | undefined;
    if (!isKept && !isFolder && files.read(path) === undefined) {
      problem = `can't stat '${from}': ${files.whyMissing(path)}`;
    } else if (!isKept && isFolder && !recursive) problem = `omitting directory '${from}'`;
    else if (!isFolder && files.isSameFile(path, destination(context, from, to))) {
      problem = `'${from}' and '${to}' are the same file`;
    } else {
      const error = copyAll(context, path, destination(context, from, to), keeps);
      if (error !== undefined) {
        problem = error.startsWith(recursion) ? error : `can't create '${to}': ${error}`;
      }
    }
    if (problem === undefined) continue;
    context.err(`cp: ${problem}\n`);
    code = 1;
  }
  return code;
};

export const mv: Program = function* (context) {
  const { names } = optionsOf(context.argv, 't');
  const { files } = context;
  const to = names.at(-1) ?? '';
  let code = 0;
  for (const from of names.slice(0, -1)) {
    const path = absolute(context, from);
    const isLink = files.linkAt(path) !== undefined;
    const exists = isLink || files.isDirectory(path) || files.read(path) !== undefined;
    const target = destination(context, from, to);
    const isInside =
      !isLink &&
      files.isDirectory(path) &&
      `${files.resolve(target)}/`.startsWith(`${files.resolve(path)}/`);
    if (!isInside && files.resolve(target) === files.resolve(path)) continue;
    // Of two names of one file a rename leaves both.
    if (!isLink && files.isSameFile(path, target)) continue;
    // A rename puts itself in the place of a link, and of one name of several.
    const takesPlace = files.linkAt(target) !== undefined || files.linkCount(target) > 1;
    if (exists && !isInside && takesPlace) files.remove(target);
    if (exists && !isLink && renamed(files, path, target)) continue;
    const error = exists
      ? isInside
        ? 'Invalid argument'
        : (copyAll(context, path, target, true) ?? removeAll(context, path))
      : 'No such file or directory';
    if (error === undefined) continue;
    context.err(`mv: can't rename '${from}': ${error}\n`);
    code = 1;
  }
  return code;
};

/** Whether a file with several names has got another one in place of this one. */
function renamed(files: ProcessContext['files'], from: string, to: string): boolean {
  if (files.linkCount(from) === 1) return false;
  if (files.exists(to)) files.remove(to);
  return files.hardLink(from, to) === undefined && files.remove(from) === undefined;
}

/**
 * Copies from /dev/zero or a file to a file. Files in memory (/dev/shm) count as the container's
 * memory.
 */
export const dd: Program = function* (context) {
  const given = new Map(
    context.argv.slice(1).map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  const size = byteCount(given.get('bs') ?? '512');
  const count = Number(given.get('count') ?? (given.get('if')?.startsWith('/dev/') ? 0 : 1));
  const target = given.get('of');
  const bytes = size * count;
  if (target !== undefined && target !== '/dev/null') {
    const path = absolute(context, target);
    const error = context.files.write(path, '');
    if (error !== undefined) {
      context.err(`dd: can't open '${target}': ${error}\n`);
      return 1;
    }
    const { error: failed, done } = yield* fill(context, path, bytes, size);
    if (failed !== undefined) {
      const records = Math.floor(done / size);
      context.err(`dd: error writing '${target}': ${failed}\n`);
      context.err(`${records + 1}+0 records in\n${records}+0 records out\n`);
      return 1;
    }
  }
  context.err(`${count}+0 records in\n${count}+0 records out\n`);
  return 0;
};

const chunk = 16 * 1024 * 1024;

/** If the whole does not fit, as many records are written as there is room for. */
function* fill(context: ProcessContext, path: string, bytes: number, record: number) {
  let done = 0;
  for (let step = chunk; done < bytes; ) {
    const more = Math.min(step, bytes - done);
    yield* sleep(Math.max(ms(1), Math.round((more * second) / bytesPerSecond)));
    const error = context.files.setSize(path, done + more);
    if (error === undefined) done += more;
    else if (step < 2 * record) return { error, done };
    else step = Math.floor(more / 2);
  }
  return { error: undefined, done };
}

/** `find PATH… -maxdepth N -type d|f|l -name PATTERN`. Links are not followed. */
export const find: Program = function* (context) {
  const { argv, files, out } = context;
  const firstOption = argv.findIndex((word, index) => index > 0 && word.startsWith('-'));
  const options = firstOption < 0 ? [] : argv.slice(firstOption);
  const roots = argv.slice(1, firstOption < 0 ? undefined : firstOption);
  const optionOf = (name: string): string | undefined => {
    const at = options.indexOf(name);
    return at < 0 ? undefined : options[at + 1];
  };
  const maxDepth = Number(optionOf('-maxdepth') ?? Number.POSITIVE_INFINITY);
  const type = optionOf('-type');
  const name = optionOf('-name');
  const expression = name === undefined ? undefined : patternOf([{ text: name, quoted: false }]);
  const visit = (path: string, depth: number): void => {
    const full = absolute(context, path);
    const isLink = files.linkAt(full) !== undefined;
    const inside = isLink ? undefined : files.list(full);
    const isFolder = inside !== undefined;
    const base = path.replace(/^.*\//, '');
    const kind = isLink ? 'l' : isFolder ? 'd' : 'f';
    const wanted = type === undefined || type === kind;
    if (wanted && (expression === undefined || isLike(expression, base))) out(`${path}\n`);
    if (!isFolder || depth >= maxDepth) return;
    for (const entry of inside) visit(`${path.replace(/\/$/, '')}/${entry}`, depth + 1);
  };
  let code = 0;
  for (const root of roots.length === 0 ? ['.'] : roots) {
    const full = absolute(context, root);
    if (files.exists(full)) visit(root, 0);
    else {
      context.err(`find: ${root}: ${files.whyMissing(full)}\n`);
      code = 1;
    }
  }
  return code;
};

export const basename: Program = function* ({ argv, out }) {
  const [, path = '', suffix = ''] = argv;
  const name = path.replace(/\/+$/, '').replace(/^.*\//, '');
  out(`${name.endsWith(suffix) && suffix !== '' ? name.slice(0, -suffix.length) : name}\n`);
  return 0;
};

export const dirname: Program = function* ({ argv, out }) {
  const path = (argv[1] ?? '').replace(/\/+$/, '');
  const cut = path.lastIndexOf('/');
  out(`${cut < 0 ? '.' : path.slice(0, cut) || '/'}\n`);
  return 0;
};

export const pwd: Program = function* ({ cwd, out }) {
  out(`${cwd}\n`);
  return 0;
};

/** `find` returns whether a name is a program. */
export const whichOf = (find: (name: string) => Program | undefined): Program =>
  function* ({ argv, env, files, out }) {
    let code = 0;
    const folders = (env.get('PATH') ?? '').split(':').filter((path) => path.startsWith('/'));
    for (const name of argv.slice(1)) {
      const folder = folders.find((path) => files.read(`${path}/${name}`) !== undefined) ?? '/bin';
      if (find(name) !== undefined || name === 'sh') out(`${folder}/${name}\n`);
      else code = 1;
    }
    return code;
  };

const bits: Readonly<Record<string, number>> = { r: 0o444, w: 0o222, x: 0o111 };
const groups: Readonly<Record<string, number>> = { u: 0o700, g: 0o070, o: 0o007, a: 0o777 };

/** `755`, `u+x`, `a-w`, `+x`, several with commas; undefined when it is not a mode. */
function modeOf(text: string, before: number): number | undefined {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8);
  let mode = before;
  for (const part of text.split(',')) {
    const match = /^([ugoa]*)([-+=])([rwx]*)$/.exec(part);
    if (match === null) return undefined;
    const [, who = '', operator, what = ''] = match;
    const whose = [...(who || 'a')].reduce((sum, letter) => sum | (groups[letter] ?? 0), 0);
    const wanted = [...what].reduce((sum, letter) => sum | (bits[letter] ?? 0), 0) & whose;
    if (operator === '+') mode |= wanted;
    else
      mode = (operator === '=' ? mode & ~whose : mode & ~wanted) | (operator === '=' ? wanted : 0);
  }
  return mode;
}

/** A mode, then paths; with `-R` all below them. */
export const chmod: Program = function* (context) {
  const words = context.argv.slice(1).filter((word) => !/^-[Rvcf]+$/.test(word));
  const [text = '', ...names] = words;
  const { files } = context;
  const recursive = context.argv.includes('-R');
  const change = (path: string): string | undefined => {
    const mode = modeOf(text, files.modeOf(path));
    const error = mode === undefined ? undefined : files.setMode(path, mode);
    if (error !== undefined || !recursive) return error;
    for (const name of files.list(path) ?? []) change(`${path}/${name}`);
    return undefined;
  };
  if (modeOf(text, 0) === undefined) {
    context.err(`chmod: invalid mode '${text}'\n`);
    return 1;
  }
  let code = 0;
  for (const name of names) {
    const error = change(absolute(context, name));
    if (error === undefined) continue;
    context.err(`chmod: ${name}: ${error}\n`);
    code = 1;
  }
  return code;
};

/** The owner of a file is the user who wrote it; chown changes nothing. */
export const chown: Program = function* (context) {
  let code = 0;
  for (const name of operands(context.argv).slice(1)) {
    const path = absolute(context, name);
    if (context.files.read(path) !== undefined || context.files.isDirectory(path)) continue;
    context.err(`chown: ${name}: No such file or directory\n`);
    code = 1;
  }
  return code;
};

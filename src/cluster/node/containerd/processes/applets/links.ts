/** busybox ln, readlink and realpath: further names of files, and symbolic links. */
import { absolute, type ProcessContext, type Program } from '../program.ts';
import { optionsOf } from './inputs.ts';

/** `ln [-s] [-f] [-n] [-T] TARGET… LINK|FOLDER`. Source: busybox coreutils/ln.c. */
export const ln: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'St');
  const { files } = context;
  if (names.length === 0) {
    context.err('ln: missing file operand\n');
    return 1;
  }
  const to = names.length === 1 ? '.' : (names.at(-1) ?? '');
  const targets = names.length === 1 ? names : names.slice(0, -1);
  const place = absolute(context, to);
  const isPlain = options.has('T') || (options.has('n') && files.linkAt(place) !== undefined);
  const intoFolder = !isPlain && files.isDirectory(place);
  if (targets.length > 1 && !intoFolder) {
    context.err(`ln: ${to}: Not a directory\n`);
    return 1;
  }
  let code = 0;
  for (const target of targets) {
    const link = intoFolder ? `${to.replace(/(?<=.)\/+$/, '')}/${lastPart(target)}` : to;
    const path = absolute(context, link);
    const source = absolute(context, target);
    const isHard = !options.has('s');
    let error: string | undefined;
    if (isHard && !files.exists(source)) error = `${target}: ${files.whyMissing(source)}`;
    else {
      if (options.has('f')) files.remove(path);
      const refused = isHard ? files.hardLink(source, path) : files.link(path, target);
      if (refused !== undefined) error = `${link}: ${refused}`;
    }
    if (error === undefined) continue;
    context.err(`ln: ${error}\n`);
    code = 1;
  }
  return code;
};

const lastPart = (path: string): string => path.replace(/\/+$/, '').replace(/^.*\//, '');

/** Where a link leads; with `-f` the path behind all links. It fails without a word. */
export const readlink: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  const { files } = context;
  let code = 0;
  for (const name of names) {
    const path = absolute(context, name);
    const found = options.has('f') ? canonical(context, path) : files.linkAt(path);
    if (found !== undefined) {
      context.out(options.has('n') ? found : `${found}\n`);
      continue;
    }
    if (options.has('v')) context.err(`readlink: ${name}: ${why(context, path)}\n`);
    code = 1;
  }
  return code;
};

/** Without links; only the last part need not exist. Source: xmalloc_realpath_coreutils. */
function canonical({ files }: ProcessContext, path: string): string | undefined {
  const real = files.realPath(path);
  if (real === undefined) return undefined;
  return files.isDirectory(real.replace(/\/[^/]*$/, '') || '/') ? real : undefined;
}

const why = ({ files }: ProcessContext, path: string): string =>
  files.exists(path) ? 'Invalid argument' : files.whyMissing(path);

export const realpath: Program = function* (context) {
  let code = 0;
  for (const name of optionsOf(context.argv, '').names) {
    const path = absolute(context, name);
    const real = canonical(context, path);
    if (real !== undefined) context.out(`${real}\n`);
    else {
      context.err(`realpath: ${name}: ${context.files.whyMissing(path)}\n`);
      code = 1;
    }
  }
  return code;
};

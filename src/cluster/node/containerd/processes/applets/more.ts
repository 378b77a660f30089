/** Small applets: xargs, base64, paste, stat. */
import { base64OfText, textOfBase64 } from '#base/base64';
import { runEpoch, second } from '#base/sim-time';
import { absolute, noStdin, type Program } from '../program.ts';
import { formatDate } from './date.ts';
import { linesOf, optionsOf, textOf } from './inputs.ts';
import { linkMode, linksOf, modeText } from './ls.ts';

/** Passes words of its input as arguments to a command: `-n COUNT`, `-I TEXT`, `-r`. */
export const xargsOf = (find: (name: string) => Program | undefined): Program =>
  function* (context) {
    const words = context.argv.slice(1);
    let [most, replaced, onlyIfAny] = ['Infinity', undefined as string | undefined, false];
    for (; words[0]?.startsWith('-') === true; words.shift()) {
      const [option = ''] = words;
      const value = (): string =>
        option.length > 2 ? option.slice(2) : (words.splice(1, 1)[0] ?? '');
      if (option.startsWith('-n')) most = value() || '0';
      else if (option.startsWith('-I')) replaced = value();
      else if (option.includes('r')) onlyIfAny = true;
    }
    const count = Number(most);
    if (!(count >= 1)) {
      context.err(`xargs: invalid number '${most}'\n`);
      return 1;
    }
    const command = words.length === 0 ? ['echo'] : words;
    const program = find(command[0] ?? '');
    if (program === undefined) {
      context.err(`xargs: ${command[0]}: No such file or directory\n`);
      return 127;
    }
    const text = context.readStdin();
    const given = replaced === undefined ? text.split(/\s+/).filter(Boolean) : linesOf(text);
    const size = replaced === undefined ? Math.min(count, Math.max(1, given.length)) : 1;
    let code = 0;
    for (
      let at = 0;
      at < given.length || (at === 0 && !onlyIfAny && replaced === undefined);
      at += size
    ) {
      const some = given.slice(at, at + size);
      const [line = ''] = some;
      const argv =
        replaced === undefined
          ? [...command, ...some]
          : command.map((word) => word.replaceAll(replaced ?? '', line));
      if ((yield* program({ ...context, argv, readStdin: noStdin })) !== 0) code = 123;
    }
    return code;
  };

const lineLength = 76;

export const base64: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'w');
  const text = textOf(context, names);
  if (text === undefined) return 1;
  if (options.has('d')) {
    const decoded = textOfBase64(text.replace(/\s/g, ''));
    if (decoded === undefined) {
      context.err('base64: truncated base64 input\n');
      return 1;
    }
    context.out(decoded);
    return 0;
  }
  const encoded = base64OfText(text);
  const width = Number(options.get('w') ?? lineLength);
  const lines = width === 0 ? [encoded] : (encoded.match(new RegExp(`.{1,${width}}`, 'g')) ?? []);
  context.out(lines.join('\n') + (width === 0 ? '' : '\n'));
  return 0;
};

/** `-s` only: all lines in one. */
export const paste: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'd');
  const text = textOf(context, names);
  if (text === undefined) return 1;
  const separator = options.get('d') ?? '\t';
  context.out(`${linesOf(text).join(options.has('s') ? separator : '\n')}\n`);
  return 0;
};

/** `stat -c FORMAT`: `%a %A %F %g %G %h %n %N %s %u %U %y %Y`; `-L` follows links. */
export const stat: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'c');
  const { files } = context;
  const format = options.get('c');
  if (format === undefined) {
    context.err('stat: without -c FORMAT is not simulated\n');
    return 1;
  }
  for (const name of names) {
    const path = absolute(context, name);
    const target = options.has('L') ? undefined : files.linkAt(path);
    const isLink = target !== undefined;
    const isFolder = !isLink && files.isDirectory(path);
    if (!isLink && !isFolder && files.read(path) === undefined) {
      context.err(`stat: can't stat '${name}': ${files.whyMissing(path)}\n`);
      return 1;
    }
    const { at, uid, gid } = files.statOf(path, !isLink);
    const epoch = (runEpoch + at) / second;
    const mode = isLink ? 0o777 : files.modeOf(path);
    const nameOf = (id: number): string => (id === 0 ? 'root' : 'UNKNOWN');
    const empty = files.sizeOf(path) === 0 ? 'regular empty file' : 'regular file';
    const fields: Readonly<Record<string, string>> = {
      a: mode.toString(8),
      A: isLink ? linkMode : modeText(mode, isFolder),
      F: isLink ? 'symbolic link' : isFolder ? 'directory' : empty,
      g: String(gid),
      G: nameOf(gid),
      h: String(linksOf(files, path, isFolder)),
      n: name,
      N: isLink ? `'${name}' -> '${target}'` : name,
      s: String(isFolder ? 4096 : (target?.length ?? files.sizeOf(path))),
      u: String(uid),
      U: nameOf(uid),
      y: formatDate(epoch, '%F %T.000000000 +0000'),
      Y: String(Math.floor(epoch)),
    };
    context.out(`${format.replace(/%(\w)/g, (all, letter: string) => fields[letter] ?? all)}\n`);
  }
  return 0;
};

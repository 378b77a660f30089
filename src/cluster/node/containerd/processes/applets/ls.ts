/** `ls`: `-1 -a -A -d -l -R`; in columns on a terminal, as the `ls` of the image has them. */
import { runEpoch, second } from '#base/sim-time';
import { absolute, type ProcessContext, type Program } from '../program.ts';
import { formatDate } from './date.ts';
import { optionsOf } from './inputs.ts';
import { busyboxColumns, coreutilsColumns } from './ls-columns.ts';

type Flags = ReadonlyMap<string, string>;

const folderBytes = 4096;

export const ls: Program = function* (context) {
  const { options: flags, names } = optionsOf(context.argv, '');
  const given = names.length === 0 ? ['.'] : names;
  const { files } = context;
  const folders: string[] = [];
  const single: string[] = [];
  let code = 0;
  for (const name of given) {
    const path = absolute(context, name);
    const isFolder = files.isDirectory(path);
    // A link that is named is followed, except by `-l` and `-d`.
    const isLink = (flags.has('l') || flags.has('d')) && files.linkAt(path) !== undefined;
    if (isFolder && !flags.has('d') && !isLink) folders.push(name);
    else if (isFolder || isLink || files.read(path) !== undefined) single.push(name);
    else {
      context.err(`ls: ${name}: ${files.whyMissing(path)}\n`);
      code = 1;
    }
  }
  print(context, flags, single, (name) => absolute(context, name));
  let isFirst = single.length === 0;
  const named = given.length > 1 || flags.has('R');
  for (const name of folders) {
    if (named) context.out(`${isFirst ? '' : '\n'}${name}:\n`);
    isFirst = false;
    const inside = entries(context, flags, name);
    if (flags.has('l')) context.out(`total ${blocks(context, name, inside)}\n`);
    print(context, flags, inside, (entry) => `${absolute(context, name)}/${entry}`);
    if (!flags.has('R')) continue;
    const below = inside.filter((entry) => !/^\.\.?$/.test(entry));
    const paths = below.map((entry) => `${name.replace(/\/$/, '')}/${entry}`);
    const isOwnFolder = (path: string): boolean =>
      files.linkAt(path) === undefined && files.isDirectory(path);
    folders.push(...paths.filter((path) => isOwnFolder(absolute(context, path))));
  }
  return code;
};

function entries(context: ProcessContext, flags: Flags, name: string): readonly string[] {
  const all = context.files.list(absolute(context, name)) ?? [];
  if (flags.has('a')) return ['.', '..', ...all];
  return flags.has('A') ? all : all.filter((entry) => !entry.startsWith('.'));
}

const kibibytes = (bytes: number): number => Math.ceil(bytes / folderBytes) * 4;

function blocks(context: ProcessContext, folder: string, inside: readonly string[]): number {
  const { files } = context;
  return inside.reduce((sum, entry) => {
    const path = `${absolute(context, folder)}/${entry}`;
    if (files.linkAt(path) !== undefined) return sum;
    return sum + kibibytes(files.isDirectory(path) ? folderBytes : files.sizeOf(path));
  }, 0);
}

function print(
  context: ProcessContext,
  flags: Flags,
  names: readonly string[],
  pathOf: (name: string) => string,
): void {
  const { terminal } = context;
  if (terminal !== undefined && !flags.has('l') && !flags.has('1')) {
    const isGnu = context.image?.programs.has('dash') === true;
    context.out((isGnu ? coreutilsColumns : busyboxColumns)(names, terminal.columns));
    return;
  }
  for (const name of names) {
    const target = flags.has('l') ? context.files.linkAt(pathOf(name)) : undefined;
    const leads = target === undefined ? '' : ` -> ${target}`;
    context.out(`${flags.has('l') ? details(context, pathOf(name), target) : ''}${name}${leads}\n`);
  }
}

const ownerName = (id: number): string => (id === 0 ? 'root' : String(id));

/** A folder is known by its own name, as `.`, and as `..` in each folder inside. */
export function linksOf(files: ProcessContext['files'], path: string, isFolder: boolean): number {
  if (!isFolder) return files.linkCount(path);
  const inside = files.list(path) ?? [];
  return 2 + inside.filter((name) => files.isDirectory(`${path}/${name}`)).length;
}

/** `target`: it is a link, and that is where it leads. */
function details({ files }: ProcessContext, path: string, target: string | undefined): string {
  const isFolder = target === undefined && files.isDirectory(path);
  const links = linksOf(files, path, isFolder);
  const { at, uid, gid } = files.statOf(path, target === undefined);
  const mode = target === undefined ? modeText(files.modeOf(path), isFolder) : linkMode;
  const size = isFolder ? folderBytes : (target?.length ?? files.sizeOf(path));
  const owner = `${ownerName(uid).padEnd(8)} ${ownerName(gid).padEnd(8)}`;
  const time = formatDate((runEpoch + at) / second, '%b %e %H:%M');
  return `${mode} ${String(links).padStart(4)} ${owner} ${String(size).padStart(9)} ${time} `;
}

/** Of every symbolic link. */
export const linkMode = 'lrwxrwxrwx';

/** `-rw-r--r--`. */
export function modeText(mode: number, isFolder: boolean): string {
  const letters = [...'rwxrwxrwx'].map((letter, index) =>
    (mode & (1 << (8 - index))) === 0 ? '-' : letter,
  );
  if ((mode & 0o1000) !== 0) letters[8] = letters[8] === 'x' ? 't' : 'T';
  return `${isFolder ? 'd' : '-'}${letters.join('')}`;
}

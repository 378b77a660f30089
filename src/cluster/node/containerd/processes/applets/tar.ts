/**
 * tar: creates, lists and extracts archives of files and folders, as `kubectl cp` asks for it.
 * Messages are busybox's. What it cannot do here (compression, hard links, patterns) is refused by
 * name.
 */
import { runEpoch, second } from '#base/sim-time';
import { packTar, type TarEntry, unpackTar } from '#base/tar';
import type { FileSystem } from '../../files/file-system.ts';
import { absolute, type ProcessContext, type Program } from '../program.ts';

interface Task {
  readonly mode: 'c' | 'x' | 't';
  /** `-` is standard input or output. */
  readonly archive: string;
  readonly folder: string;
  readonly verbose: boolean;
  readonly names: readonly string[];
}

/** Options that change nothing here: all files are root's, and modes are kept. */
const withoutEffect = new Set(['-m', '-p', '-o', '--no-same-permissions', '--no-same-owner']);

export const tar: Program = function* (context) {
  const task = taskOf(context.argv.slice(1));
  if (typeof task === 'string') return failed(context, task);
  if (!context.files.isDirectory(absolute(context, task.folder))) {
    const why = 'No such file or directory';
    return failed(context, `can't change directory to '${task.folder}': ${why}`);
  }
  const inside = { ...context, cwd: absolute(context, task.folder) };
  return task.mode === 'c' ? create(inside, task) : unpack(inside, context, task);
};

function failed(context: ProcessContext, message: string): number {
  context.err(`tar: ${message}\n`);
  return 1;
}

/** Reads `-xmf - -C /tmp` and the older `cf - /etc`; a text says what is wrong. */
function taskOf([first = '', ...rest]: readonly string[]): Task | string {
  const words = [first.startsWith('-') ? first : `-${first}`, ...rest];
  const given = { archive: '-', folder: '.', verbose: false };
  const names: string[] = [];
  let mode: Task['mode'] | undefined;
  const options = words.flatMap((word) =>
    /^-[^-]/.test(word) ? [...word.slice(1)].map((letter) => `-${letter}`) : [word],
  );
  for (let i = 0; i < options.length; i++) {
    const option = options[i] ?? '';
    if (option === '-c' || option === '-x' || option === '-t') {
      mode = option.slice(1) as Task['mode'];
    } else if (option === '-f') given.archive = options[++i] ?? '-';
    else if (option === '-C') given.folder = options[++i] ?? '.';
    else if (option === '-v') given.verbose = true;
    else if (!option.startsWith('-') || option === '-') names.push(option);
    else if (!withoutEffect.has(option)) return `${option} is not simulated`;
  }
  if (mode === undefined) return 'need at least one of -c, -x or -t';
  return { ...given, mode, names };
}

function create(context: ProcessContext, { archive, names, verbose }: Task): number {
  const { files } = context;
  let code = 0;
  if (names.some((name) => name.startsWith('/'))) {
    context.err("tar: removing leading '/' from member names\n");
  }
  const entries = names.flatMap((name) => {
    const found = entriesBelow(context, absolute(context, name), name.replace(/^\/+/, ''));
    if (found.length === 0) code = failed(context, `${name}: No such file or directory`);
    return found;
  });
  const packed = packTar(entries);
  if (!packed.ok) return failed(context, `${packed.error}: name too long`);
  if (verbose) for (const { name } of entries) context.err(`${name}\n`);
  if (archive === '-') context.out(packed.value);
  else {
    const error = files.write(absolute(context, archive), packed.value);
    if (error !== undefined) return failed(context, `can't open '${archive}': ${error}`);
  }
  return code === 0 ? 0 : failed(context, 'error exit delayed from previous errors');
}

function entriesBelow(context: ProcessContext, path: string, name: string): readonly TarEntry[] {
  const { files, sim, clock } = context;
  const modified = Math.floor((runEpoch + (clock?.() ?? sim.now)) / second);
  const entry = { name: name.replace(/(?<=.)\/+$/, ''), mode: files.modeOf(path), modified };
  const link = files.linkAt(path);
  if (link !== undefined) return [{ ...entry, mode: 0o777, folder: false, link, text: '' }];
  if (!files.isDirectory(path)) {
    const text = files.read(path);
    return text === undefined ? [] : [{ ...entry, folder: false, text }];
  }
  const below = (files.list(path) ?? []).flatMap((each) =>
    entriesBelow(context, `${path}/${each}`, entry.name === '' ? each : `${entry.name}/${each}`),
  );
  return entry.name === '' ? below : [{ ...entry, folder: true, text: '' }, ...below];
}

function unpack(inside: ProcessContext, context: ProcessContext, task: Task): number {
  const { archive, mode, names, verbose } = task;
  const text =
    archive === '-' ? context.readStdin() : context.files.read(absolute(context, archive));
  if (text === undefined) {
    return failed(context, `can't open '${archive}': No such file or directory`);
  }
  const entries = unpackTar(text);
  if (entries === undefined)
    return failed(context, text === '' ? 'short read' : 'invalid tar magic');
  const chosen = entries.filter(
    ({ name }) => names.length === 0 || names.some((one) => `${name}/`.startsWith(`${one}/`)),
  );
  for (const entry of chosen) {
    if (mode === 't' || verbose) context.out(`${entry.name}${entry.folder ? '/' : ''}\n`);
    const error = mode === 't' ? undefined : extract(inside.files, inside.cwd, entry);
    if (error !== undefined) return failed(context, `can't open '${entry.name}': ${error}`);
  }
  return 0;
}

/** Parent folders are made, as tar does. */
function extract(files: FileSystem, folder: string, entry: TarEntry): string | undefined {
  const path = `${folder}/${entry.name}`.replace(/\/+/g, '/');
  if (entry.folder) return files.isDirectory(path) ? undefined : files.makeDirectory(path);
  const parent = path.replace(/\/[^/]*$/, '');
  if (parent !== '' && !files.isDirectory(parent)) {
    const error = files.makeDirectory(parent);
    if (error !== undefined) return error;
  }
  if (entry.link !== undefined) {
    files.remove(path);
    return files.link(path, entry.link);
  }
  return files.write(path, entry.text) ?? files.setMode(path, entry.mode);
}

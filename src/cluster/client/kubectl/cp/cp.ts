/**
 * `kubectl cp SOURCE DESTINATION`: copies files between the person's machine and a container.
 *
 * Models k8s.io/kubectl pkg/cmd/cp cp.go: kubectl itself copies nothing. It runs `tar` in the
 * container through the exec subresource, so an image without tar cannot be copied from or to.
 */
import { err, ok } from '#base/result';
import { packTar, type TarEntry, unpackTar } from '#base/tar';
import type { Pod } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { pods, resourcePath } from '#k8s.io/client-go/rest/resource';
import { isPodPhaseTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, intFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { openStreams } from '../exec/exec.ts';
import { fail, type Outcome } from '../failure.ts';
import { pickContainer } from '../resource/pick-container.ts';
import type { Session } from '../session.ts';
import { cleanPath, type LocalFolder } from './local-files.ts';

export const cp: Command = {
  name: 'cp',
  short: 'Copy files and directories to and from containers',
  usage: '<file-spec-src> <file-spec-dest>',
  flags: [
    stringFlag('container', 'Container name', { shorthand: 'c' }),
    boolFlag('no-preserve', 'Do not preserve ownership and permissions in the container'),
    ...refused(intFlag('retries', 'Number of retries of a copy from a container')),
  ],
  run,
};

/** A local file, or one in a pod. */
interface FileSpec {
  readonly namespace?: string;
  readonly pod?: string;
  readonly file: string;
}

/** What one copy knows of the container. */
interface Remote {
  readonly session: Session;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

function* run({ session, args, flags }: Invocation): Process<Outcome> {
  const [first, second] = args;
  if (first === undefined || second === undefined || args.length > 2) {
    return fail('source and destination are required');
  }
  const source = fileSpecOf(first);
  if (!source.ok) return source;
  const target = fileSpecOf(second);
  if (!target.ok) return target;
  const [from, to] = [source.value, target.value];
  if (from.pod !== undefined && to.pod !== undefined) {
    return fail('one of src or dest must be a local file specification');
  }
  if (from.file === '' || to.file === '') return fail('filepath can not be empty');
  const { pod, namespace } = from.pod === undefined ? to : from;
  if (pod === undefined) return fail('one of src or dest must be a remote file specification');
  const remote = {
    session,
    namespace: namespace || session.config.namespace,
    pod,
    container: flags.string('container'),
  };
  if (from.pod !== undefined) return yield* copyFromPod(remote, from.file, to.file);
  return yield* copyToPod(remote, from.file, to.file, flags.bool('no-preserve'));
}

/** Source: extractFileSpec. */
function fileSpecOf(word: string): Outcome<FileSpec> {
  const colon = word.indexOf(':');
  const file = (path: string): string => path.replace(/(?<=.)\/$/, '');
  if (colon < 0) return ok({ file: file(word) });
  const pieces = word.slice(0, colon).split('/');
  if (colon === 0 || pieces.length > 2) {
    return fail('filespec must match the canonical format: [[namespace/]pod:]file/path');
  }
  const [namespace = '', pod = ''] = pieces.length === 1 ? ['', pieces[0]] : pieces;
  return ok({ namespace, pod, file: file(word.slice(colon + 1)) });
}

/** Source: copyFromPod. What tar complains of goes to standard output. */
function* copyFromPod(remote: Remote, from: string, to: string): Process<Outcome> {
  const { out } = remote.session;
  const archive = yield* execute(remote, ['tar', 'cf', '-', from], { complain: out });
  if (!archive.ok) return archive;
  const entries = unpackTar(archive.value);
  if (entries === undefined) return fail('unexpected EOF');
  const clean = cleanPath(from.replace(/^\/+/, ''));
  const prefix = clean.replace(/^(?:\.\.?\/)*(?:\.\.?$)?/, '');
  return untarAll(remote, entries, { prefix, from, to });
}

interface Untar {
  readonly prefix: string;
  readonly from: string;
  readonly to: string;
}

/** Links are not copied, which is said. Source: untarAll. */
function untarAll(
  { session, namespace, pod }: Remote,
  entries: readonly TarEntry[],
  { prefix, from, to }: Untar,
): Outcome {
  const { files, err: warn } = session;
  let isWarned = false;
  for (const { name, folder, link, text } of entries) {
    if (!name.startsWith(prefix)) return fail('tar contents corrupted');
    const below = name.slice(prefix.length);
    const path = cleanPath(`${to}/${below}`);
    if (below.split('/').includes('..')) {
      warn(`warning: file "${path}" is outside target destination, skipping\n`);
      continue;
    }
    if (link !== undefined) {
      const instead = `kubectl exec -n "${namespace}" "${pod}" -- tar cf - "${from}" | tar xf -`;
      const hint = isWarned ? '' : ` (consider using "${instead}")`;
      warn(`warning: skipping symlink: "${path}" -> "${link}"${hint}\n`);
      isWarned = true;
      continue;
    }
    const made = folder ? files.makeFolder(path) : files.write(path, text);
    if (!made.ok) return fail(made.error);
  }
  return ok(undefined);
}

/** Source: copyToPod. A destination that is a folder gets the file under its own name. */
function* copyToPod(
  remote: Remote,
  from: string,
  to: string,
  noPreserve: boolean,
): Process<Outcome> {
  const { session } = remote;
  const source = cleanPath(from);
  if (session.files.read(source) === undefined && !session.files.isFolder(source)) {
    return fail(`${from} doesn't exist in local filesystem`);
  }
  const isFolder = yield* execute(remote, ['test', '-d', to], { complain: () => undefined });
  const target = cleanPath(isFolder.ok ? `${to}/${baseOf(source)}` : to);
  const packed = packTar(recursiveTar(session.files, source, baseOf(target)));
  if (!packed.ok) return fail(`archive/tar: cannot encode header: ${packed.error}`);
  const options = noPreserve ? ['--no-same-permissions', '--no-same-owner'] : [];
  const command = ['tar', ...options, '-xmf', '-', '-C', folderOf(target)];
  const done = yield* execute(remote, command, { stdin: packed.value, complain: session.err });
  return done.ok ? ok(undefined) : done;
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1) || '/';
const folderOf = (path: string): string => cleanPath(path.replace(/[^/]*$/, ''));

/** Source: recursiveTar. A folder is in the archive only when it is empty. */
function recursiveTar(files: LocalFolder, path: string, name: string): readonly TarEntry[] {
  const entry = { name, mode: 0o644, modified: 0 };
  const text = files.read(path);
  if (text !== undefined) return [{ ...entry, folder: false, text }];
  const names = files.list(path);
  if (names.length === 0) return [{ ...entry, mode: 0o755, folder: true, text: '' }];
  return names.flatMap((each) => recursiveTar(files, `${path}/${each}`, `${name}/${each}`));
}

interface Streams {
  readonly stdin?: string;
  /** Prints what the command and kubectl say on standard error. */
  readonly complain: (text: string) => void;
}

/** Runs a command in the container: what it printed. Source: CopyOptions.execute. */
function* execute(
  { session, namespace, pod: name, container: asked }: Remote,
  command: readonly string[],
  { stdin, complain }: Streams,
): Process<Outcome<string>> {
  const path = resourcePath(pods, namespace, name);
  const ref = { resource: 'pods', namespace, name };
  const got = yield* session.client.send({ method: 'GET', path, ref });
  if (!got.ok) return got;
  const pod = asObject<Pod>(got.value.body);
  const phase = pod.status?.phase;
  if (isPodPhaseTerminal(phase)) {
    return fail(`cannot exec into a container in a completed pod; current phase is ${phase}`);
  }
  const container = pickContainer({ ...session, err: complain }, pod, asked);
  if (!container.ok) return container;
  const answer = yield* openStreams(session, pod, container.value, command, stdin);
  if (!answer.ok) return answer;
  if ('error' in answer.value) return fail(answer.value.error);
  const { stdout, stderr, exitCode } = answer.value;
  if (stderr !== '') complain(stderr);
  if (exitCode === 0) return ok(stdout);
  const message = `command terminated with exit code ${exitCode}`;
  return err({ kind: 'plain', message, exitCode });
}

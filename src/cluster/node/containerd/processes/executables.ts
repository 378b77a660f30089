/**
 * Which program a command line means in an image, or why it cannot be started.
 * Models what runc does before exec: look the command up in $PATH.
 */

import { err, ok, type Result } from '#base/result';
import type { ImageConfig } from '#cluster/config/cluster-config';
import type { FileSystem } from '../files/file-system.ts';
import { agnhost } from './agnhost.ts';
import { notSimulated } from './not-simulated.ts';
import { pause } from './pause.ts';
import type { Program } from './program.ts';
import { serverProgram } from './server.ts';
import { applets, runShell } from './shell/run-shell.ts';
import { interpreterOf } from './shell/scripts.ts';

/** Files of a busybox root file system. */
const busyboxFiles: Readonly<Record<string, string>> = {
  '/etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n',
  '/etc/group': 'root:x:0:\n',
};
const busyboxFolders = ['bin', 'dev', 'etc', 'proc', 'root', 'sys', 'tmp', 'usr', 'var', 'www'];

// Keyed by the identity of the immutable configuration: containers of one image share its files.
const filesOfImages = new WeakMap<ImageConfig, Readonly<Record<string, string>>>();

/** The files of an image, beside its programs. */
export function imageFiles(image: ImageConfig): Readonly<Record<string, string>> {
  let files = filesOfImages.get(image);
  if (files === undefined) {
    files = makeImageFiles(image);
    filesOfImages.set(image, files);
  }
  return files;
}

function makeImageFiles(image: ImageConfig): Readonly<Record<string, string>> {
  if (image.program === 'pause') return { '/pause': '' };
  if (image.server?.alone === true) return { [`/${image.server.executable}`]: '' };
  const folders = busyboxFolders.map((name) => [`/${name}/.`, '']);
  const binaries = [...programsOf(image).keys()].map((name) => [`/bin/${name}`, '']);
  const pages = image.program === 'httpd' ? { '/www/index.html': `nginx ${image.tags[0]}\n` } : {};
  return { ...Object.fromEntries([...folders, ...binaries]), ...busyboxFiles, ...pages };
}

const busyboxPrograms: ReadonlyMap<string, Program> = new Map([
  ...applets,
  ['sh', runShell],
  ['ash', runShell],
]);
const pausePrograms: ReadonlyMap<string, Program> = new Map([['pause', pause]]);

const agnhostPath = '/agnhost';

const nothing: ReadonlyMap<string, Program> = new Map();

function programsOf(image: ImageConfig): ReadonlyMap<string, Program> {
  if (image.program === 'pause') return pausePrograms;
  return image.server?.alone === true ? nothing : busyboxPrograms;
}

const programFolders = /^\/(?:usr\/)?s?bin\/([^/]+)$/;

/** The program of a command, or runc's error. */
export function findExecutable(
  image: ImageConfig,
  command: string,
  files?: FileSystem,
): Result<Program, string> {
  const programs = programsOf(image);
  if (image.program === 'agnhost' && command === agnhostPath) return ok(agnhost);
  const { server } = image;
  if (server !== undefined && command === server.executable) return ok(serverProgram(server));
  if (!command.includes('/')) {
    const found = image.program === 'pause' ? undefined : programs.get(command);
    if (found !== undefined) return ok(found);
    const exists = programs === busyboxPrograms && notSimulated.has(command);
    return err(
      `exec: "${command}": ${exists ? 'not simulated' : 'executable file not found in $PATH'}`,
    );
  }
  const name = image.program === 'pause' ? command.slice(1) : programFolders.exec(command)?.[1];
  const found = programs.get(name ?? '');
  if (found !== undefined) return ok(found);
  if (programs === busyboxPrograms && notSimulated.has(name ?? '')) {
    return err(`exec: "${command}": not simulated`);
  }
  const path = command.startsWith('/') ? command : `/${command}`;
  const exists = files?.isDirectory(path) === true || files?.read(path) !== undefined;
  if (files === undefined || !exists) {
    return err(`exec: "${command}": stat ${command}: no such file or directory`);
  }
  const runs = !files.isDirectory(path) && (files.modeOf(path) & 0o111) !== 0;
  return runs ? ok(scriptProgram(path)) : err(`exec: "${command}": permission denied`);
}

const execFailedExitCode = 255;

/** How the kernel runs an executable file: as a script of the shell in its first line. */
const scriptProgram = (path: string): Program =>
  function* (context) {
    const interpreter = interpreterOf(context.files.read(path) ?? '');
    if (interpreter !== undefined && /^\/bin\/(?:a?sh)$/.test(interpreter)) {
      return yield* runShell({ ...context, argv: [interpreter, path, ...context.argv.slice(1)] });
    }
    const why = interpreter === undefined ? 'exec format error' : 'no such file or directory';
    context.err(`exec ${context.argv[0] ?? path}: ${why}\n`);
    return execFailedExitCode;
  };

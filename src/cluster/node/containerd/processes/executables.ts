/**
 * Which program a command line means in an image, or why it cannot be started.
 * Models what runc does before exec: look the command up in $PATH.
 */

import { err, ok, type Result } from '#base/result';
import type { ImageConfig } from '#cluster/config/cluster-config';
import type { FileSystem } from '../files/file-system.ts';
import { agnhost } from './agnhost/agnhost.ts';
import { agnhostPaths } from './agnhost/content.ts';
import { contentOf, type ImageContent } from './image-content.ts';
import type { Program } from './program.ts';
import { serverProgram } from './server.ts';
import { scriptProgram } from './shell/script-program.ts';

const programFolders = /^\/(?:usr\/)?(?:local\/)?s?bin\/([^/]+)$/;

/** Images of one program in the root folder. */
const aloneAtRoot: ReadonlySet<string> = new Set(['pause', 'hello-world']);

/** The program of a command, or runc's error. */
export function findExecutable(
  image: ImageConfig,
  command: string,
  files?: FileSystem,
): Result<Program, string> {
  const content = contentOf(image);
  if (image.program === 'agnhost' && agnhostPaths.has(command)) {
    return ok(among(content, agnhost));
  }
  const { server } = image;
  if (server !== undefined && command === server.executable) return ok(serverProgram(server));
  const found = findProgram(image, content, command, files);
  return found.ok ? ok(among(content, found.value)) : found;
}

/** The program, which finds the other programs of its image. */
const among =
  (image: ImageContent, program: Program): Program =>
  (context) =>
    program({ ...context, image });

function findProgram(
  image: ImageConfig,
  content: ImageContent,
  command: string,
  files?: FileSystem,
): Result<Program, string> {
  const { programs, shellOnly, notSimulated } = content;
  const known = (name: string): Program | undefined =>
    shellOnly.has(name) ? undefined : programs.get(name);
  if (!command.includes('/')) {
    const found = aloneAtRoot.has(image.program) ? undefined : known(command);
    if (found !== undefined) return ok(found);
    const exists = notSimulated.has(command);
    return err(
      `exec: "${command}": ${exists ? 'not simulated' : 'executable file not found in $PATH'}`,
    );
  }
  const isAlone = aloneAtRoot.has(image.program);
  const name = isAlone ? command.slice(1) : programFolders.exec(command)?.[1];
  const found = known(name ?? '');
  if (found !== undefined) return ok(found);
  if (notSimulated.has(name ?? '')) return err(`exec: "${command}": not simulated`);
  return findScript(command, files);
}

function findScript(command: string, files?: FileSystem): Result<Program, string> {
  const path = command.startsWith('/') ? command : `/${command}`;
  const exists = files?.isDirectory(path) === true || files?.read(path) !== undefined;
  if (files === undefined || !exists) {
    return err(`exec: "${command}": stat ${command}: no such file or directory`);
  }
  const runs = !files.isDirectory(path) && (files.modeOf(path) & 0o111) !== 0;
  return runs ? ok(scriptProgram(path)) : err(`exec: "${command}": permission denied`);
}

/**
 * Reads the files of one kustomization and finds those of its bases.
 *
 * Models sigs.k8s.io/kustomize/api/internal/loader fileloader.go with RestrictionRootOnly. In: the
 * files of the person's machine, a folder. Out: texts, or errors with whole paths.
 */
import { cleanPath, type LocalFolder } from '../cp/local-files.ts';
import { stop } from './problem.ts';

const notFolder = 'must build at directory: not a valid directory';
const fileNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** An address of a repository or a file elsewhere. */
const remote = /^(https?:\/\/|git@|git::|ssh:\/\/|github\.com[/:])/;

export class Loader {
  readonly root: string;
  readonly #files: LocalFolder;
  /** The folders that led here, this one first. */
  readonly #visited: readonly string[];

  private constructor(files: LocalFolder, root: string, visited: readonly string[]) {
    this.#files = files;
    this.root = root;
    this.#visited = [root, ...visited];
  }

  /** The loader of a folder that was typed in another one. */
  static at(files: LocalFolder, from: string, typed: string): Loader {
    const whole = cleanPath(typed.startsWith('/') ? typed : `${from}/${typed}`);
    return new Loader(files, confirmFolder(files, whole, typed), []);
  }

  /** The loader of a base. Source: FileLoader.New. */
  below(path: string): Loader {
    if (path === '') stop('new root cannot be empty');
    if (remote.test(path)) {
      stop(`podyssey: "${path}" is not on this machine, and nothing is fetched from elsewhere`);
    }
    if (path.startsWith('/')) stop(`new root '${path}' cannot be absolute`);
    const root = confirmFolder(this.#files, cleanPath(`${this.root}/${path}`));
    for (const visited of this.#visited) {
      if (visited === root || visited.startsWith(root === '/' ? '/' : `${root}/`)) {
        stop(`cycle detected: candidate root '${root}' contains visited root '${visited}'`);
      }
    }
    return new Loader(this.#files, root, this.#visited);
  }

  /** The text of a file at or below the folder. Source: FileLoader.Load. */
  load(path: string): string {
    if (remote.test(path)) {
      return stop(`podyssey: "${path}" is not on this machine, and nothing is fetched`);
    }
    const whole = cleanPath(path.startsWith('/') ? path : `${this.root}/${path}`);
    const text = this.#files.read(whole);
    if (text === undefined && !this.#files.isFolder(whole)) stop(missing(this.#files, whole));
    if (text === undefined) stop(`'${whole}' must resolve to a file`);
    if (!whole.startsWith(this.root === '/' ? '/' : `${this.root}/`)) {
      stop(`security; file '${whole}' is not in or below '${this.root}'`);
    }
    return text ?? '';
  }

  /** The kustomization file. Source: LoadKustFile. */
  kustomization(): string {
    const found = fileNames.flatMap((name) => {
      const text = this.#files.read(`${this.root}/${name}`);
      return text === undefined ? [] : [text];
    });
    if (found.length > 1) stop(`Found multiple kustomization files under: ${this.root}\n`);
    const names = fileNames.map((name) => `'${name}'`);
    const last = names.pop() ?? '';
    return (
      found[0] ??
      stop(`unable to find one of ${names.join(', ')} or ${last} in directory '${this.root}'`)
    );
  }
}

/** Source: filesys.ConfirmDir. `typed`: the path as errors name it. */
function confirmFolder(files: LocalFolder, path: string, typed = path): string {
  if (files.isFolder(path)) return path;
  if (files.read(path) === undefined) return stop(`${notFolder}: ${missing(files, path, typed)}`);
  return stop(`must build at directory: '${typed}': file is not directory`);
}

/** Source: filepath.EvalSymlinks, which stops at the first part that is not there. */
function missing(files: LocalFolder, path: string, typed = path): string {
  const parts = path.split('/').slice(1);
  let at = '';
  for (const part of parts) {
    at += `/${part}`;
    if (!files.isFolder(at)) break;
  }
  return `evalsymlink failure on '${typed}' : lstat ${at}: no such file or directory`;
}

/** Paths: what stays of them without dots and links, and how they lie below one another. */

/** Linux MAXSYMLINKS: a path that leads through more is a circle. */
const mostLinks = 40;

/**
 * An absolute path with links replaced, one part after the other: `..` is the folder above what a
 * link leads to. `last`: the last part, too. Undefined when it leads through too many.
 */
export function followed(
  path: string,
  last: boolean,
  targetOf: (path: string) => string | undefined,
): string | undefined {
  const rest = path.split('/').reverse();
  let at = '';
  for (let links = 0; rest.length > 0; ) {
    const part = rest.pop() ?? '';
    if (part === '' || part === '.') continue;
    if (part === '..') {
      at = at.slice(0, Math.max(0, at.lastIndexOf('/')));
      continue;
    }
    const target = last || rest.some((more) => more !== '') ? targetOf(`${at}/${part}`) : undefined;
    if (target === undefined) at = `${at}/${part}`;
    else if (++links > mostLinks) return undefined;
    else {
      if (target.startsWith('/')) at = '';
      rest.push(...target.split('/').reverse());
    }
  }
  return at || '/';
}

/** The name right below a folder that leads to a path; undefined: the path is elsewhere. */
export function firstNameBelow(folder: string, path: string): string | undefined {
  const prefix = folder === '/' ? '/' : `${folder}/`;
  if (!path.startsWith(prefix)) return undefined;
  const slash = path.indexOf('/', prefix.length);
  return path.slice(prefix.length, slash < 0 ? undefined : slash);
}

/** All folders on the way to a path, without the path itself. */
export function foldersAbove(path: string): readonly string[] {
  const folders = path === '/' ? [] : ['/'];
  for (let end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** A part of a path that is not as it stays: empty, `.` or `..`. */
const notNormal = /\/\.{0,2}(?:\/|$)/;

/** An absolute path without dots and double slashes; relative ones start at the root. */
export function normalize(path: string): string {
  if (path.startsWith('/') && !notNormal.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/**
 * The changes that a mutating plugin made to an object, as a JSON patch (RFC 6902).
 *
 * Objects are never changed in place, so unchanged parts are identical objects: only the branches
 * that a plugin rebuilt are compared.
 */
import type { AdmissionPatch } from '#trace/facts/kube-apiserver';

/** The operations that turn `before` into `after`. Items at the end of a longer list are added. */
export function patchOf(before: unknown, after: unknown): readonly AdmissionPatch[] {
  const patches: AdmissionPatch[] = [];
  compare(before, after, '', patches);
  return patches;
}

function compare(before: unknown, after: unknown, path: string, out: AdmissionPatch[]): void {
  if (before === after) return;
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    out.push({ op: 'replace', path, value: after });
    return;
  }
  const [old, now] = [before as Branch, after as Branch];
  for (const name of Object.keys(old)) {
    const to = `${path}/${escaped(name)}`;
    if (now[name] === undefined) {
      if (old[name] !== undefined) out.push({ op: 'remove', path: to });
    } else if (old[name] === undefined) out.push({ op: 'add', path: to, value: now[name] });
    else compare(old[name], now[name], to, out);
  }
  for (const name of Object.keys(now)) {
    if (name in old || now[name] === undefined) continue;
    out.push({ op: 'add', path: `${path}/${escaped(name)}`, value: now[name] });
  }
}

type Branch = Readonly<Record<string, unknown>>;

const isBranch = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Escapes a name for a JSON pointer (RFC 6901). */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The store: one history, which only grows. */
import type { Breach, Evidence } from '../evidence.ts';

/**
 * Each commit has the revision after the one before it, and a key counts its own writes. Clients
 * compare revisions and resume watches at them: a revision that came twice would hide a change.
 */
export function revisionsOnlyGrow({ history }: Evidence): Breach | undefined {
  let last: number | undefined;
  const versions = new Map<string, number>();
  for (const { id, revision, key, op, version, createRevision } of history.commits) {
    if (last !== undefined && revision !== last + 1) {
      return { fact: id, message: `revision ${revision} came after ${last}` };
    }
    last = revision;
    const count = op === 'delete' ? 0 : (versions.get(key) ?? 0) + 1;
    if (version !== count) {
      return { fact: id, message: `${key} is at version ${version}, written ${count} times` };
    }
    if (version === 1 && createRevision !== revision) {
      return { fact: id, message: `${key} is new at ${revision}, not at ${createRevision}` };
    }
    versions.set(key, count);
  }
  return undefined;
}

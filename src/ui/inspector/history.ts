/** The version of an object before the one at the cursor, and what changed between two texts. */
import { diffLines } from 'diff';
import { player } from '#player/player';
import type { StoredKey } from '#player/scene';
import type { FactId } from '#trace/fact';
import type { CodeLine } from './code-block.tsx';
import { writesOf } from './focus.ts';
import { yamlText } from './yaml-text.ts';

export interface Version {
  readonly revision: number;
  readonly text: string;
  /** `undefined` if the key was deleted with this revision. */
  readonly deleted: boolean;
}

/** Every version of a key up to a fact, oldest first. */
export const versionsOf = (key: string, cursor: FactId): readonly Version[] =>
  writesOf(player.getState().log, key, cursor).map(({ revision, value, op }) => ({
    revision,
    text: value === undefined ? '' : yamlText(value, String(revision)),
    deleted: op === 'delete',
  }));

/** `undefined` for the first version of a key. */
export function previousOf(stored: StoredKey): Version | undefined {
  const { log } = player.getState();
  const before = log.revisionsOf(stored.key).findLast((id) => id < stored.fact);
  const fact = before === undefined ? undefined : log.fact(before);
  if (fact?.type !== 'TxnCommitted' || fact.value === undefined) return undefined;
  const { revision, value } = fact;
  return { revision, text: yamlText(value, String(revision)), deleted: false };
}

/** All lines of the newer text, and the removed ones where they stood. */
export function changesOf(before: string, after: string): readonly CodeLine[] {
  return diffLines(before, after).flatMap(({ value, added, removed }) => {
    const lines = value.replace(/\n$/, '').split('\n');
    if (added === true) return lines.map((text) => ({ text, mark: 'added' as const }));
    if (removed === true) return lines.map((text) => ({ text, mark: 'removed' as const }));
    return lines.map((text) => ({ text }));
  });
}

/** Only what changed, with a few lines around it; the rest is folded to `…`. */
export function folded(lines: readonly CodeLine[], around = 2): readonly CodeLine[] {
  const near = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - around), index + around + 1)
      .some(({ mark }) => mark !== undefined),
  );
  return lines.flatMap((line, index) => {
    if (near[index] === true) return [line];
    return near[index - 1] === true || index === 0 ? [{ text: '…' }] : [];
  });
}

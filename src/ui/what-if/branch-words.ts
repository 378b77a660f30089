/** How a branch is called: the run before, or by what was done in it. */
import type { Translate } from '#i18n/locale';
import type { Branch } from '#player/branches';
import { writeHostAction } from '#trace/host-words';

const longest = 48;

export function branchWords({ by }: Branch, t: Translate): string {
  if (by === undefined) return t('branch.before');
  const done = by.kind === 'host' ? writeHostAction(by.action) : by.line;
  const line = done.replace(/\s+/g, ' ');
  return t('branch.what', { done: line.length > longest ? `${line.slice(0, longest)}…` : line });
}

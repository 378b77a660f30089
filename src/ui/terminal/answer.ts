/**
 * Commands that only read are answered at once, as in a terminal: the cursor goes to where kubectl
 * exits, and from there Back leads through the steps of the answer. Commands that change the
 * cluster begin at the key press, because the way of their change is worth seeing; if one is
 * refused, it is answered at once too.
 */
import type { Player } from '#player/player-state';
import type { FactId } from '#trace/fact';

const changing = new Set(['create', 'run', 'scale', 'delete', 'apply', 'edit', 'patch', 'label']);

/** What is between the operators of a shell. */
const parts = /[|;&]+|\n/;

/** Whether a line only reads the cluster and changes nothing. */
export const onlyAsks = (line: string): boolean =>
  !line.split(parts).some((part) => changing.has(verbOf(part)));

/** The first word behind `kubectl` that is no flag, nor the namespace behind one. */
function verbOf(part: string): string {
  const words = part.trim().split(/\s+/);
  const at = words.indexOf('kubectl');
  if (at < 0) return '';
  const behind = words.slice(at + 1);
  const isValue = (index: number): boolean =>
    ['-n', '--namespace'].includes(behind[index - 1] ?? '');
  return behind.find((word, index) => !word.startsWith('-') && !isValue(index)) ?? '';
}

/** Options by which kubectl goes on to report until somebody ends it. */
const following = /\s(?:-w|--watch(?:-only)?|-f|--follow)(?:=true)?(?=\s|$)/;

/** Commands that serve until somebody ends them. */
const serving = /^\s*kubectl\s+(?:port-forward|proxy)(?=\s|$)/;

/**
 * Whether a line goes on as time passes: `get -w`, `logs -f`, `port-forward`, `watch`; `&` at its
 * end is refused.
 */
export const staysOpen = (line: string): boolean =>
  !/&\s*$/.test(line) && (/^\s*watch\s/.test(line) || line.split(parts).some(goesOn));

const goesOn = (part: string): boolean =>
  serving.test(part) || (/^\s*kubectl\s+(?:get|logs)\s/.test(part) && following.test(part));

/** Whether kubectl ended there with an error. */
export function isRefused({ log }: Pick<Player, 'log'>, exit: FactId): boolean {
  const fact = log.fact(exit);
  return fact?.type === 'CommandExited' && fact.exitCode !== 0;
}

/** Where kubectl ended the command with that number, if that is known yet. */
export function exitOf(
  { log, steps }: Pick<Player, 'log' | 'steps'>,
  input: number,
): FactId | undefined {
  const entered = steps.findLast(({ fact, type }) => {
    if (type !== 'CommandEntered') return false;
    const found = log.fact(fact);
    return found?.type === 'CommandEntered' && found.input === input;
  });
  if (entered === undefined) return undefined;
  for (let id = entered.fact; id <= log.facts.length; id++) {
    const fact = log.isNoise(id) ? undefined : log.fact(id);
    if (fact?.type === 'CommandExited' && fact.input === input) return id;
  }
  return undefined;
}

/** The running command that what is typed may go to, and where that is. */
import { splitWords } from '#base/shell-words';
import type { CommandScene } from '#player/scene';

export interface TerminalSession {
  readonly command: CommandScene;
  /** Whether the command takes lines: a shell in a container; `logs -f` takes only Ctrl-C. */
  readonly takesLines: boolean;
  /** What is at the other end: `web`, `box`; else the command. */
  readonly place: string;
}

/** The newest command that still runs in a terminal; undefined if none does. */
export function sessionOf(commands: readonly CommandScene[]): TerminalSession | undefined {
  const command = commands.findLast(
    ({ terminal, exitCode }) => terminal === true && exitCode === undefined,
  );
  if (command === undefined) return undefined;
  return { command, takesLines: takesLines(command.line), place: placeOf(command.line) };
}

const conversing = /^\s*kubectl\s(?:.*\s)?(exec|attach|run|debug)\s/;
/** `-i`, `-it`, `-ti`, `--stdin`. */
const stdinFlag = /\s(?:-[a-z]*i[a-z]*|--stdin(?:=true)?)(?=\s|$)/;

/** What is said before `--` is kubectl's, and after it the container's. */
const ownPart = (line: string): string => ` ${line.split(/\s--(?:\s|$)/, 1)[0] ?? ''} `;

/** Whether a line opens a conversation with a program in a container. */
export const takesLines = (line: string): boolean =>
  conversing.test(`${line} `) && stdinFlag.test(ownPart(line));

/** Options of these commands whose value is the next word. */
const valued = new Set(['-n', '-c', '--namespace', '--container', '--image', '--restart', '-l']);

/** The object that the command names: `web` of `kubectl exec -it web -- sh`. */
function placeOf(line: string): string {
  const words = splitWords(ownPart(line)).slice(1);
  const operands = words.filter(
    (word, index) => !word.startsWith('-') && !valued.has(words[index - 1] ?? ''),
  );
  return operands[1]?.replace(/^pods?\//, '') ?? operands[0] ?? '';
}

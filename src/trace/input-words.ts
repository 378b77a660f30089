/** An input of a run as one line of text, for lists and comments. */
import type { HostAction } from './host-action.ts';
import { writeHostAction } from './host-words.ts';
import { type OutsideAction, outsideWords } from './outside-action.ts';
import { type TerminalInput, terminalInputWords } from './terminal-input.ts';

type Input =
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'stdin'; readonly typed: TerminalInput }
  | { readonly kind: 'host'; readonly action: HostAction }
  | { readonly kind: 'outside'; readonly action: OutsideAction };

/** The command line, the host action as it is typed, or what a client outside did. */
export function inputWords(input: Input): string {
  if (input.kind === 'command') return input.line;
  if (input.kind === 'stdin') return terminalInputWords(input.typed);
  return input.kind === 'host' ? writeHostAction(input.action) : outsideWords(input.action);
}

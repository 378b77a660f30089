/**
 * Host actions in the words of a person: `use_memory 2 20Gi`. For the edges alone: a terminal,
 * links, saved runs, lessons, the data of a tour, recordings.
 *
 * In: a text, or an action. Out: the other one. What is written reads as the same action again.
 */
import { type HostAction, type HostActionOf, type HostVerb, plainWords } from './host-action.ts';
import { hostVerbs, splitFirst, usage } from './host-verbs.ts';

/** Every verb with what it takes and does, a line each. */
export const hostActionHelp: string = Object.entries(hostVerbs)
  .map(([verb, { parameters, does }]) => `${`${verb} ${parameters}`.padEnd(28)}${does}\n`)
  .join('');

/** Reads a person's words; what is neither one of the verbs nor `help` is a look with a shell. */
export function readHostAction(words: string): HostAction {
  const text = words.trim();
  if (text === '') return { kind: 'mistake', text, problem: 'no host action' };
  if (text === 'help') return { kind: 'help' };
  const [verb, rest = ''] = splitFirst(text);
  return isVerb(verb) ? readVerb(verb, rest, text) : { kind: 'look', command: text };
}

/** The words of an action: `use_memory 2 20Gi`. */
export function writeHostAction(action: HostAction): string {
  const { kind } = action;
  if (kind === 'help' || kind === 'look' || kind === 'mistake') return plainWords(action);
  return `${kind} ${writeParameters(action)}`;
}

const isVerb = (word: string): word is HostVerb => Object.hasOwn(hostVerbs, word);

function readVerb(verb: HostVerb, words: string, text: string): HostAction {
  const [first, rest] = splitFirst(words);
  const { parameters, read } = hostVerbs[verb];
  const values = first === '' ? undefined : read(first, rest);
  if (values?.ok === true) return { kind: verb, ...values.value } as HostActionOf;
  const why = values?.error ?? usage;
  const problem = why === usage ? `usage: ${verb} ${parameters}` : `${verb}: ${why}`;
  return { kind: 'mistake', text, problem };
}

function writeParameters<V extends HostVerb>(action: HostActionOf<V>): string {
  const { kind }: { readonly kind: V } = action;
  return hostVerbs[kind].write(action);
}

/**
 * What a person can do to the machines of a cluster: the faults and looks of the recordings, and
 * their neighbours, as a value, and as the words in which a person writes it.
 *
 * Timed inputs and facts carry the value. Words stand at the edges alone: a terminal, links, saved
 * runs, lessons, the data of a tour, recordings. What is written reads as the same action again.
 */
import { type HostParameters, hostVerbs, quantityOf, splitFirst, usage } from './host-verbs.ts';

/** The first word of an action that does something to a machine. */
export type HostVerb = keyof HostParameters;

/** An action with one of these verbs. */
export type HostActionOf<V extends HostVerb = HostVerb> = {
  [K in V]: { readonly kind: K } & HostParameters[K];
}[V];

export type HostAction =
  | HostActionOf
  /** The list of all verbs. */
  | { readonly kind: 'help' }
  /** A command of a shell on the host, whose output is shown. */
  | { readonly kind: 'look'; readonly command: string }
  /** Words that begin with a verb and do not go on as it wants. Nothing is done. */
  | { readonly kind: 'mistake'; readonly text: string; readonly problem: string };

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
  switch (action.kind) {
    case 'help':
      return 'help';
    case 'look':
      return action.command;
    case 'mistake':
      return action.text;
    default:
      return `${action.kind} ${writeParameters(action)}`;
  }
}

/** The name of a machine that was named by its number: `2` is `node-2`. */
export function machineName(node: string): string {
  return /^\d+$/.test(node) ? `node-${node}` : node;
}

const programs: Readonly<Record<string, string>> = {
  kcm: 'kube-controller-manager',
  scheduler: 'kube-scheduler',
  apiserver: 'kube-apiserver',
};

/**
 * The process that a person calls `kcm`, `kcm-2` or `node-2-containerd`, as its own facts name it:
 * `kube-controller-manager-2`, `node-2/containerd`. Any other name stands as it is.
 */
export function processName(component: string): string {
  const onNode = /^(.+)-(containerd|kubelet|kube-proxy)$/.exec(component);
  if (onNode !== null) return `${onNode[1]}/${onNode[2]}`;
  const [, program = '', replica = ''] = /^(kcm|scheduler)(-\d+)?$/.exec(component) ?? [];
  const name = programs[program === '' ? component : program];
  return name === undefined ? component : `${name}${replica}`;
}

/** How much an action takes or sets, as it is written; empty where it is no amount. */
export function amountOf(action: HostAction): string {
  if ('bytes' in action) return quantityOf(action.bytes);
  if ('count' in action) return String(action.count);
  return 'seconds' in action ? String(action.seconds) : '';
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

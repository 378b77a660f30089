/**
 * What a person can do to the machines of a cluster: the faults and looks of the recordings, and
 * their neighbours, as a value that timed inputs and facts carry. Its words are in `host-words.ts`.
 */
import { quantityOf } from './host-quantity.ts';
import type { HostParameters } from './host-verbs.ts';

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
  /** A verb whose parameters cannot be read. Nothing is done. */
  | { readonly kind: 'mistake'; readonly text: string; readonly problem: string };

/** The name of a machine that was named by its number: `2` is `node-2`. */
export function machineName(node: string): string {
  return /^\d+$/.test(node) ? `node-${node}` : node;
}

const programs = new Map([
  ['kcm', 'kube-controller-manager'],
  ['scheduler', 'kube-scheduler'],
  ['apiserver', 'kube-apiserver'],
]);

/**
 * The process that a person calls `kcm`, `kcm-2` or `node-2-containerd`, as its own facts name it:
 * `kube-controller-manager-2`, `node-2/containerd`. Any other name stands as it is.
 */
export function processName(component: string): string {
  const onNode = /^(.+)-(containerd|kubelet|kube-proxy)$/.exec(component);
  if (onNode !== null) return `${onNode[1]}/${onNode[2]}`;
  const [, program = '', replica = ''] = /^([a-z]+)(-\d+)?$/.exec(component) ?? [];
  const name = programs.get(program);
  return name === undefined ? component : name + replica;
}

/** How much an action takes or sets, as it is written; empty where it is no amount. */
export function amountOf(action: HostAction): string {
  if ('bytes' in action) return quantityOf(action.bytes);
  if ('count' in action) return String(action.count);
  if ('step' in action) return String(action.step);
  if ('revision' in action) return String(action.revision);
  return 'seconds' in action ? String(action.seconds) : '';
}

/** Actions without a verb. */
type PlainAction = Exclude<HostAction, HostActionOf>;

/** The words of an action without a verb, which stand for themselves. */
export function plainWords(action: PlainAction): string {
  if (action.kind === 'look') return action.command;
  return action.kind === 'mistake' ? action.text : action.kind;
}

/** What is done, and to whom, as the ids of steps have it: the first words of the action. */
export function subjectOfHostAction(action: HostAction): readonly string[] {
  if ('node' in action) return [action.kind, action.node];
  if ('component' in action) return [action.kind, action.component];
  if (action.kind === 'compact_etcd') return [action.kind, 'etcd'];
  if ('one' in action) return [action.kind, action.one, action.other];
  if ('container' in action) return [action.kind, action.container];
  return plainWords(action).split(/\s+/, 2);
}

/**
 * What a person can do to the machines of a cluster: the faults and looks of the recordings, and
 * their neighbours, as a value.
 *
 * In: the words that recordings and pages use (`stop_component kcm`). Out: a `HostAction`, or in
 * words why it is none. `N` is the number of a node, from 1, or its name.
 */
import { err, ok, type Result } from '#base/result';

export type HostAction =
  /** A process ends (SIGTERM) or starts: `etcd`, `kube-apiserver`, `node-2/kubelet`, … */
  | { readonly kind: 'stop' | 'start'; readonly process: string }
  /** SIGKILL to process 1 of every container of that name, or of `NAMESPACE/POD/CONTAINER`. */
  | { readonly kind: 'end-process'; readonly container: string }
  /** A file in the node's folder of static pods. */
  | { readonly kind: 'put-manifest'; readonly node: string; readonly text: string }
  | { readonly kind: 'remove-manifest'; readonly node: string }
  /** The network of a node is cut off, or joined again. */
  | { readonly kind: 'cut-node' | 'mend-node'; readonly node: string }
  | { readonly kind: 'reboot-node'; readonly node: string }
  /** The machine is told to go down, with time for its pods; or that is called off. */
  | { readonly kind: 'shutdown-node' | 'cancel-shutdown'; readonly node: string }
  /** Something that is no pod takes memory or disk of a node, in bytes; 0 gives it back. */
  | { readonly kind: 'use-memory' | 'use-disk'; readonly node: string; readonly bytes: number }
  /** Something that is no pod makes so many files, or runs so many processes; 0 ends that. */
  | { readonly kind: 'use-inodes' | 'use-pids'; readonly node: string; readonly count: number }
  /** A device of a device plugin breaks, or works again. */
  | {
      readonly kind: 'fail-device' | 'mend-device';
      readonly node: string;
      readonly resource: string;
      readonly device: string;
    }
  /** The clock of a node goes wrong by so many seconds. */
  | { readonly kind: 'skew-clock'; readonly node: string; readonly seconds: number }
  /** The list of all actions. */
  | { readonly kind: 'help' }
  /** A command of a shell on the host, whose output is shown. */
  | { readonly kind: 'look'; readonly command: string };

const processNames: Readonly<Record<string, string>> = {
  kcm: 'kube-controller-manager',
  scheduler: 'kube-scheduler',
  apiserver: 'kube-apiserver',
};

/** By verb: what is to be said with it, and what it does to the machine. */
const verbs: Readonly<Record<string, readonly [parameters: string, does: string]>> = {
  stop_kubelet: ['N', 'ends the kubelet of a node; its containers go on'],
  start_kubelet: ['N', 'starts it again'],
  stop_component: [
    'NAME',
    'ends a process: kcm, scheduler, apiserver, etcd, registry, NODE-containerd',
  ],
  start_component: ['NAME', 'starts it again'],
  end_process: [
    'CONTAINER',
    'SIGKILL to process 1 of its containers; NAMESPACE/POD/CONTAINER: of one',
  ],
  put_manifest: ['N TEXT', 'a file in the folder of static pods'],
  rm_manifest: ['N', 'takes that file away'],
  cut_node: ['N', 'cuts the node off from the network'],
  mend_node: ['N', 'joins it again'],
  reboot_node: ['N', 'power off and on'],
  shutdown_node: ['N', 'the machine is told to go down, with time for its pods'],
  cancel_shutdown: ['N', 'calls that off'],
  use_memory: ['N QUANTITY', 'programs outside of pods take memory: 20Gi; 0 gives it back'],
  use_disk: ['N QUANTITY', 'the same with disk'],
  use_inodes: ['N COUNT', 'the same with files'],
  use_pids: ['N COUNT', 'the same with processes'],
  fail_device: ['N RESOURCE ID', 'a device of a device plugin breaks'],
  mend_device: ['N RESOURCE ID', 'it works again'],
  skew_clock: ['N SECONDS', 'the clock goes wrong by that, also backwards; 0 sets it right'],
};

/** Every action with what it takes and does, a line each. */
export const hostActionHelp: string = Object.entries(verbs)
  .map(([verb, [parameters, does]]) => `${`${verb} ${parameters}`.padEnd(28)}${does}\n`)
  .join('');

/** Reads an action; what is neither one of the verbs nor `help` is a look with a shell. */
export function parseHostAction(text: string): Result<HostAction, string> {
  const trimmed = text.trim();
  const verb = /^\S*/.exec(trimmed)?.[0] ?? '';
  const rest = trimmed.slice(verb.length).trim();
  if (trimmed === 'help') return ok({ kind: 'help' });
  const known = verbs[verb];
  if (known === undefined) {
    return trimmed === '' ? err('no host action') : ok({ kind: 'look', command: trimmed });
  }
  const action = actionOf(verb, rest);
  return action === undefined ? err(`usage: ${verb} ${known[0]}`) : ok(action);
}

function actionOf(verb: string, rest: string): HostAction | undefined {
  const [first = '', second] = splitFirst(rest);
  if (first === '') return undefined;
  const node = nodeName(first);
  switch (verb) {
    case 'stop_kubelet':
      return { kind: 'stop', process: `${node}/kubelet` };
    case 'start_kubelet':
      return { kind: 'start', process: `${node}/kubelet` };
    case 'stop_component':
      return { kind: 'stop', process: processName(first) };
    case 'start_component':
      return { kind: 'start', process: processName(first) };
    case 'end_process':
      return { kind: 'end-process', container: first };
    case 'put_manifest':
      return second === undefined
        ? undefined
        : { kind: 'put-manifest', node, text: printf(unquoted(second)) };
    case 'rm_manifest':
      return { kind: 'remove-manifest', node };
    case 'cut_node':
      return { kind: 'cut-node', node };
    case 'mend_node':
      return { kind: 'mend-node', node };
    case 'reboot_node':
      return { kind: 'reboot-node', node };
    case 'shutdown_node':
      return { kind: 'shutdown-node', node };
    case 'cancel_shutdown':
      return { kind: 'cancel-shutdown', node };
    case 'use_memory':
      return withBytes('use-memory', node, second);
    case 'use_disk':
      return withBytes('use-disk', node, second);
    case 'use_inodes':
      return withCount('use-inodes', node, second);
    case 'use_pids':
      return withCount('use-pids', node, second);
    case 'fail_device':
      return withDevice('fail-device', node, second);
    case 'mend_device':
      return withDevice('mend-device', node, second);
    default: {
      const seconds = Number(second);
      if (second === undefined || Number.isNaN(seconds)) return undefined;
      return { kind: 'skew-clock', node, seconds };
    }
  }
}

function withCount(
  kind: 'use-inodes' | 'use-pids',
  node: string,
  text: string | undefined,
): HostAction | undefined {
  return /^\d+$/.test(text ?? '') ? { kind, node, count: Number(text) } : undefined;
}

function withDevice(
  kind: 'fail-device' | 'mend-device',
  node: string,
  text: string | undefined,
): HostAction | undefined {
  const [resource = '', device] = splitFirst(text ?? '');
  return device === undefined ? undefined : { kind, node, resource, device };
}

function splitFirst(text: string): readonly [string, string | undefined] {
  const space = text.search(/\s/);
  return space < 0 ? [text, undefined] : [text.slice(0, space), text.slice(space).trim()];
}

const nodeName = (text: string): string => (/^\d+$/.test(text) ? `node-${text}` : text);

/** `kcm`, `kcm-2`, `node-2-containerd`, or the name as it is. */
function processName(text: string): string {
  const onNode = /^(.+)-(containerd|kubelet|kube-proxy)$/.exec(text);
  if (onNode !== null) return `${onNode[1]}/${onNode[2]}`;
  const [, program = '', replica = ''] = /^(kcm|scheduler)(-\d+)?$/.exec(text) ?? [];
  return program === '' ? (processNames[text] ?? text) : `${processNames[program]}${replica}`;
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

function withBytes(
  kind: 'use-memory' | 'use-disk',
  node: string,
  quantity: string | undefined,
): HostAction | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(Ki|Mi|Gi|Ti)?$/.exec(quantity ?? '') ?? [];
  if (number === '') return undefined;
  return { kind, node, bytes: Math.round(Number(number) * (units[unit] ?? 1)) };
}

const unquoted = (text: string): string =>
  /^(["']).*\1$/s.test(text) ? text.slice(1, -1).replace(/\\(["$`])/g, '$1') : text;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', '"': '"' };

/** The escapes of printf's format that a manifest needs. */
const printf = (text: string): string =>
  text.replace(/%%/g, '%').replace(/\\([nt"\\])/g, (_all, letter: string) => escapes[letter] ?? '');

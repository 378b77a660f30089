/**
 * The verbs of host actions, a record each: its parameters, what it does to a machine, and how it
 * is read from words and written as words.
 *
 * In: the words after the verb. Out: their values, or why they are refused. A person's numbers have
 * bounds: what no machine could have is refused here, in a sentence, and never reaches a run.
 */
import { err, ok, type Result } from '#base/result';
import { quantityOf, units } from './host-quantity.ts';

/** A node as a person names it: by its number, from 1, or by its name. */
interface OnNode {
  readonly node: string;
}

interface OnProcess {
  /** `kcm`, `kcm-2`, `etcd/m2`, `node-2-containerd`, or the name of a process. */
  readonly component: string;
}

interface WithStep extends OnProcess {
  /** SIGKILL when it goes on for the n-th time; 0: no longer. */
  readonly step: number;
}

/** Two nodes, `etcd/m2`, `apiserver`, or who speaks to it. */
interface BetweenTwo {
  readonly one: string;
  readonly other: string;
}

/** Watches of a client, up to a revision. */
interface OnWatches extends OnProcess {
  /** `pods`, `deployments` */
  readonly resource: string;
  /** 0: now. */
  readonly revision: number;
}

interface WithRevision {
  /** 0: the present one. */
  readonly revision: number;
}

interface OnContainer {
  /** The name of a container, or `NAMESPACE/POD/CONTAINER`. */
  readonly container: string;
}

interface WithManifest extends OnNode {
  readonly text: string;
}

interface WithBytes extends OnNode {
  readonly bytes: number;
}

interface WithCount extends OnNode {
  readonly count: number;
}

interface WithDevice extends OnNode {
  readonly resource: string;
  readonly device: string;
}

/** Who speaks to the API server: `kcm`, `scheduler`, `kubectl`, or a node with all its programs. */
interface WithDelay extends OnProcess {
  readonly seconds: number;
}

interface WithSeconds extends OnNode {
  readonly seconds: number;
}

interface WithMode extends OnNode {
  readonly mode: ProxyMode;
}

/** The modes of kube-proxy on Linux. */
const proxyModes = ['iptables', 'nftables', 'ipvs'] as const;
type ProxyMode = (typeof proxyModes)[number];

/** The parameters of each verb. */
export interface HostParameters {
  stop_kubelet: OnNode;
  start_kubelet: OnNode;
  stop_component: OnProcess;
  start_component: OnProcess;
  kill_component: WithStep;
  end_process: OnContainer;
  put_manifest: WithManifest;
  rm_manifest: OnNode;
  cut_node: OnNode;
  mend_node: OnNode;
  reboot_node: OnNode;
  shutdown_node: OnNode;
  cancel_shutdown: OnNode;
  use_memory: WithBytes;
  use_disk: WithBytes;
  use_inodes: WithCount;
  use_pids: WithCount;
  fail_device: WithDevice;
  mend_device: WithDevice;
  set_proxy_mode: WithMode;
  skew_clock: WithSeconds;
  slow_link: WithDelay;
  break_connections: OnProcess;
  cut_watch: OnWatches;
  compact_etcd: WithRevision;
  cut_link: BetweenTwo;
  mend_link: BetweenTwo;
}

/** How the parameters of a verb are written and read. */
interface Form<P> {
  /** As the help shows them. */
  readonly parameters: string;
  /** From the first word after the verb and the rest; refused with a sentence or the usage. */
  readonly read: (first: string, rest: string | undefined) => Result<P, string | typeof usage>;
  readonly write: (values: P) => string;
}

interface HostVerb<P> extends Form<P> {
  /** What it does to the machine. */
  readonly does: string;
}

/** The answer to words that a verb cannot take at all. */
export const usage = Symbol('usage');

const onNode: Form<OnNode> = {
  parameters: 'N',
  read: (node) => ok({ node }),
  write: ({ node }) => node,
};

const onProcess: Form<OnProcess> = {
  parameters: 'NAME',
  read: (component) => ok({ component }),
  write: ({ component }) => component,
};

const withStep: Form<WithStep> = {
  parameters: 'NAME STEP',
  read(component, text = '') {
    if (!/^\d+$/.test(text)) return err(usage);
    const step = Number(text);
    return step <= mostSteps ? ok({ component, step }) : err(`${text} is more than ${mostSteps}`);
  },
  write: ({ component, step }) => `${component} ${step}`,
};

const betweenTwo: Form<BetweenTwo> = {
  parameters: 'NAME NAME',
  read: (one, other = '') => (/^\S+$/.test(other) ? ok({ one, other }) : err(usage)),
  write: ({ one, other }) => `${one} ${other}`,
};

const onWatches: Form<OnWatches> = {
  parameters: 'NAME RESOURCE REVISION',
  read(component, text = '') {
    const [, resource, digits] = /^(\S+)\s+(\d{1,15})$/.exec(text) ?? [];
    return resource === undefined
      ? err(usage)
      : ok({ component, resource, revision: Number(digits) });
  },
  write: ({ component, resource, revision }) => `${component} ${resource} ${revision}`,
};

const withRevision: Form<WithRevision> = {
  parameters: 'REVISION',
  read: (text) => (/^\d{1,15}$/.test(text) ? ok({ revision: Number(text) }) : err(usage)),
  write: ({ revision }) => String(revision),
};

const onContainer: Form<OnContainer> = {
  parameters: 'CONTAINER',
  read: (container) => ok({ container }),
  write: ({ container }) => container,
};

const withManifest: Form<WithManifest> = {
  parameters: 'N TEXT',
  read: (node, text) => (text === undefined ? err(usage) : ok({ node, text: unquoted(text) })),
  write: ({ node, text }) => `${node} ${quoted(text)}`,
};

const withBytes: Form<WithBytes> = {
  parameters: 'N QUANTITY',
  read(node, text = '') {
    const bytes = parseQuantity(text);
    if (bytes === undefined) return err(usage);
    return bytes <= mostBytes ? ok({ node, bytes }) : err(`${text} is more than 4096Ti`);
  },
  write: ({ node, bytes }) => `${node} ${quantityOf(bytes)}`,
};

const withCount: Form<WithCount> = {
  parameters: 'N COUNT',
  read(node, text = '') {
    if (!/^\d+$/.test(text)) return err(usage);
    const count = Number(text);
    return count <= mostCount ? ok({ node, count }) : err(`${text} is more than ${mostCount}`);
  },
  write: ({ node, count }) => `${node} ${count}`,
};

const withDevice: Form<WithDevice> = {
  parameters: 'N RESOURCE ID',
  read(node, text = '') {
    const [resource, device] = splitFirst(text);
    return device === undefined ? err(usage) : ok({ node, resource, device });
  },
  write: ({ node, resource, device }) => `${node} ${resource} ${device}`,
};

const withMode: Form<WithMode> = {
  parameters: 'N MODE',
  read(node, text = '') {
    const mode = proxyModes.find((one) => one === text);
    return mode === undefined ? err(usage) : ok({ node, mode });
  },
  write: ({ node, mode }) => `${node} ${mode}`,
};

const withSeconds: Form<WithSeconds> = {
  parameters: 'N SECONDS',
  read(node, text = '') {
    const seconds = Number(text);
    if (text === '' || Number.isNaN(seconds)) return err(usage);
    if (Math.abs(seconds) > century) {
      return err(`${text} seconds are more than 100 years, ${century} seconds`);
    }
    // No zero below zero: it would be written without its sign.
    return ok({ node, seconds: seconds + 0 });
  },
  write: ({ node, seconds }) => `${node} ${seconds}`,
};

const withDelay: Form<WithDelay> = {
  parameters: 'NAME SECONDS',
  read(component, text = '') {
    if (!/^\d+(\.\d+)?$/.test(text)) return err(usage);
    const seconds = Number(text);
    if (seconds > longestDelay) return err(`${text} is more than ${longestDelay}`);
    return ok({ component, seconds });
  },
  write: ({ component, seconds }) => `${component} ${seconds}`,
};

/** In the order in which the help lists them. */
export const hostVerbs: { readonly [V in keyof HostParameters]: HostVerb<HostParameters[V]> } = {
  stop_kubelet: { ...onNode, does: 'ends the kubelet of a node; its containers go on' },
  start_kubelet: { ...onNode, does: 'starts it again' },
  stop_component: {
    ...onProcess,
    does: 'ends a process: kcm, scheduler, apiserver, etcd, registry, NODE-containerd',
  },
  start_component: { ...onProcess, does: 'starts it again' },
  kill_component: {
    ...withStep,
    does: 'SIGKILL to a process at its n-th step from now; 0: no longer',
  },
  end_process: {
    ...onContainer,
    does: 'SIGKILL to process 1 of its containers; NAMESPACE/POD/CONTAINER: of one',
  },
  put_manifest: { ...withManifest, does: 'a file in the folder of static pods' },
  rm_manifest: { ...onNode, does: 'takes that file away' },
  cut_node: { ...onNode, does: 'cuts the node off from the network' },
  mend_node: { ...onNode, does: 'joins it again' },
  reboot_node: { ...onNode, does: 'power off and on' },
  shutdown_node: {
    ...onNode,
    does: 'the machine is told to go down, with time for its pods',
  },
  cancel_shutdown: { ...onNode, does: 'calls that off' },
  use_memory: {
    ...withBytes,
    does: 'programs outside of pods take memory: 20Gi; 0 gives it back',
  },
  use_disk: { ...withBytes, does: 'the same with disk' },
  use_inodes: { ...withCount, does: 'the same with files' },
  use_pids: { ...withCount, does: 'the same with processes' },
  fail_device: { ...withDevice, does: 'a device of a device plugin breaks' },
  mend_device: { ...withDevice, does: 'it works again' },
  set_proxy_mode: {
    ...withMode,
    does: 'kube-proxy of a node starts again in another mode: iptables, nftables, ipvs',
  },
  skew_clock: {
    ...withSeconds,
    does: 'the clock goes wrong by that, also backwards; 0 sets it right',
  },
  slow_link: {
    ...withDelay,
    does: 'between it (kcm, scheduler, kubectl, a node) and the API server; 0: as before',
  },
  break_connections: {
    ...onProcess,
    does: 'its connections to the API server break: watches, and answers on their way',
  },
  cut_watch: {
    ...onWatches,
    does: 'its watches of pods, … end in place of the change at a revision; 0: now',
  },
  compact_etcd: {
    ...withRevision,
    does: 'etcd forgets what was before a revision; 0: before the present one',
  },
  cut_link: {
    ...betweenTwo,
    does: 'nothing passes between two: nodes, a client and apiserver, apiserver and etcd/m2, …',
  },
  mend_link: { ...betweenTwo, does: 'they reach each other again' },
};

/** The first word of a text, and what follows it. */
export function splitFirst(text: string): readonly [string, string | undefined] {
  const space = text.search(/\s/);
  return space < 0 ? [text, undefined] : [text.slice(0, space), text.slice(space).trim()];
}

/** 4 PiB: below it every number of bytes is exact. */
const mostBytes = 2 ** 52;
/** What the 32 bits hold in which ext4 counts its files. */
const mostCount = 2 ** 32 - 1;
/** A minute: a client that waits for longer has mostly given up. */
const longestDelay = 60;
/** A busy process takes as many in some minutes. */
const mostSteps = 1_000_000;
const century = 100 * 365.25 * 86_400;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', '"': '"' };

/** The text of a manifest as a shell reads it: out of its quotes, and through printf. */
function unquoted(text: string): string {
  const inside = /^(["']).*\1$/s.test(text) ? text.slice(1, -1).replace(/\\(["$`])/g, '$1') : text;
  return inside
    .replace(/%%/g, '%')
    .replace(/\\([nt"\\])/g, (_all, letter: string) => escapes[letter] ?? '');
}

/** A text so that `unquoted` gives it back. */
function quoted(text: string): string {
  const printed = text
    .replace(/\\/g, '\\\\')
    .replace(/\n/g, '\\n')
    .replace(/\t/g, '\\t')
    .replace(/%/g, '%%');
  return `'${printed.replace(/\\(["$`])/g, '\\\\$1')}'`;
}

/** The bytes of a quantity; `undefined`: it is none. */
function parseQuantity(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(Ki|Mi|Gi|Ti)?$/.exec(text) ?? [];
  return number === '' ? undefined : Math.round(Number(number) * (units[unit] ?? 1));
}

/** The tellings of what happens to machines and processes: by a person, or by a lost lease. */
import type { FactOf } from '#trace/facts';
import { machineName } from '#trace/host-action';
import { captionOfHostAction } from '../caption-of-host.ts';
import type { Anchor, Telling } from '../telling.ts';
import { whoOf } from '../words.ts';
import { outerRoom } from './anchors.ts';
import { literal, type StoryId, telling } from './compose.ts';

interface Told {
  readonly line: StoryId;
  readonly why?: StoryId;
  readonly whatIf?: StoryId;
  readonly terms?: readonly string[];
}

const silent: Told = {
  line: 'story.host.stops.line',
  why: 'story.host.silent.why',
  whatIf: 'story.host.silent.if',
  terms: ['lease', 'node'],
};
const stops: Told = { line: 'story.host.stops.line', why: 'story.host.stop.why' };
const starts: Told = { line: 'story.host.starts.line', why: 'story.host.stop.why' };
const plain: Told = { line: 'story.host.line', why: 'story.host.why' };

type Action = FactOf<'HostActionTaken'>['action'];

/** By what the others notice of it; any other act they find when they look at the machine. */
const toldOf: { readonly [K in Action['kind']]?: Told } = {
  cut_node: silent,
  stop_kubelet: silent,
  reboot_node: silent,
  shutdown_node: { line: 'story.host.shutdown.line' },
  stop_component: stops,
  kill_component: stops,
  start_component: starts,
  start_kubelet: starts,
};

/** What somebody does to a machine. */
export function ofHostAction({ action }: FactOf<'HostActionTaken'>): Telling {
  const what = captionOfHostAction(action);
  const node = 'node' in action ? action.node : undefined;
  const machine =
    node === undefined ? roomOfAction(action) : /^\d+$/.test(node) ? `node-${node}` : node;
  const { line, why, whatIf, terms = ['node'] } = toldOf[action.kind] ?? plain;
  return telling({
    line,
    why,
    whatIf,
    params: { what },
    anchors: { machine },
    cast: [machine],
    terms,
  });
}

/** A program that lost its lease ends. */
export function ofLostLease({ component }: FactOf<'ComponentStopped'>): Telling {
  const who = outerRoom(component);
  return telling({
    line: 'story.lost.line',
    why: 'story.lost.why',
    params: { who: whoOf(component) },
    anchors: { who },
    cast: [who, 'kube-apiserver'],
    changed: [],
    terms: ['lease'],
  });
}

/** Another instance of a program does the work from now on. */
export function ofLeader({ component, lease }: FactOf<'LeaderElected'>): Telling {
  const who = outerRoom(component);
  return telling({
    line: 'story.leader.line',
    why: 'story.changes.lease.why',
    params: { who: whoOf(component), lease: lease.slice(lease.indexOf('/') + 1) },
    anchors: { who, lease: `etcd/leases/${lease}` },
    cast: [who, 'kube-apiserver', 'etcd'],
    changed: [literal(`leases/${lease}`)],
    terms: ['lease'],
  });
}

/** The members of etcd have a new leader, or one of them waits for a majority in vain. */
export function ofRaft({ component, role, term }: FactOf<'RaftRoleChanged'>): Telling {
  const member = component.slice(component.indexOf('/') + 1);
  const leads = role === 'leader';
  return telling({
    line: leads ? 'story.raft.leader.line' : 'story.raft.asks.line',
    why: 'story.raft.why',
    params: { member, term },
    anchors: { member: 'etcd' },
    cast: ['etcd'],
    changed: [literal(`${member}: ${role}, term ${term}`)],
    terms: ['etcd'],
  });
}

/** Something that cannot be done to these machines. */
export function ofRefusedAct({ params }: FactOf<'Noted'>): Telling {
  return telling({
    line: 'story.host.refused.line',
    params: { action: String(params['action']), reason: String(params['reason']) },
    anchors: { machine: 'kubectl' },
    cast: ['kubectl'],
    changed: [],
    terms: [],
  });
}

const rooms: readonly (readonly [RegExp, Anchor])[] = [
  [/apiserver/, 'kube-apiserver'],
  [/etcd/, 'etcd'],
  [/scheduler/, 'kube-scheduler'],
  [/kcm|controller-manager/, 'kube-controller-manager'],
];

/** The program, or the machine, to which something is done. */
function programIn(action: Action): string {
  if (action.kind === 'compact_etcd') return 'etcd';
  if ('one' in action) return machineName(action.one);
  return 'component' in action ? action.component : '';
}

function roomOfAction(action: Action): Anchor {
  const component = programIn(action);
  const known = rooms.find(([pattern]) => pattern.test(component))?.[1];
  if (known !== undefined) return known;
  if ('one' in action && component.startsWith('node-')) return component;
  return /^(.+)-(containerd|kubelet|kube-proxy)$/.exec(component)?.[1] ?? 'kubectl';
}

/** The tellings of what happens to machines and processes: by a person, or by a lost lease. */
import type { FactOf } from '#trace/facts';
import { machineName } from '#trace/host-action';
import { captionOfHostAction } from '../caption-of-host.ts';
import type { Anchor, Telling } from '../telling.ts';
import { whoOf } from '../words.ts';
import { outerRoom } from './anchors.ts';
import { type StoryId, telling } from './compose.ts';

type ActionTopic = 'silent' | 'shutdown' | 'stop' | 'start' | 'plain';

/** By what the others notice of it. */
function topicOfAction(kind: FactOf<'HostActionTaken'>['action']['kind']): ActionTopic {
  switch (kind) {
    case 'cut_node':
    case 'stop_kubelet':
    case 'reboot_node':
      return 'silent';
    case 'shutdown_node':
      return 'shutdown';
    case 'stop_component':
    case 'kill_component':
      return 'stop';
    case 'start_component':
    case 'start_kubelet':
      return 'start';
    default:
      return 'plain';
  }
}

const lineOfTopic: Readonly<Record<ActionTopic, StoryId>> = {
  silent: 'story.host.stops.line',
  shutdown: 'story.host.shutdown.line',
  stop: 'story.host.stops.line',
  start: 'story.host.starts.line',
  plain: 'story.host.line',
};

const whyOfTopic: Readonly<Record<ActionTopic, StoryId | undefined>> = {
  silent: 'story.host.silent.why',
  shutdown: undefined,
  stop: 'story.host.stop.why',
  start: 'story.host.stop.why',
  plain: 'story.host.why',
};

/** What somebody does to a machine. */
export function ofHostAction({ action }: FactOf<'HostActionTaken'>): Telling {
  const what = captionOfHostAction(action);
  const node = 'node' in action ? action.node : undefined;
  const machine =
    node === undefined ? roomOfAction(action) : /^\d+$/.test(node) ? `node-${node}` : node;
  const topic = topicOfAction(action.kind);
  return telling({
    line: lineOfTopic[topic],
    why: whyOfTopic[topic],
    whatIf: topic === 'silent' ? 'story.host.silent.if' : undefined,
    params: { what },
    anchors: { machine },
    cast: [machine],
    terms: topic === 'silent' ? ['lease', 'node'] : ['node'],
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

const rooms: readonly (readonly [RegExp, Anchor])[] = [
  [/apiserver/, 'kube-apiserver'],
  [/etcd/, 'etcd'],
  [/scheduler/, 'kube-scheduler'],
  [/kcm|controller-manager/, 'kube-controller-manager'],
];

/** The program, or the machine, to which something is done. */
function programIn(action: FactOf<'HostActionTaken'>['action']): string {
  if (action.kind === 'compact_etcd') return 'etcd';
  if ('one' in action) return machineName(action.one);
  return 'component' in action ? action.component : '';
}

function roomOfAction(action: FactOf<'HostActionTaken'>['action']): Anchor {
  const component = programIn(action);
  const known = rooms.find(([pattern]) => pattern.test(component))?.[1];
  if (known !== undefined) return known;
  if ('one' in action && component.startsWith('node-')) return component;
  return /^(.+)-(containerd|kubelet|kube-proxy)$/.exec(component)?.[1] ?? 'kubectl';
}

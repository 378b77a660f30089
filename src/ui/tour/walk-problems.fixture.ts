/** What would be wrong with the stops of a tour, as somebody who walks them sees it. */
import {
  controllersOnMap,
  shownControllers,
} from '#diagram/nodes/kube-controller-manager-room.tsx';
import { roomOfAnchor } from '#diagram/story/room-of-anchor';
import { controllerAtWork } from '#diagram/working-controller';
import type { Anchor } from '#facts/telling';
import { placeOf, roomAt } from '#player/place';
import type { Scene } from '#player/scene';
import * as inLog from '#player/telling-in-log';
import type { TraceLog } from '#player/trace-log';
import { type BoundBeat, beatWords } from '#scenarios/tours/bind-tour';
import type { Tour } from '#scenarios/tours/tour';
import type { Fact } from '#trace/facts';
import { storedObjectKey } from '#trace/object-key';
import { stopTelling, toldOf } from './stop-telling.ts';

const tellings = { ...inLog, controllersOnMap };

export interface Walk {
  readonly tour: Tour;
  readonly log: TraceLog;
  readonly bound: readonly BoundBeat[];
  /** The words of one language. */
  readonly words: Readonly<Record<string, string>>;
}

/** One line for each thing that is wrong; empty: nothing is. */
export function walkProblems(walk: Walk): readonly string[] {
  const problems: string[] = [];
  let before: Look | undefined;
  for (const stop of walk.bound) {
    const look = lookOf(walk, stop, before?.scene);
    const id = beatWords(walk.tour, stop.chapter, stop.beat);
    problems.push(...wrongWith(look, walk).map((problem) => `${id}: ${problem}`));
    if (before !== undefined && looksLike(look, before))
      problems.push(`${id}: looks like the stop before (${look.cast.join(' ')})`);
    before = look;
  }
  return problems;
}

interface Look {
  readonly fact: Fact;
  readonly scene: Scene;
  /** What the words name, and who is readable. */
  readonly named: readonly Anchor[];
  readonly cast: readonly Anchor[];
  /** Those that the fact is about, without the words. */
  readonly own: readonly Anchor[];
}

/** Near the scene before, so that what did not change between them is the same value. */
function lookOf({ tour, log, words }: Walk, stop: BoundBeat, near: Scene | undefined): Look {
  const text = words[beatWords(tour, stop.chapter, stop.beat)] ?? '';
  const fact = log.fact(stop.fact);
  const telling = stopTelling({ log, stop, text }, tellings);
  if (fact === undefined || telling === undefined) throw new Error(`${stop.beat.id} has no fact.`);
  const named = Object.values(telling.anchors).flatMap((anchor) => anchor.split(' '));
  const by = new Set([...named, ...(stop.beat.cast ?? [])]);
  const scene = log.sceneAt(fact.id, near);
  const own = tellings.onMap(scene, toldOf(log, fact, tellings).cast);
  return { fact, scene, named: [...by], cast: telling.cast, own };
}

function wrongWith({ fact, scene, named, own }: Look, { log }: Walk): readonly string[] {
  const rooms = new Set(own.map((anchor) => roomIn(scene, anchor)));
  const here = placeOf(log, scene)?.room;
  if (here !== undefined) rooms.add(here);
  // What a person types and reads is about anything in the cluster.
  const aboutAll = roomAt(scene, fact.component) === 'kubectl';
  const met = named.some((anchor) => rooms.has(roomIn(scene, anchor)));
  return [
    ...named
      .filter((anchor) => !isDrawn(anchor, scene, log))
      .map((anchor) => `${anchor} is not drawn`),
    ...(named.length === 0 || aboutAll || met
      ? []
      : [`speaks of ${named.join(', ')}; the picture of ${[...rooms].join(', ')} (${fact.type})`]),
  ];
}

const roomIn = (scene: Scene, anchor: Anchor): string =>
  roomAt(scene, roomOfAnchor(anchor)) ?? roomOfAnchor(anchor);

const stations = ['authenticate', 'flow-control', 'authorize', 'mutate', 'validate', 'store'];
const queues = ['activeQ', 'backoffQ', 'unschedulablePods'];
const rooms = ['kubectl', 'kube-apiserver', 'etcd', 'kube-controller-manager', 'kube-scheduler'];

/** Whether the map, or the inside that is shown for it, has something that wears an anchor. */
function isDrawn(anchor: Anchor, scene: Scene, log: TraceLog): boolean {
  const [room = '', ...rest] = anchor.split('/');
  const part = rest.join('/');
  if (part === '' && (rooms.includes(room) || scene.nodes.has(room))) return true;
  if (room.endsWith('-controller')) {
    const shown = shownControllers(scene, controllerAtWork({ log, scene }));
    return shown.some(({ name }) => name === room);
  }
  if (room === 'kube-apiserver') return stations.includes(part);
  if (room === 'kube-scheduler') return queues.includes(part);
  // The name of a custom resource's object does not tell its folder.
  if (room === 'etcd')
    return [...scene.etcd.keys.keys()].some((key) => storedObjectKey(key) === part);
  if (!scene.nodes.has(room)) return false;
  if (part.startsWith('pods/')) return scene.pods.has(part.slice('pods/'.length));
  return part === 'kube-proxy'
    ? scene.components.has(anchor)
    : ['kubelet', 'containerd'].includes(part);
}

/** The same cast, the same things named, the same place, and nothing changed that is drawn. */
function looksLike(look: Look, before: Look): boolean {
  const same = (of: (each: Look) => unknown): boolean => of(look) === of(before);
  return (
    same(({ cast }) => cast.join()) &&
    same(({ named }) => named.join()) &&
    drawn.every((part) => same(({ scene }) => scene[part]))
  );
}

/** The parts of a scene that the map and its insides draw. */
const drawn = [
  ...(['commands', 'requests', 'watches', 'watchCaches', 'etcd', 'queues'] as const),
  ...(['controllers', 'scheduler', 'nodes', 'pods', 'components'] as const),
] satisfies readonly (keyof Scene)[];

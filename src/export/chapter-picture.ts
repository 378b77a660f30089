/**
 * The cluster at the end of a chapter, small and still, for a printed page: the rooms of the map,
 * who acted in the chapter, its objects in etcd, and which Pods are where. SVG without colours:
 * each shape has a class, and the page's style sheet decides.
 */

import { roomAt } from '#player/place';
import type { PodScene, Scene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import { isBackgroundKey, isBesideStoryRequest } from '#trace/background';
import type { FactId } from '#trace/fact';
import { withoutGroup } from '#trace/object-key';
import { html } from './html.ts';

const width = 720;
const gap = 14;
const letter = 6.2;
const mostNodes = 6;
const mostKinds = 3;
const mostPods = 3;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const boxes: Readonly<Record<string, Box>> = {
  kubectl: { x: 1, y: 1, w: 150, h: 66 },
  'kube-apiserver': { x: 185, y: 1, w: 340, h: 66 },
  etcd: { x: 559, y: 1, w: 160, h: 66 },
  'kube-controller-manager': { x: 1, y: 95, w: 352, h: 48 },
  'kube-scheduler': { x: 367, y: 95, w: 352, h: 48 },
};
const nodesAt = { y: 171, h: 78 } as const;

export interface ChapterShown {
  /** Its facts, both included. */
  readonly from: FactId;
  readonly to: FactId;
  /** The components that did something in it. */
  readonly acted: ReadonlySet<string>;
}

/** `scene`: the cluster at the chapter's last fact. */
export function chapterPicture(log: TraceLog, scene: Scene, shownChapter: ChapterShown): string {
  const { acted } = shownChapter;
  const rooms = new Set([...acted].flatMap((component) => roomAt(scene, component) ?? []));
  const nodes = [...scene.nodes.values()];
  const shown = nodes.slice(0, nodes.length > mostNodes ? mostNodes - 1 : mostNodes);
  const places = new Map(Object.entries(boxes));
  const w = (width - gap * (shown.length - 1) - 2) / Math.max(1, shown.length);
  for (const [index, { name }] of shown.entries()) {
    places.set(name, { x: 1 + index * (w + gap), w, ...nodesAt });
  }
  const lines: Readonly<Record<string, readonly string[]>> = {
    kubectl: wrapped(scene.commands.at(-1)?.line ?? ''),
    etcd: storedIn(scene, firstRevision(log)),
    'kube-controller-manager': [controllersIn(acted)],
    ...askedIn(log, shownChapter),
    ...Object.fromEntries(shown.map(({ name, ready }) => [name, ready ? [] : ['NotReady']])),
  };
  const drawn = [...places].map(([name, box]) =>
    room(name, box, rooms.has(name), lines[name] ?? []),
  );
  const pods = shown.map((node) => {
    const box = places.get(node.name);
    const here = node.pods.flatMap((key) => scene.pods.get(key) ?? []);
    return box === undefined ? '' : podsIn(box, here, node.ready ? 0 : 1);
  });
  const hidden = nodes.length - shown.length;
  const rest = hidden > 0 ? text(width - 60, nodesAt.y - 4, `+ ${hidden}`, 'quiet') : '';
  return [
    `<svg class="chapter-picture" viewBox="0 0 ${width} 250" aria-hidden="true">`,
    ...ways(places, rooms),
    ...drawn,
    ...pods,
    rest,
    '</svg>',
  ].join('');
}

/** Lines from every room to the API server; those of rooms that acted lie on top. */
function ways(places: ReadonlyMap<string, Box>, rooms: ReadonlySet<string>): readonly string[] {
  const server = boxes['kube-apiserver'];
  if (server === undefined) return [];
  const lines = [...places].flatMap(([name, { x, y, w }]) => {
    if (name === 'kube-apiserver') return [];
    const middle = x + w / 2;
    const level = server.y + server.h / 2;
    const bend = y - 12;
    const d =
      y === server.y
        ? `M${middle} ${level}H${server.x + server.w / 2}`
        : `M${middle} ${y}V${bend}H${server.x + server.w / 2}V${level}`;
    const active = rooms.has(name);
    return [{ active, line: `<path class="way${active ? ' on' : ''}" d="${d}"/>` }];
  });
  return lines.sort((a, b) => Number(a.active) - Number(b.active)).map(({ line }) => line);
}

function room(name: string, { x, y, w, h }: Box, on: boolean, lines: readonly string[]): string {
  const room = Math.floor((w - 20) / letter);
  return [
    `<rect class="room${on ? ' on' : ''}" x="${x}" y="${y}" width="${w}" height="${h}" rx="5"/>`,
    text(x + 10, y + 18, cut(name, Math.floor(room * 0.9)), 'name'),
    ...lines
      .filter((line) => line !== '')
      .map((line, index) => text(x + 10, y + 34 + index * 13, cut(line, room), 'line')),
  ].join('');
}

/** The words in the API server's room: what was written, and which Pod was given which node. */
function askedIn(
  log: TraceLog,
  { from, to }: ChapterShown,
): Readonly<Record<'kube-apiserver' | 'kube-scheduler', readonly string[]>> {
  const writes = new Set<string>();
  const placed = new Set<string>();
  for (let id = from; id <= to; id++) {
    const fact = log.fact(id);
    if (fact?.type === 'HostSelected') placed.add(`${fact.pod.split('/').at(-1)} → ${fact.node}`);
    if (fact?.type !== 'RequestInfoResolved' || !writing.test(fact.verb)) continue;
    const { verb, ref, subresource } = fact;
    if (isBesideStoryRequest({ resource: ref.resource, verb, subresource })) continue;
    const resource = withoutGroup(ref.resource);
    writes.add(`${verb} ${resource}${subresource === '' ? '' : `/${subresource}`}`);
  }
  return {
    'kube-apiserver': atMost([...writes], mostKinds),
    'kube-scheduler': [[...placed].join(', ')],
  };
}

const writing = /^(create|update|patch|delete|deletecollection)$/;

const atMost = (lines: readonly string[], most: number): readonly string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most - 1), `+ ${lines.length - most + 1}`];

/** A command in as many lines as its box has, broken between words. */
function wrapped(command: string): readonly string[] {
  const room = 20;
  const short = command.replace(/^kubectl /, '');
  const lines: string[] = [];
  for (const word of short.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.length <= mostKinds ? lines : [...lines.slice(0, mostKinds - 1), '…'];
}

/** The first revision that the steps of the run made: what is older was there before. */
function firstRevision({ steps, facts }: TraceLog): number {
  const first = facts.find(
    ({ id, type }) => id >= (steps[0]?.fact ?? 1) && type === 'TxnCommitted',
  );
  return first?.type === 'TxnCommitted' ? first.revision : Number.POSITIVE_INFINITY;
}

/** Objects in etcd that were created since a revision, by kind: `Pod 3`. */
function storedIn({ etcd }: Scene, since: number): readonly string[] {
  const kinds = new Map<string, number>();
  for (const { key, createRevision, object } of etcd.keys.values()) {
    if (createRevision < since || object === undefined) continue;
    if (isBackgroundKey(key)) continue;
    kinds.set(object.kind, (kinds.get(object.kind) ?? 0) + 1);
  }
  const all = [...kinds].map(([kind, n]) => `${kind} ${n}`);
  return atMost(all, mostKinds);
}

/** `deployment, replicaset`: the controllers that acted. */
function controllersIn(acted: ReadonlySet<string>): string {
  const names = [...acted].flatMap(
    (component) => /^kube-controller-manager\/(.+?)(-controller)?$/.exec(component)?.[1] ?? [],
  );
  return names.join(', ');
}

/** A sign and a name for each Pod: filled is ready, hollow waits, crossed has failed. */
function podsIn({ x, y, w }: Box, pods: readonly PodScene[], skipped: number): string {
  const shown = pods.slice(0, pods.length > mostPods - skipped ? mostPods - 1 - skipped : mostPods);
  const rows = shown.map((pod, index) => {
    const top = y + 26 + (index + skipped) * 16;
    return sign(pod, x + 10, top) + text(x + 26, top + 9, cut(pod.name, (w - 34) / letter), 'line');
  });
  const hidden = pods.length - shown.length;
  const top = y + 26 + (shown.length + skipped) * 16;
  return rows.join('') + (hidden > 0 ? text(x + 26, top + 9, `+ ${hidden}`, 'quiet') : '');
}

function sign({ ready, status }: PodScene, x: number, y: number): string {
  const failed = /Error|BackOff|Failed|Evicted|OOM/.test(status);
  const square = `x="${x}" y="${y}" width="10" height="10" rx="2"`;
  if (failed)
    return `<rect class="pod bad" ${square}/><path class="cross" d="M${x + 2} ${y + 2}l6 6m0-6l-6 6"/>`;
  return `<rect class="pod${ready ? ' ready' : ''}" ${square}/>`;
}

const cut = (words: string, most: number): string =>
  words.length <= most ? words : `${words.slice(0, Math.max(1, Math.floor(most) - 1))}…`;

const text = (x: number, y: number, words: string, kind: string): string =>
  `<text class="${kind}" x="${x}" y="${y}">${html(words)}</text>`;

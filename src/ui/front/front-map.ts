/**
 * The cluster before the command, as the front door shows it: the rooms of the map with their roles
 * and what is not there yet. A light drawing of the same rooms; it stands still.
 */
import { stations } from '#diagram/layout/layout';
import { familyPaths } from '#diagram/nodes/family-paths';
import type { MessageId } from '#i18n/t';
import { html, sign, svg } from './elements.ts';
import { type Box, frontPlan, type Places, type Point } from './front-plan.ts';

type Translate = (id: MessageId) => string;

const controlPlane = [
  ['kube-apiserver', 'apiserver'],
  ['etcd', 'etcd'],
  ['kube-controller-manager', 'controllers'],
  ['kube-scheduler', 'scheduler'],
] as const;
type ControlPlaneRoom = (typeof controlPlane)[number][0];

/** The rooms in their rows. The name and the role have a long and a short form. */
export function drawRooms(nodes: readonly string[], t: Translate): HTMLElement {
  const [server, store, manager, scheduler] = controlPlane.map(([id, family]) =>
    room(id, family, nameOf(id, t), [t(`front.room.${id}`), t(`front.short.${id}`)]),
  );
  store?.append(promise(t('front.nothing')));
  const row = (kind: string, ...rooms: readonly (HTMLElement | undefined)[]): HTMLElement =>
    html('div', { class: `front-row ${kind}` }, ...rooms.flatMap((each) => each ?? []));
  return html(
    'figure',
    { class: 'front-map' },
    html('figcaption', { class: 'sr' }, `${t('front.map')}. ${t('front.map.line')}`),
    row('first', server, store),
    row('second', manager, scheduler),
    row('nodes', ...nodes.map((name) => nodeRoom(name, t))),
  );
}

const nameOf = (id: ControlPlaneRoom, t: Translate): readonly [string, string] => [
  id,
  id === 'etcd' ? id : t(`story.room.${id}`),
];

function nodeRoom(name: string, t: Translate): HTMLElement {
  const node = room(name, 'kubelet', [name, name], [t('front.room.node'), t('front.noPod')]);
  node.append(promise(t('front.noPod')));
  return node;
}

type TwoForms = readonly [long: string, short: string];

function room(
  id: string,
  family: keyof typeof familyPaths,
  name: TwoForms,
  role: TwoForms,
): HTMLElement {
  const both = ([long, short]: TwoForms): readonly HTMLElement[] =>
    long === short
      ? [html('span', {}, long)]
      : [html('span', { class: 'long' }, long), html('span', { class: 'short' }, short)];
  return html(
    'div',
    { class: `front-room ${family}`, 'data-door': id },
    html('b', {}, sign(familyPaths[family], 'glyph'), ...both(name)),
    html('p', {}, ...both(role)),
  );
}

/** The place of what is not there yet. */
const promise = (words: string): HTMLElement => html('span', { class: 'front-promise' }, words);

/** Draws the lines between prompt and rooms, below and above them; again when they have moved. */
export function drawLines(stage: HTMLElement, prompt: HTMLElement): void {
  const origin = stage.getBoundingClientRect();
  const boxOf = (element: Element | null): Box => {
    const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
    return {
      x: Math.round(x - origin.x),
      y: Math.round(y - origin.y),
      width: Math.round(width),
      height: Math.round(height),
    };
  };
  const roomBox = (id: string): Box => boxOf(stage.querySelector(`[data-door="${id}"]`));
  const places: Places = {
    prompt: boxOf(prompt),
    server: roomBox('kube-apiserver'),
    store: roomBox('etcd'),
    managers: [roomBox('kube-controller-manager'), roomBox('kube-scheduler')],
    nodes: [...stage.querySelectorAll('.front-row.nodes > *')].map(boxOf),
  };
  // A narrow map has no room for what happens inside.
  const isWide = places.server.height > 100;
  const plan = frontPlan(places, isWide ? stations.length : 0);
  const path = (kind: string, d: string): SVGElement => svg('path', { class: kind, d });
  const dot = (kind: string, r: number, { x, y }: Point): SVGElement =>
    svg('circle', { class: kind, cx: x, cy: y, r });
  const layer = (kind: string, ...drawn: readonly SVGElement[]): SVGElement =>
    svg('svg', { class: `front-lines ${kind}`, 'aria-hidden': 'true' }, ...drawn);
  for (const old of stage.querySelectorAll('.front-lines')) old.remove();
  stage.prepend(
    layer(
      'below',
      path('entry', plan.entry),
      // Where lines lie on each other they are one line.
      path('request', plan.requests.join('')),
      path('watch', plan.watches.join('')),
    ),
  );
  stage.append(
    layer(
      'above',
      ...(plan.trunk === undefined ? [] : [path('trunk', plan.trunk)]),
      ...plan.stations.map((at) => dot('station', 5, at)),
      dot('halo', 13, plan.dot),
      dot('ground', 9.5, plan.dot),
      dot('dot', 7, plan.dot),
    ),
  );
}

/** Takes the miniature of the slide: from the same layout that the slide is drawn with. */
import { useDiagram } from '#diagram/diagram-store';
import type { ClusterLayout } from '#diagram/layout/layout';
import type { Polyline } from '#diagram/layout/polyline';
import { currentRoom } from '#diagram/selectors';
import { player } from '#player/player';
import { choicesOf } from './choices.ts';
import { emptyMiniature, type Miniature } from './miniature.ts';
import type { ShownQuestion } from './walk.ts';

let drawn: ClusterLayout | undefined;

/** The slide says with which layout it is drawn. */
export function noteLayout(layout: ClusterLayout): void {
  drawn = layout;
}

export function takeMiniature(asked: ShownQuestion | undefined, terminal: boolean): Miniature {
  const state = player.getState();
  if (terminal) {
    const { line = '', output = [] } = state.scene.commands.at(-1) ?? {};
    const text = output.map((each) => each.text).join('');
    return { ...emptyMiniature, printed: [`$ ${line}`, ...text.split('\n')].slice(0, 16) };
  }
  const { room: open } = useDiagram.getState();
  if (open !== undefined) {
    const whole = { x: 20, y: 12, width: 960, height: 370, on: true, badge: '' };
    return { ...emptyMiniature, rooms: [{ name: open, ...whole }] };
  }
  return drawn === undefined ? emptyMiniature : ofLayout(drawn, asked);
}

function ofLayout(layout: ClusterLayout, asked: ShownQuestion | undefined): Miniature {
  const state = player.getState();
  const here = currentRoom(state);
  const scale = (value: number): number => Math.max(0, Math.round((1000 * value) / layout.width));
  const nodes = [...state.scene.nodes.keys()];
  const badges = new Map(
    asked === undefined
      ? []
      : choicesOf(asked.id, nodes).map(({ choice, room }) => [room, String(choice + 1)] as const),
  );
  const points = (line: Polyline): readonly number[] =>
    line.points.flatMap(({ x, y }) => [scale(x), scale(y)]);
  return {
    rooms: [...layout.rooms].map(([name, { x, y, width, height }]) => ({
      name,
      x: scale(x),
      y: scale(y),
      width: scale(width),
      height: scale(height),
      on: name === here,
      badge: badges.get(name) ?? '',
    })),
    lines: [...layout.requestRoutes.values(), ...layout.storeRoutes].map(points),
    printed: [],
  };
}

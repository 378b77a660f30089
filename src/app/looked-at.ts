/**
 * How a person looks at the run, in the names of the address: room and stage, tab, looped range.
 */
import { useDiagram } from '#diagram/diagram-store';
import { player } from '#player/player';
import { useInspector } from '#ui/inspector/inspector-store';
import type { Place } from './address.ts';

/** What a person changed on this page; before that, the address keeps its author's values. */
const changed: { loop: boolean; panel: boolean } = { loop: false, panel: false };

/** Calls back whenever something of it changes. */
export function followLook(later: () => void): void {
  useDiagram.subscribe(({ room, station }, before) => {
    if (room !== before.room || station !== before.station) later();
  });
  useInspector.subscribe(({ tab }, before) => {
    if (tab === before.tab) return;
    changed.panel = true;
    later();
  });
  player.subscribe(({ loop }, before) => {
    if (loop === before.loop) return;
    changed.loop = true;
    later();
  });
}

export function lookedAt(): Pick<Place, 'view' | 'loop' | 'panel'> {
  const { room, station } = useDiagram.getState();
  const { loop, log } = player.getState();
  const range = loop && [loop.from, loop.to].map((fact) => log.stepAt(fact)?.id ?? '').join('..');
  return {
    view: station === undefined ? room : `${room}/${station}`,
    loop: changed.loop ? (range ?? '') : undefined,
    panel: changed.panel ? useInspector.getState().tab : undefined,
  };
}

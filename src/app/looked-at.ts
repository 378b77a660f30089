/** How the run is looked at, as an address names it: room and stage, tab, range of a loop. */
import { useDiagram } from '#diagram/diagram-store';
import { player } from '#player/player';
import { useInspector } from '#ui/inspector/inspector-store';
import type { Place } from './address.ts';

/** What a person changed on this page; before that, the address says what its author wished. */
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

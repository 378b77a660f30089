/** Whether a slide shows output in place of the map. */
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { useSlide } from './slide-store.ts';

/** The words speak of output where lines were printed at the step itself. */
function printsHere({ log, cursor, scene }: Player): boolean {
  const printed = scene.commands.at(-1)?.output ?? [];
  return (
    log.fact(cursor)?.type === 'OutputPrinted' &&
    printed.some(({ text }) => text.trim().includes('\n'))
  );
}

/** `chosen`: as a person set it at this stop. */
export const isTerminalShown = (state: Player, chosen: boolean | undefined): boolean =>
  state.scene.commands.length > 0 && (chosen ?? printsHere(state));

/** The output in place of the map, and back; the next stop decides anew. */
export function toggleTerminal(): void {
  useSlide.setState(({ terminal }) => ({
    terminal: !isTerminalShown(player.getState(), terminal),
  }));
}

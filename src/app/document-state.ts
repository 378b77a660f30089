/**
 * What the document says of the run, for links, tests and scripts of a host: `data-app="ready"`
 * once the cluster is there, `data-trace-hash` once the run is over, and the run in the address.
 */
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { addressOf } from './address.ts';

/** Keeps the document up to date as the player changes. */
export function reflectRun(root: HTMLElement): void {
  const reflect = (state: Player, before?: Player): void => {
    const { status, goal, recording } = state;
    if (status !== before?.status || goal !== before.goal) {
      if (goal === undefined && recording !== undefined) root.dataset['app'] ??= 'ready';
      if (status.kind === 'done') root.dataset['traceHash'] = status.hash;
      else delete root.dataset['traceHash'];
    }
    if (recording !== undefined && recording !== before?.recording) {
      history.replaceState(null, '', addressOf(location.href, recording));
    }
  };
  reflect(player.getState());
  player.subscribe(reflect);
}

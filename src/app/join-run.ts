/** Shows the run of the server that this page came from: `?served=` has its token. */
import { readAddress } from '#embed/parameters';
import { joinServed } from '#player/join-served';
import { player } from '#player/player';
import { findScenario } from '#scenarios/index';
import { reflectRun } from './document-state.ts';
import { fetchParts, socketAt } from './page-server.ts';

/** `false`: that server does not answer to this token. */
export async function joinRun(token: string): Promise<boolean> {
  player.getState().setDepth(readAddress(location.search).depth ?? 'story');
  const joined = await joinServed(socketAt('run', token), {
    readyAt: (scenario) => findScenario(scenario)?.readyAt ?? 0,
    left() {
      const own = new URL(location.href);
      own.searchParams.delete('served');
      history.replaceState(null, '', own);
      reflectRun(document.documentElement);
    },
  });
  if (joined) void fetchParts().catch(() => undefined);
  return joined;
}

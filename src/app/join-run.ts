/** Shows the run of the server that this page came from: `?served=` has its token. */
import { joinServed } from '#player/join-served';
import { findScenario } from '#scenarios/index';
import { reflectRun } from './document-state.ts';

/** `false`: that server does not answer to this token. */
export function joinRun(token: string): Promise<boolean> {
  const address = new URL('run', document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('token', token);
  return joinServed(address.href, {
    readyAt: (scenario) => findScenario(scenario)?.readyAt ?? 0,
    left() {
      const own = new URL(location.href);
      own.searchParams.delete('served');
      history.replaceState(null, '', own);
      reflectRun(document.documentElement);
    },
  });
}

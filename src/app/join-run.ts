/** Shows the run of the server that this page came from: `?served=` has its token. */
import { readAddress } from '#embed/parameters';
import { joinServed } from '#player/join-served';
import { player } from '#player/player';
import { findScenario } from '#scenarios/index';
import { reflectRun } from './document-state.ts';

/** `false`: that server does not answer to this token. */
export async function joinRun(token: string): Promise<boolean> {
  player.getState().setDepth(readAddress(location.search).depth ?? 'story');
  const address = new URL('run', document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('token', token);
  const joined = await joinServed(address.href, {
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

/**
 * Has the browser fetch all parts of the page: when the server has ended, who looks back still
 * needs them. Then `data-parts="there"` is on `<html>`.
 */
async function fetchParts(): Promise<void> {
  const assets = new URL('assets/', document.baseURI);
  const names: readonly string[] = await (await fetch(assets)).json();
  await Promise.all(names.map((name) => fetchPart(new URL(name, assets))));
  document.documentElement.dataset['parts'] = 'there';
}

const fetchPart = async (part: URL): Promise<ArrayBuffer> => (await fetch(part)).arrayBuffer();

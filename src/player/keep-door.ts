/**
 * Keeps the door of the page's own run, by which clients outside come in: opens it as soon as the
 * cluster is there, and whenever somebody asks.
 *
 * While it is open the run is shown as that of a server is, whose clock is the worker's. The clock
 * goes while the page is live, and stands where somebody looks back or the page is paused.
 */
import { DoorClient } from '#worker/door/door-client';
import type { DoorNews, WorldInput } from '#worker/protocol';
import { connectWorker } from '#worker/worker-client';
import type { Change, Typing } from './branches.ts';
import { type DoorState, doorStore } from './door-store.ts';
import { player, takeRunsFrom } from './player.ts';
import { isOver, when } from './when-up.ts';

type Door = NonNullable<DoorState['door']>;

/** To be called before the first run. `address`: the WebSocket of the bridge, with its token. */
export function keepDoor(address: string): void {
  const client: DoorClient = new DoorClient(connectWorker, (news) => hear(client, news));
  takeRunsFrom(client.connect);
  const open = (): void => {
    player.getState().goLive();
    const { live, speed, runOn } = player.getState();
    if (live === undefined) return;
    client.openNext({ address, speed });
    show({ is: 'opening', visitors: [] });
    runOn('here');
  };
  doorStore.setState({
    door: {
      ...{ is: 'opening', visitors: [], open },
      close: () => client.act({ kind: 'close' }),
      reconnect: () => client.act({ kind: 'reconnect' }),
    },
  });
  void when(
    (state) => isOver(state) || (state.recording !== undefined && state.goal === undefined),
  ).then(open);
  player.subscribe(({ served, live, speed }, before) => {
    if (served === undefined) return;
    if ((live === undefined) !== (before.live === undefined) || before.served === undefined) {
      client.act({ kind: live === undefined ? 'pause' : 'resume' });
    }
    if (speed !== before.speed) client.act({ kind: 'speed', speed });
  });
}

const show = (change: Partial<Door>): void => {
  const { door } = doorStore.getState();
  if (door !== undefined) doorStore.setState({ door: { ...door, ...change } });
};

function hear(client: DoorClient, news: DoorNews): void {
  const { recording } = player.getState();
  switch (news.kind) {
    case 'entered':
      if (recording === undefined) return;
      player.setState({
        recording: { ...recording, inputs: [...recording.inputs, ...news.inputs] },
      });
      break;
    case 'state':
      show({ is: news.connection, visitors: news.visitors });
      if (player.getState().served === undefined) player.setState({ served: servedBy(client) });
      break;
    case 'closed':
      show({ is: news.why === 'asked' ? 'closed' : news.why, visitors: [] });
      player.setState({ served: undefined });
      // The run goes on as the page's own, to its end.
      if (news.why !== 'left') player.getState().runOn('end');
  }
}

/** The run is the worker's own, and nobody else watches it. */
const servedBy = (client: DoorClient) => ({
  ...{ paused: false, speed: 1, watching: 1, lost: false },
  act: () => undefined,
  enter: (change: Change | Typing, user: string) =>
    client.act({ kind: 'enter', input: inputOf(change, user) }),
  reconnect: () => client.act({ kind: 'reconnect' }),
});

function inputOf(change: Change | Typing, user: string): WorldInput {
  return change.kind === 'command' ? { user, ...change } : change;
}

/**
 * Joins the run of a server: the player shows it while it goes on, and what a person does in the
 * page is done in the server's run.
 *
 * In: the address of the run. Out: the player has joined, or the server did not let it.
 */
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { writeHostAction } from '#trace/host-words';
import type { ServedInput, ServedWorld, TimedInput } from '#worker/protocol';
import { ServedClient } from '#worker/served-client';
import { connectWorker } from '#worker/worker-client';
import type { Change, Typing } from './branches.ts';
import { player, takeRunsFrom } from './player.ts';

export interface JoinOptions {
  /** When the cluster of a scenario is ready, in microseconds. */
  readyAt(scenario: string): number;
  /** The page has begun a run of its own. */
  left(): void;
}

/** Resolves when the run is known; `false`: the server does not answer, or not to this address. */
export function joinServed(address: string, { readyAt, left }: JoinOptions): Promise<boolean> {
  return new Promise((resolve) => {
    let stop: () => void = () => undefined;
    const client = new ServedClient(
      address,
      {
        joined({ recording, users: [user = 'admin'], world }) {
          const { open, goLive } = player.getState();
          open(recording, { readyAt: readyAt(recording.scenario), user });
          player.setState({ served: servedBy(client, world) });
          stop = player.subscribe(followInputs());
          goLive();
          resolve(true);
        },
        changed: (world) => player.setState({ served: servedBy(client, world) }),
        lost() {
          const { served } = player.getState();
          if (served !== undefined) player.setState({ served: { ...served, lost: true } });
          resolve(false);
        },
        left() {
          stop();
          player.setState({ served: undefined });
          left();
        },
      },
      connectWorker,
    );
    takeRunsFrom(client.connect);
    client.open();
  });
}

const servedBy = (client: ServedClient, world: ServedWorld) => ({
  ...world,
  lost: false,
  act: (request: Parameters<ServedClient['act']>[0]) => client.act(request),
  enter: (change: Parameters<NonNullable<PlayerServed>['enter']>[0], user: string) =>
    client.act({
      type: 'enter',
      input: servedInput(change, user),
    }),
  reconnect: () => client.open(),
});

function servedInput(change: Change | Typing, user: string): ServedInput {
  if (change.kind === 'command') return { ...change, user };
  if (change.kind === 'stdin') return change;
  return { kind: 'host', words: writeHostAction(change.action) };
}

type PlayerServed = ReturnType<typeof player.getState>['served'];

/** The recording of the run grows with what is done in it: its first facts say what that was. */
function followInputs(): () => void {
  let read: FactId = 0;
  return () => {
    const { log, recording } = player.getState();
    if (recording === undefined || log.facts.length === read) return;
    const fresh = log.facts.slice(read).flatMap(inputOf);
    read = log.facts.length;
    if (fresh.length === 0) return;
    player.setState({ recording: { ...recording, inputs: [...recording.inputs, ...fresh] } });
  };
}

function inputOf(fact: Fact): readonly TimedInput[] {
  switch (fact.type) {
    case 'CommandEntered': {
      const { at, line, user, stdin, terminal } = fact;
      const more = { ...(stdin !== undefined && { stdin }), ...(terminal && { terminal }) };
      return [{ at, kind: 'command', line, user, ...more }];
    }
    case 'TerminalTyped':
      return [{ at: fact.at, kind: 'stdin', command: fact.command, typed: fact.typed }];
    case 'HostActionTaken':
      return [{ at: fact.at, kind: 'host', action: fact.action }];
    case 'OutsideActionTaken':
      return [{ at: fact.at, kind: 'outside', action: fact.action }];
    default:
      return [];
  }
}

import { describe, expect, it } from 'vitest';
import type { ConnectSimulator, SimulatorMessage } from '#worker/worker-client';
import { clusterStartFacts, createDeploymentFacts } from './create-deployment.fixture.ts';
import { createPlayerStore } from './store.ts';

const facts = createDeploymentFacts();
const readyAt = facts[clusterStartFacts - 1]!.at;
const command = facts.find((fact) => fact.type === 'CommandEntered')!;
const input = { at: command.at, kind: 'command', line: 'kubectl …', user: 'admin' } as const;

function open() {
  let listener: (message: SimulatorMessage) => void = () => {};
  const connect: ConnectSimulator = (listen) => {
    listener = listen;
    return { run() {}, close() {} };
  };
  const player = createPlayerStore(connect);
  const recording = { scenario: 'create-deployment', seed: 1, inputs: [input] };
  player.getState().open(recording, { readyAt, user: 'admin' });
  player.getState().setReducedMotion(true);
  const hear = (message: SimulatorMessage): void => listener(message);
  return { player, hear };
}

describe('a beat that is unfolded', () => {
  it('is walked stage by stage, and then the story goes on', () => {
    const { player, hear } = open();
    hear({ type: 'facts', run: 1, facts });
    const { beats, steps, unfold, stepForward } = player.getState();
    const [, second, third] = beats;
    player.getState().seek(second!.fact);
    unfold(second!.index);
    const visited = [player.getState().cursor];
    while (player.getState().cursor < third!.fact) {
      stepForward();
      visited.push(player.getState().cursor);
    }
    const stages = steps.slice(second!.first, second!.last + 1).map(({ fact }) => fact);
    expect(visited).toEqual([...stages, third!.fact]);
  });

  it('closes at the beat', () => {
    const { player, hear } = open();
    hear({ type: 'facts', run: 1, facts });
    const beat = player.getState().beats[1]!;
    player.getState().unfold(beat.index);
    player.getState().unfold(undefined);
    expect(player.getState()).toMatchObject({ cursor: beat.fact, unfolded: undefined });
  });
});

describe('End in a run that still grows', () => {
  const half = Math.floor((clusterStartFacts + facts.length) / 2);

  it('goes to the end of what is known, and stays at the end as the run grows', () => {
    const { player, hear } = open();
    hear({ type: 'facts', run: 1, facts: facts.slice(0, half) });
    hear({ type: 'progress', run: 1, at: 1, horizon: 2, facts: half });
    player.getState().toEnd();
    const before = player.getState().cursor;
    hear({ type: 'facts', run: 1, facts: facts.slice(half) });
    expect(player.getState().cursor).toBe(player.getState().steps.at(-1)?.fact);
    expect(player.getState().cursor).toBeGreaterThan(before);
  });

  it('goes to the end that comes when a command has no facts yet', () => {
    const { player, hear } = open();
    player.getState().toEnd();
    hear({ type: 'facts', run: 1, facts: facts.slice(0, half) });
    hear({ type: 'facts', run: 1, facts: facts.slice(half) });
    expect(player.getState().cursor).toBe(player.getState().steps.at(-1)?.fact);
  });

  it('does not move a cursor that has stepped away from it', () => {
    const { player, hear } = open();
    hear({ type: 'facts', run: 1, facts: facts.slice(0, half) });
    hear({ type: 'progress', run: 1, at: 1, horizon: 2, facts: half });
    player.getState().toEnd();
    player.getState().stepBack();
    const { cursor } = player.getState();
    hear({ type: 'facts', run: 1, facts: facts.slice(half) });
    expect(player.getState().cursor).toBe(cursor);
  });
});

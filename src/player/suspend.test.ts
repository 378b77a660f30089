import { describe, expect, it } from 'vitest';
import type { SimulatorMessage } from '#worker/worker-client';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { createPlayerStore } from './store.ts';

const facts = createDeploymentFacts();
const recording = { scenario: 'create-deployment', seed: 1, inputs: [] };

/** A player, the requests to its simulators, and a way to let the last one answer. */
function playerWithSimulator() {
  const asked: number[] = [];
  let open = 0;
  let post: (message: SimulatorMessage) => void = () => undefined;
  const player = createPlayerStore((listener) => {
    open++;
    post = listener;
    return {
      run: (_, __, after) => asked.push(after),
      close: () => open--,
    };
  });
  player.getState().open(recording, { readyAt: 0, user: 'admin' });
  return { player, asked, post: (message: SimulatorMessage) => post(message), open: () => open };
}

describe('a player that is suspended', () => {
  it('ends the simulator, keeps the known facts, and requests the rest later', () => {
    const { player, asked, post, open } = playerWithSimulator();
    post({ type: 'facts', run: 1, facts: facts.slice(0, 50) });
    post({ type: 'progress', run: 1, at: 0, horizon: 1, facts: 50 });
    player.getState().suspend();
    expect(open()).toBe(0);
    expect(player.getState().log.facts).toHaveLength(50);
    player.getState().resume();
    player.getState().resume();
    expect(open()).toBe(1);
    expect(asked).toEqual([0, 50]);
    post({ type: 'facts', run: 2, facts: facts.slice(50) });
    expect(player.getState().log.facts).toHaveLength(facts.length);
  });

  it('starts none again for a run that has come to its end', () => {
    const { player, post, open } = playerWithSimulator();
    post({ type: 'facts', run: 1, facts });
    post({ type: 'done', run: 1, reason: 'settled', at: 0, facts: facts.length });
    post({ type: 'hashed', run: 1, hash: 'x' });
    player.getState().suspend();
    player.getState().resume();
    expect(open()).toBe(0);
    player.getState().restart();
    expect(open()).toBe(1);
  });
});

describe('a player that prepares for a run', () => {
  it('starts its simulator once, before the run is known', () => {
    let open = 0;
    const player = createPlayerStore(() => {
      open++;
      return { run: () => undefined, close: () => undefined };
    });
    player.getState().prepare();
    expect(open).toBe(1);
    player.getState().open(recording, { readyAt: 0, user: 'admin' });
    expect(open).toBe(1);
  });

  it('reports that a simulator that did not start cannot run, as soon as there is a run', () => {
    const player = createPlayerStore((listener) => {
      listener({ type: 'unsupported', message: 'no workers' });
      return { run: () => listener({ type: 'unsupported', message: 'none still' }), close() {} };
    });
    player.getState().prepare();
    player.getState().open(recording, { readyAt: 0, user: 'admin' });
    expect(player.getState().status).toEqual({ kind: 'unsupported', message: 'none still' });
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recording } from '#worker/protocol';
import type { ConnectSimulator, SimulatorMessage } from '#worker/worker-client';
import { clusterStartFacts, createDeploymentFacts } from './create-deployment.fixture.ts';
import { expectAtRest } from './expect-at-rest.ts';
import { createPlayerStore } from './store.ts';

const facts = createDeploymentFacts();
const readyAt = facts[clusterStartFacts - 1]!.at;
const command = facts.find((fact) => fact.type === 'CommandEntered')!;
const input = { at: command.at, kind: 'command', line: 'kubectl …', user: 'admin' } as const;

function readerOfARun() {
  const expected: number[] = [];
  const announced: (Recording | undefined)[] = [];
  let post: (message: SimulatorMessage) => void = () => {};
  const expect = (_: number, at: number, next?: Recording): void => {
    expected.push(at);
    announced.push(next);
  };
  const connect: ConnectSimulator = (listener) => {
    post = listener;
    return { run() {}, expect, close() {} };
  };
  const player = createPlayerStore(connect);
  const leave = expectAtRest(player);
  const recording = { scenario: 'create-deployment', seed: 1, inputs: [input] };
  player.getState().open(recording, { readyAt, user: 'admin' });
  post({ type: 'facts', run: 1, facts });
  post({ type: 'done', run: 1, reason: 'settled', at: 4e7, facts: facts.length });
  return { player, expected, announced, leave };
}

describe('a reader who rests within a run', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('may type there: the simulator gets ready for the moment right after the cursor', () => {
    const { player, expected } = readerOfARun();
    player.getState().stepForward('stages');
    vi.runAllTimers();
    expect(expected).toEqual([player.getState().scene.at]);
  });

  it('is announced once, and not at each step on the way', () => {
    const { player, expected } = readerOfARun();
    for (let step = 0; step < 5; step++) player.getState().stepForward('stages');
    vi.runAllTimers();
    expect(expected).toHaveLength(1);
  });

  it('is likely to enter what stands at the prompt once no key is pressed any more', () => {
    const { player, expected, announced } = readerOfARun();
    player.getState().toStart();
    vi.runAllTimers();
    for (const line of ['k', 'kg', 'kgp']) {
      vi.advanceTimersByTime(20);
      player.getState().setAtPrompt(line);
    }
    vi.runAllTimers();
    expect(announced.map((next) => next?.inputs)).toEqual([
      undefined,
      [{ at: expected[1]! + 1, user: 'admin', kind: 'command', line: 'kgp' }],
    ]);
  });

  it('means a line that came at once', () => {
    const { player, announced } = readerOfARun();
    player.getState().toStart();
    vi.runAllTimers();
    player.getState().setAtPrompt('kubectl get nodes');
    vi.advanceTimersByTime(1);
    expect(announced.at(-1)?.inputs).toMatchObject([{ line: 'kubectl get nodes' }]);
  });

  it('needs nothing at the end, where the simulator stands', () => {
    const { player, expected } = readerOfARun();
    player.getState().toEnd();
    vi.runAllTimers();
    expect(expected).toEqual([]);
  });

  it('is not followed any more after the page has left', () => {
    const { player, expected, leave } = readerOfARun();
    leave();
    player.getState().stepForward('stages');
    vi.runAllTimers();
    expect(expected).toEqual([]);
  });
});

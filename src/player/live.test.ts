import { describe, expect, it } from 'vitest';
import type { Recording } from '#worker/protocol';
import type { SimulatorMessage } from '#worker/worker-client';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { createPlayerStore } from './store.ts';

const facts = createDeploymentFacts();
const end = facts.at(-1)?.at ?? 0;
const inputAt = facts.find(({ type }) => type === 'CommandEntered')?.at ?? 0;
const line = 'kubectl create deployment nginx --image=nginx --replicas=3';
const command = { at: inputAt, kind: 'command', line, user: 'admin' } as const;
const second = 1_000_000;

/** A player whose run is over, and what it requested of its simulator. */
function playerAtHome() {
  const asked: { readonly recording: Recording; readonly after: number }[] = [];
  const expected: number[] = [];
  let post: (message: SimulatorMessage) => void = () => undefined;
  const player = createPlayerStore((listener) => {
    post = listener;
    return {
      run: (_, recording, after) => asked.push({ recording, after }),
      expect: (_, moment) => expected.push(moment),
      close: () => undefined,
    };
  });
  const recording = { scenario: 'create-deployment', seed: 1, inputs: [command] };
  player.getState().open(recording, { readyAt: inputAt - 1, user: 'admin' });
  post({ type: 'facts', run: 1, facts });
  const over = { type: 'done', reason: 'settled', facts: facts.length } as const;
  post({ ...over, run: 1, at: end + 40 * second });
  player.getState().toStart();
  return { player, asked, expected, post: (message: SimulatorMessage) => post(message), over };
}

describe('the live clock', () => {
  it('lets virtual time pass with the reader’s, and the cursor rides at its head', () => {
    const { player } = playerAtHome();
    player.getState().goLive();
    const begun = player.getState().live ?? 0;
    player.getState().rideOn(2);
    expect(player.getState().live).toBe(begun + 2000);
    expect(player.getState().scene.at).toBeLessThanOrEqual(begun + 2000);
    player.getState().rideOn(10_000);
    const { cursor, log, scene } = player.getState();
    expect(cursor).toBeGreaterThan(facts.length / 2);
    expect(scene).toEqual(log.sceneAt(cursor));
  });

  it('goes as fast as the speed says', () => {
    const { player } = playerAtHome();
    player.getState().setSpeed(4);
    player.getState().goLive();
    const begun = player.getState().live ?? 0;
    player.getState().rideOn(100);
    expect(player.getState().live).toBe(begun + 400_000);
  });

  it('never shows more than the simulator has reached, and asks for more before that', () => {
    const { player, asked, post, over } = playerAtHome();
    player.getState().goLive();
    player.getState().rideOn(39_000);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.after).toBe(facts.length);
    const until = asked[1]?.recording.until ?? 0;
    expect(until).toBeGreaterThan(end + 40 * second);
    const { cursor } = player.getState();
    player.getState().rideOn(60_000);
    expect(player.getState().live).toBeLessThanOrEqual(end + 40 * second);
    post({ ...over, run: 2, at: until });
    player.getState().rideOn(1000);
    expect(player.getState().live).toBeGreaterThan(end + 40 * second);
    expect(player.getState().cursor).toBe(cursor);
  });

  it('is left by a step and by the key that plays; End comes back to where it stood', () => {
    const { player } = playerAtHome();
    player.getState().goLive();
    player.getState().rideOn(5000);
    const { live } = player.getState();
    player.getState().stepBack();
    expect(player.getState().live).toBeUndefined();
    player.getState().toEnd();
    expect(player.getState().live).toBe(live);
    player.getState().togglePlay();
    expect(player.getState()).toMatchObject({ live: undefined, playing: false });
  });

  it('runs what is typed now, and rides on: later facts of the run are computed again', () => {
    const { player, asked } = playerAtHome();
    player.getState().goLive();
    player.getState().rideOn(20_000);
    const { live = 0, cursor } = player.getState();
    player.getState().runCommand('kubectl get pods');
    const typed = asked.at(-1)?.recording.inputs.at(-1);
    expect(typed?.at).toBe(Math.floor(live));
    expect(player.getState()).toMatchObject({ live, cursor, goal: undefined });
  });

  it('announces where somebody may type next, once a second', () => {
    const { player, expected } = playerAtHome();
    player.getState().goLive();
    const begun = player.getState().live ?? 0;
    for (let ride = 0; ride < 30; ride++) player.getState().rideOn(100);
    const announced = expected.filter((moment) => moment > begun);
    expect(announced.length).toBeGreaterThanOrEqual(2);
    expect(announced.length).toBeLessThanOrEqual(4);
  });

  it('is asked for again from where it stands, or from the end of what is known', () => {
    const { player, asked, post, over } = playerAtHome();
    player.getState().goLive();
    player.getState().rideOn(2000);
    const { live = 0 } = player.getState();
    player.getState().runOn('here');
    const { recording, after } = asked.at(-1) ?? {};
    expect(recording?.until).toBe(Math.floor(live));
    expect(after).toBe(facts.findLastIndex(({ at }) => at < Math.floor(live)) + 1);
    post({ ...over, run: 2, at: end });
    player.getState().runOn('end');
    expect(asked.at(-1)?.recording).toEqual({ ...recording, until: end });
  });

  it('stands when the run breaks', () => {
    const { player, post } = playerAtHome();
    player.getState().goLive();
    const recording = player.getState().recording;
    if (recording === undefined) throw new Error('There is no run.');
    post({ type: 'crashed', run: 1, recording, message: 'x', stack: '' });
    player.getState().rideOn(100);
    expect(player.getState().live).toBeUndefined();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectSimulator, SimulatorMessage } from '#worker/worker-client';
import { clusterStartFacts, createDeploymentFacts } from './create-deployment.fixture.ts';
import { startPlayback } from './playback.ts';
import { createPlayerStore } from './store.ts';

const facts = createDeploymentFacts();
const readyAt = facts[clusterStartFacts - 1]!.at;
const command = facts.find((fact) => fact.type === 'CommandEntered')!;
const input = { at: command.at, kind: 'command', line: 'kubectl …', user: 'admin' } as const;

/** Every text needs two seconds. */
const readingTime = 2000;
/** Longer than the longest movement. */
const movement = 2200;

let stop = (): void => {};

function playing() {
  let listener: (message: SimulatorMessage) => void = () => {};
  const connect: ConnectSimulator = (listen) => {
    listener = listen;
    return { run() {}, close() {} };
  };
  const player = createPlayerStore(connect);
  stop = startPlayback(player, () => readingTime);
  const recording = { scenario: 'create-deployment', seed: 1, inputs: [input] };
  player.getState().open(recording, { readyAt, user: 'admin' });
  player.getState().setDepth('story');
  listener({ type: 'facts', run: 1, facts });
  listener({ type: 'done', run: 1, reason: 'settled', at: 9e6, facts: facts.length });
  return player;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('a step of the story', () => {
  it('plays the stages that are folded into the beat, and rests at the beat', () => {
    const player = playing();
    const [, second] = player.getState().beats;
    player.getState().seek(player.getState().beats[0]!.fact);
    const seen = new Set<number>();
    player.subscribe(({ cursor }) => seen.add(cursor));
    player.getState().stepForward();
    vi.advanceTimersByTime(movement);
    const { steps, cursor, t, toward } = player.getState();
    const folded = steps.slice(second!.first, second!.last + 1).map(({ fact }) => fact);
    expect([...seen]).toEqual(folded);
    expect({ cursor, t, toward }).toEqual({ cursor: second!.fact, t: 1, toward: undefined });
  });

  it('ends its movement at once when Next is pressed again', () => {
    const player = playing();
    player.getState().stepForward();
    player.getState().stepForward();
    expect(player.getState().cursor).toBe(player.getState().beats[0]?.fact);
    expect(player.getState().t).toBe(1);
  });

  it('is a cut with reduced motion', () => {
    const player = playing();
    player.getState().setReducedMotion(true);
    player.getState().stepForward();
    expect(player.getState().cursor).toBe(player.getState().beats[0]?.fact);
  });
});

describe('playing', () => {
  it('holds each beat for as long as its words need', () => {
    const player = playing();
    const [first, second] = player.getState().beats;
    player.getState().seek(first!.fact);
    player.getState().play();
    expect(player.getState().hold).toBe(readingTime);
    vi.advanceTimersByTime(readingTime - 50);
    expect(player.getState().cursor).toBe(first?.fact);
    vi.advanceTimersByTime(100);
    expect(player.getState().toward ?? player.getState().cursor).toBe(second?.fact);
  });

  it('waits half as long at twice the speed', () => {
    const player = playing();
    player.getState().setSpeed(2);
    player.getState().play();
    expect(player.getState().hold).toBe(readingTime / 2);
  });

  it('keeps the words while a pointer rests on them, and goes on a moment after it left', () => {
    const player = playing();
    const { play, keepWords, cursor } = player.getState();
    play();
    vi.advanceTimersByTime(readingTime - 100);
    keepWords('pointer', true);
    vi.advanceTimersByTime(60_000);
    expect(player.getState().cursor).toBe(cursor);
    keepWords('pointer', false);
    vi.advanceTimersByTime(300);
    expect(player.getState().cursor).toBe(cursor);
    vi.advanceTimersByTime(200);
    expect(player.getState().cursor).not.toBe(cursor);
  });

  it('shows what is left of the hold, and keeps that while it is paused', () => {
    const player = playing();
    player.getState().play();
    vi.advanceTimersByTime(600);
    player.getState().pause();
    vi.advanceTimersByTime(5000);
    expect(player.getState()).toMatchObject({ hold: readingTime, holdLeft: readingTime - 600 });
    player.getState().play();
    vi.advanceTimersByTime(1000);
    expect(player.getState().holdLeft).toBe(readingTime - 1600);
  });

  it('goes on with Space while a pointer holds the words', () => {
    const player = playing();
    const { play, keepWords, togglePlay, cursor } = player.getState();
    play();
    keepWords('pointer', true);
    vi.advanceTimersByTime(60_000);
    togglePlay();
    vi.advanceTimersByTime(readingTime + 100);
    expect(player.getState().playing).toBe(true);
    expect(player.getState().cursor).not.toBe(cursor);
  });

  it('comes to the end of the run and stops there', () => {
    const player = playing();
    player.getState().play();
    vi.advanceTimersByTime(60 * (readingTime + movement));
    const { playing: goesOn, cursor, steps } = player.getState();
    expect({ goesOn, cursor }).toEqual({ goesOn: false, cursor: steps.at(-1)?.fact });
  });
});

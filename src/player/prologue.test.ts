import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { findScenario } from '#scenarios/index';
import { runRecording } from '#worker/run-recording';
import { placeOf } from './place.ts';
import { playPrologue, prologueOf } from './prologue.ts';
import { createPlayerStore } from './store.ts';

const recording = { scenario: 'create-deployment', seed: 1, inputs: [] };
const readyAt = findScenario('create-deployment')?.readyAt ?? 0;
const facts = [...runRecording(recording, allParts)].at(-1)?.facts ?? [];

function openedPlayer() {
  const player = createPlayerStore((listener) => ({
    run(run) {
      listener({ type: 'facts', run, facts });
      listener({ type: 'done', run, reason: 'settled', at: 0, facts: facts.length });
    },
    close: () => undefined,
  }));
  const stop = playPrologue(player);
  player.getState().open(recording, { readyAt, user: 'admin' });
  return { player, stop };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('before the first command a Lease is renewed on the map, and then the map rests', () => {
  const { player, stop } = openedPlayer();
  const home = player.getState().log.lastFactAt(readyAt);
  const stations: (string | undefined)[] = [];
  for (let hop = 0; hop < 10 && player.getState().cursor !== home; hop++) {
    const { log, scene, setT } = player.getState();
    const { request, station } = placeOf(log, scene) ?? {};
    const [sent] = log.factsOfRequest(request?.id ?? 0).map((id) => log.fact(id));
    expect(sent).toMatchObject({ type: 'RequestSent', method: 'PUT' });
    stations.push(station);
    setT(1);
    vi.runAllTimers();
  }
  expect(stations).toEqual(['received', 'store', 'etcd', 'returned']);
  expect(player.getState().cursor).toBe(home);
  expect(placeOf(player.getState().log, player.getState().scene)).toBeUndefined();
  stop();
});

it('anything that a person does ends it', () => {
  const { player, stop } = openedPlayer();
  player.getState().toStart();
  const { cursor } = player.getState();
  player.getState().setT(1);
  vi.runAllTimers();
  expect(player.getState().cursor).toBe(cursor);
  stop();
});

it('goes on until the first facts of a command are there: the map changes once', () => {
  let answer: (() => void) | undefined;
  const player = createPlayerStore((listener) => ({
    run(run, { inputs }, after) {
      const stamp = { id: after + 1, at: readyAt, cause: 0, component: 'person' };
      const typed = {
        ...stamp,
        type: 'CommandEntered',
        input: 0,
        line: 'kubectl',
        user: 'a',
      } as const;
      const own = inputs.length === 0 ? facts : [typed];
      answer = () => listener({ type: 'facts', run, facts: own });
      if (inputs.length > 0) return;
      answer();
      listener({ type: 'done', run, reason: 'settled', at: 0, facts: facts.length });
    },
    close: () => undefined,
  }));
  const stop = playPrologue(player);
  player.getState().open(recording, { readyAt, user: 'admin' });
  player.getState().setT(0.5);
  const { cursor } = player.getState();
  player.getState().runCommand('kubectl get pods');
  expect(player.getState()).toMatchObject({ cursor, t: 0.5 });
  expect(placeOf(player.getState().log, player.getState().scene)?.request).toBeDefined();
  answer?.();
  expect(player.getState().log.fact(player.getState().cursor)?.type).toBe('CommandEntered');
  expect(player.getState().t).toBe(1);
  stop();
});

it('is not played where motion is reduced', () => {
  const { player, stop } = openedPlayer();
  player.getState().setReducedMotion(true);
  player.getState().restart();
  expect(player.getState().cursor).toBe(player.getState().log.lastFactAt(readyAt));
  stop();
});

it('goes through the facts of one write, oldest first', () => {
  const { player, stop } = openedPlayer();
  const { log } = player.getState();
  const types = prologueOf(log, readyAt).map((id) => log.fact(id)?.type);
  expect(types.at(0)).toBe('RequestSent');
  expect(types).toContain('TxnCommitted');
  expect(types.at(-1)).toBe('ResponseReceived');
  stop();
});

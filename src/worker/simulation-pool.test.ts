/** What is kept alive between two commands, and what is let go. */
import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import * as controlLoops from '#cluster/parts/control-loops';
import * as nodes from '#cluster/parts/nodes';
import { hashTrace } from '#trace/trace-hash';
import type { Recording } from './protocol.ts';
import { runRecording } from './run-recording.ts';
import { SimulationPool } from './simulation-pool.ts';

const readyAt = 30 * second;
const typed = (at: number, line: string) => ({ at, kind: 'command', line, user: 'admin' }) as const;
const nothing: Recording = { scenario: 'empty-cluster', seed: 3, inputs: [] };
const pod: Recording = { ...nothing, inputs: [typed(readyAt, 'kubectl run web --image=nginx')] };

function play(pool: SimulationPool, recording: Recording, slices = Number.POSITIVE_INFINITY) {
  const live = pool.take(recording, allParts);
  const { at } = live;
  let done = 0;
  let ended = false;
  for (const slice of runRecording(recording, allParts, live)) {
    ended = slice.ended !== undefined;
    if (++done >= slices) break;
  }
  pool.give(live, recording, ended);
  return { live, from: at };
}

function beIdle(pool: SimulationPool): void {
  while (pool.work());
}

describe('a pool of simulations', () => {
  it('begins with empty machines, and has a booted cluster for the first command', () => {
    const pool = new SimulationPool();
    expect(play(pool, nothing).from).toBe(-1);
    beIdle(pool);
    expect(play(pool, pod).from).toBe(readyAt - 1);
  });

  it('has one that stands where the next command is expected, and makes it again', () => {
    const pool = new SimulationPool();
    let recording = pod;
    play(pool, recording);
    for (const at of [readyAt + 4 * second, readyAt + 6 * second]) {
      pool.expect(at);
      beIdle(pool);
      const label = typed(at + 1, `kubectl label pod web at=x${at}`);
      recording = { ...recording, inputs: [...recording.inputs, label] };
      expect(play(pool, recording).from).toBe(at);
    }
  });

  it('has run with the command that is likely before somebody enters it, and to its end', () => {
    const pool = new SimulationPool();
    play(pool, nothing);
    pool.expectRun(pod, allParts);
    beIdle(pool);
    expect(pool.takeAhead({ ...pod, seed: 4 }, allParts)).toBeUndefined();
    const slices = [...(pool.takeAhead(pod, allParts)?.slices ?? [])];
    const alone = [...runRecording(pod, allParts)].at(-1)!;
    expect(slices.map(({ ended }) => ended)).toEqual(['settled']);
    expect(hashTrace(slices[0]!.facts)).toBe(hashTrace(alone.facts));
    expect(slices[0]!.at).toBe(alone.at);
  });

  it('goes on with the likely command from where it has come', () => {
    const pool = new SimulationPool();
    play(pool, nothing);
    pool.expectRun(pod, allParts);
    for (let steps = 0; steps < 60; steps++) pool.work();
    const slices = [...(pool.takeAhead(pod, allParts)?.slices ?? [])];
    expect(slices.length).toBeGreaterThan(1);
    const alone = [...runRecording(pod, allParts)].at(-1)!;
    expect(hashTrace(slices.at(-1)!.facts)).toBe(hashTrace(alone.facts));
  });

  it('keeps a booted cluster for another command beside the likely one', () => {
    const pool = new SimulationPool();
    play(pool, nothing);
    pool.expectRun(pod, allParts);
    beIdle(pool);
    const other = { ...pod, inputs: [typed(readyAt, 'kubectl run other --image=nginx')] };
    expect(pool.takeAhead(other, allParts)).toBeUndefined();
    expect(play(pool, other).from).toBe(readyAt - 1);
  });

  it('goes on with a run that something else came before', () => {
    const pool = new SimulationPool();
    const { live } = play(pool, pod, 100);
    const stopped = live.at;
    play(pool, { ...nothing, seed: 4 });
    expect(play(pool, pod)).toEqual({ live, from: stopped });
  });

  it('does not go on with a run that is over, for it would end later', () => {
    const pool = new SimulationPool();
    const { live } = play(pool, pod);
    expect(pool.take(pod, allParts)).not.toBe(live);
    expect(pool.take({ ...pod, until: live.at + second }, allParts)).toBe(live);
  });

  it('goes on with one that knew the same inputs, and with no other', () => {
    const pool = new SimulationPool();
    const { live } = play(pool, pod);
    const later = typed(live.at + 1, 'kubectl get pods');
    const other = typed(readyAt, 'kubectl run other --image=nginx');
    expect(pool.take({ ...pod, inputs: [other, later] }, allParts)).not.toBe(live);
    expect(pool.take({ ...pod, seed: 4, inputs: [...pod.inputs, later] }, allParts)).not.toBe(live);
    const early = { ...later, at: live.at };
    expect(pool.take({ ...pod, inputs: [...pod.inputs, early] }, allParts)).not.toBe(live);
    expect(pool.take({ ...pod, inputs: [...pod.inputs, later] }, allParts)).toBe(live);
  });

  it('gives a cluster that was booted without kubectl the kubectl that came later', () => {
    const pool = new SimulationPool();
    const live = pool.take(nothing, { controlLoops, nodes });
    while (!live.runTo(readyAt - 1, []));
    pool.give(live, nothing, false);
    expect(play(pool, pod).live).toBe(live);
    let facts = live.facts;
    for (const slice of runRecording(pod, allParts)) facts = slice.facts;
    expect(hashTrace(live.facts)).toBe(hashTrace(facts));
  });

  it('gives one that waits ahead the parts that only the next command needs', () => {
    const pool = new SimulationPool();
    const { readYaml: _, ...without } = allParts;
    const live = pool.take(pod, without);
    const ended = [...runRecording(pod, without, live)].at(-1)?.at ?? 0;
    pool.give(live, pod, true);
    pool.expect(ended - second);
    beIdle(pool);
    // The command goes on with the run that is over; what waits before it comes after it.
    const stdin = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
    const apply = { ...typed(ended + 1, 'kubectl apply -f -'), stdin };
    const applied = { ...pod, inputs: [...pod.inputs, apply] };
    expect(pool.take(applied, allParts)).toBe(live);
    for (const _slice of runRecording(applied, allParts, live));
    pool.give(live, applied, true);
    pool.expect(ended + 5 * second);
    beIdle(pool);
    const again = {
      ...applied,
      inputs: [...applied.inputs, typed(ended + 6 * second, 'kubectl get cm')],
    };
    const ahead = play(pool, again).live;
    expect(ahead).not.toBe(live);
    const alone = [...runRecording(again, allParts)].at(-1)!;
    expect(hashTrace(ahead.facts)).toBe(hashTrace(alone.facts));
  });

  it('keeps four simulations, the one of the present run among them', () => {
    const pool = new SimulationPool();
    for (let seed = 1; seed < 8; seed++) play(pool, { ...nothing, seed }, 20);
    expect(pool.kept).toHaveLength(4);
    const [present] = pool.kept;
    pool.expect(readyAt);
    beIdle(pool);
    expect(pool.kept).toHaveLength(4);
    expect(pool.kept[0]).toBe(present);
  });

  it('keeps no more facts beside those of the present run than it may', () => {
    const held = (most: number): readonly number[] => {
      const pool = new SimulationPool(most);
      play(pool, pod);
      pool.expect(readyAt + 6 * second);
      beIdle(pool);
      return pool.kept.map(({ facts }) => facts.length);
    };
    const [present = 0, booted = 0, ahead = 0] = held(150_000);
    expect(ahead).toBeGreaterThan(booted);
    expect(held(booted + ahead)).toEqual([present, booted, ahead]);
    expect(held(booted + ahead - 1)).toEqual([present, booted]);
    expect(held(booted - 1)).toEqual([present]);
  });
});

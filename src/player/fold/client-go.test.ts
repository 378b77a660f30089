/** Who listens to what, as long as a cluster runs. */
import { expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { runRecording } from '#worker/run-recording';
import { TraceLog } from '../trace-log.ts';

it('a watch that its client opens again after some minutes takes the place of the one before', () => {
  const recording = { scenario: 'empty-cluster', seed: 1, inputs: [], until: seconds(700) };
  const log = new TraceLog();
  for (const { facts } of runRecording(recording, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  const watchesAt = (moment: number): readonly string[] =>
    [...log.sceneAt(log.lastFactAt(moment)).watches.values()]
      .map(({ client, path }) => `${client} ${path}`)
      .sort();
  const early = watchesAt(seconds(60));
  expect(new Set(early).size).toBe(early.length);
  expect(early.length).toBeGreaterThan(50);
  expect(watchesAt(seconds(700))).toEqual(early);
});

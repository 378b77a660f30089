/** What the worker does before the first command leaves no mark on what comes after. */
import { expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { hashTrace } from '#trace/trace-hash';
import { rehearse } from './rehearsal.ts';
import { runRecording } from './run-recording.ts';

function hashOfRun(): string {
  const inputs = [
    { at: 30_000_000, kind: 'command', line: 'kubectl run web --image=nginx', user: 'admin' },
  ] as const;
  let facts: Parameters<typeof hashTrace>[0] = [];
  for (const slice of runRecording({ scenario: 'empty-cluster', seed: 5, inputs }, allParts)) {
    facts = slice.facts;
  }
  return hashTrace(facts);
}

it('rehearses a little at a time, and a run after it has the same trace as one before', () => {
  const before = hashOfRun();
  let steps = 0;
  for (const _ of rehearse(allParts)) steps++;
  expect(steps).toBeGreaterThan(10);
  expect(hashOfRun()).toBe(before);
});

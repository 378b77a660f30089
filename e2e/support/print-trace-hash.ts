/** Runs a command in a scenario under Node and prints the hash of the trace. */

import { allParts } from '#cluster/parts/all-parts';
import { findScenario } from '#scenarios/index';
import { TraceHash } from '#trace/trace-hash';
import { runRecording } from '#worker/run-recording';

const [id = '', seed = '', line = ''] = process.argv.slice(2);
const scenario = findScenario(id);
if (scenario === undefined) throw new Error(`There is no scenario "${id}".`);
const input = { at: scenario.readyAt, kind: 'command', line, user: 'admin' } as const;
const hash = new TraceHash();
let hashed = 0;
const recording = { scenario: id, seed: Number(seed), inputs: [input] };
for (const { facts } of runRecording(recording, allParts)) {
  for (; hashed < facts.length; hashed++) {
    const fact = facts[hashed];
    if (fact !== undefined) hash.add(fact);
  }
}
console.log(hash.digest());

import { describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { readAddress } from '#embed/parameters';
import { nearest } from '#player/navigation';
import { TraceLog } from '#player/trace-log';
import { inputWords } from '#trace/input-words';
import type { Recording } from '#worker/protocol';
import { runRecording } from '#worker/run-recording';
import golden from './golden-links.json' with { type: 'json' };
import { readInputs } from './shared-inputs.ts';

const logs = new Map<string, TraceLog>();

/** The whole run of a recording; links that share it run it once. */
function logOf(recording: Recording): TraceLog {
  const key = JSON.stringify(recording);
  const known = logs.get(key);
  if (known !== undefined) return known;
  const log = new TraceLog();
  let seen = 0;
  for (const { facts } of runRecording(recording, allParts)) {
    log.append(facts.slice(seen));
    seen = facts.length;
  }
  logs.set(key, log);
  return log;
}

/** The component and the verb, which stay the same when names change. */
const about = (step: string): string => step.split('/').slice(0, 2).join('/');

// Links that were given away. Lines are added, never taken out and never changed.
describe('a link of an earlier day', () => {
  it.each(golden)(
    'still leads to its run and step: $link',
    async (given) => {
      const [search = '', hash = ''] = given.link.split('#');
      const { scenario, seed, step = '' } = readAddress(search);
      expect({ scenario, seed, step }).toEqual({
        scenario: given.scenario,
        seed: given.seed,
        step: given.step,
      });
      const inputs = (await readInputs(`#${hash}`)) ?? [];
      expect(inputs.map(inputWords)).toEqual(given.inputs);
      const { steps } = logOf({ scenario, seed: seed ?? 0, inputs });
      const found = steps.find(({ id }) => id === step) ?? nearest(steps, step);
      expect(about(found?.id ?? '')).toBe(about(step));
    },
    60_000,
  );
});

/** Files of saved runs: whole ones with other values, and damaged ones. */
import fc from 'fast-check';
import { readSavedRun, savedRunText } from '#export/saved-run';
import { findScenario } from '#scenarios/index';
import type { FuzzKind } from '../fuzz-kind.ts';
import { anyText, damaged, pick } from '../inputs/pick.ts';

const moments = fc.oneof(
  fc.nat(1e9),
  fc.constantFrom(-1, 0.5, 1e18, 86_400_000_000, 86_400_000_001, null, '1'),
);
const actions = fc
  .tuple(
    pick('stop_kubelet use_memory skew_clock put_manifest fail_device look help constructor'),
    pick('1 node-1 x -1 9e99'),
    fc.oneof(pick('20Gi 1 -1 Infinity 1e400'), anyText),
  )
  .map((parts) => parts.join(' '));
const inputs = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('host'), at: moments, action: actions }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      { kind: fc.constant('command'), at: moments, line: anyText, user: anyText, stdin: anyText },
      { requiredKeys: ['kind', 'at', 'line', 'user'] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const files = fc
  .record(
    {
      format: fc.constantFrom('podyssey-run', 'podyssey-run', 'podyssey-run', 'x'),
      version: fc.constantFrom(1, 1, 1, 2, '1'),
      scenario: pick('create-deployment run-pod constructor __proto__ x'),
      seed: fc.oneof(fc.nat(), fc.constantFrom(-1, 2 ** 32, 0.5, '1')),
      inputs: fc.oneof(fc.array(inputs, { maxLength: 4 }), fc.jsonValue()),
      step: fc.oneof(anyText, fc.jsonValue({ maxDepth: 1 })),
      tour: fc.oneof(anyText, fc.jsonValue({ maxDepth: 1 })),
      hash: fc.oneof(anyText, fc.jsonValue({ maxDepth: 1 })),
    },
    { requiredKeys: ['format', 'version', 'scenario', 'seed', 'inputs'] },
  )
  .map((file) => JSON.stringify(file));

export const savedRunKind: FuzzKind<string> = {
  inputs: fc.oneof(
    { weight: 4, arbitrary: files },
    { weight: 1, arbitrary: files.chain((text) => damaged(text, ': , { } [ ] " null 1 -')) },
    { weight: 1, arbitrary: fc.oneof(anyText, fc.json()) },
  ),
  open: () => (text) => {
    const read = readSavedRun(text, (scenario) => findScenario(scenario) !== undefined);
    if (!read.ok) return { said: read.problem };
    const written = savedRunText(read.run);
    const again = readSavedRun(written, () => true);
    const same = again.ok && savedRunText(again.run) === written;
    return same
      ? { said: written }
      : { said: written, panics: ['it does not come back as it was'] };
  },
};

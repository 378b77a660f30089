/** Messages that other windows post to a frame: anything that a browser can copy. */
import fc from 'fast-check';
import { readCommand, readNeighbour } from '#embed/protocol';
import type { FuzzKind } from '../fuzz-kind.ts';
import { anyText, pick } from '../inputs/pick.ts';

/** What `postMessage` can carry: values with circles, holes and no prototypes among them. */
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withNullPrototype: true,
  maxDepth: 3,
});

const types = pick(
  'hello state play pause step seek run setTheme setLang reply ready height awake asleep constructor __proto__',
);
const numbers = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, 2 ** 53, '1', null));
const targets = fc.oneof(
  fc.record({ step: anyText }),
  fc.record({ index: numbers }),
  fc.record({ t: numbers }),
  fc.record({ step: anything, index: numbers, t: numbers }, { requiredKeys: [] }),
  anything,
);
const near = fc.record(
  {
    podyssey: fc.constantFrom(1, 1, 1, 1, 2, '1', null),
    type: fc.oneof(types, types, types, anything),
    id: fc.oneof(fc.nat(), numbers, anything),
    by: fc.oneof(numbers, anything),
    to: targets,
    line: fc.oneof(anyText, anything),
    theme: fc.oneof(pick('dark light x'), anything),
    lang: fc.oneof(pick('en zh-CN x'), anything),
    frame: fc.oneof(pick('12345678 <b> constructor'), anything),
  },
  { requiredKeys: ['podyssey', 'type'] },
);

export const messageKind: FuzzKind<unknown> = {
  inputs: fc.oneof({ weight: 5, arbitrary: near }, { weight: 1, arbitrary: anything }),
  open: () => (data) => {
    const command = readCommand(data);
    const neighbour = readNeighbour(data);
    const problem = command !== undefined && 'problem' in command ? command.problem : '';
    return { said: [problem, neighbour?.type ?? '', neighbour?.frame ?? ''].join(' ') };
  },
};

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coldFacts } from './cold-facts.ts';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { FactStore } from './fact-store.ts';
import { timelineOf } from './timeline-builder.ts';
import { TraceLog } from './trace-log.ts';

const once = createDeploymentFacts();
/** Two commands, one after the other: the second writes the same objects again. */
const facts = [
  ...once,
  ...once.map((fact) => ({
    ...fact,
    id: fact.id + once.length,
    at: fact.at + (once.at(-1)?.at ?? 0),
    cause: fact.cause === 0 ? 0 : fact.cause + once.length,
  })),
];

function logOf(count: number): TraceLog {
  const log = new TraceLog();
  log.append(facts.slice(0, count));
  return log;
}

/** All that a log can be asked. */
const contentOf = (log: TraceLog) => ({
  facts: log.facts.slice(),
  steps: log.steps,
  chapters: log.chapters,
  beats: log.beats,
  timeline: timelineOf(log),
  roles: log.facts.slice().map(({ id }) => log.roleOf(id)),
  requests: log.facts
    .slice()
    .map(({ id }) => [log.requestOf(id), log.factsOfRequest(log.requestOf(id))]),
  effects: log.facts.slice().map(({ id }) => log.effectsOf(id)),
  frames: log.facts.slice().map(({ id }) => [log.frames.endOf(id), log.frames.beginOf(id)]),
  components: log.components.map((component) => [component, log.factsOf(component)]),
  keys: log.keysUnder('').map((key) => [key, log.revisionsOf(key)]),
  output: log.podsWithOutput.map((pod) => [pod, log.outputOf(pod)]),
  calls: log.facts.slice().map((fact) => (fact.type === 'CriCalled' ? log.callsOf(fact.pod) : [])),
  scene: log.sceneAt(log.facts.length),
});

it('a log that is cut equals a log of the facts left, and goes on like that one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(facts.length), { minLength: 1, maxLength: 3 }), (cuts) => {
      const log = logOf(facts.length);
      for (const kept of cuts) {
        log.truncate(kept);
        const left = log.facts.length;
        expect(contentOf(log)).toEqual(contentOf(logOf(left)));
        log.append(facts.slice(left, left + 400));
      }
      expect(contentOf(log)).toEqual(contentOf(logOf(log.facts.length)));
    }),
    { numRuns: 20 },
  );
});

it('a fork equals a log of the facts up to there; neither log changes with the other', () => {
  fc.assert(
    fc.property(fc.nat(facts.length), fc.nat(facts.length), (first, second) => {
      const log = logOf(facts.length);
      const fork = log.forkAt(first);
      const again = fork.forkAt(second);
      for (const [each, count] of [
        [fork, first],
        [again, Math.min(first, second)],
      ] as const) {
        expect(contentOf(each)).toEqual(contentOf(logOf(count)));
        each.append(facts.slice(count));
        expect(contentOf(each)).toEqual(contentOf(log));
      }
      fork.truncate(second);
      expect(contentOf(log)).toEqual(contentOf(logOf(facts.length)));
    }),
    { numRuns: 10 },
  );
});

/** So many commands, one after the other: a few chunks of facts. */
const times = Array.from({ length: 8 }, (_, index) => index);
const many = times.flatMap((time) =>
  once.map((fact) => ({
    ...fact,
    id: fact.id + time * once.length,
    at: fact.at + time * (once.at(-1)?.at ?? 0),
    cause: fact.cause === 0 ? 0 : fact.cause + time * once.length,
  })),
);

it('a log whose facts of long ago are packed answers as one that keeps all as they came', () => {
  const portion = fc.nat(3000);
  const change = fc.oneof(
    fc.record({ kind: fc.constant('append' as const), count: portion }),
    fc.record({ kind: fc.constant('cut' as const), count: portion }),
    fc.record({ kind: fc.constant('fork' as const), count: portion }),
    fc.record({ kind: fc.constant('seek' as const), count: portion }),
  );
  fc.assert(
    fc.property(fc.array(change, { minLength: 4, maxLength: 12 }), (changes) => {
      let packed = new TraceLog(new FactStore({ warm: 0, cold: coldFacts }));
      let plain = new TraceLog();
      for (const log of [packed, plain]) log.append(many);
      for (let step = 0; step < 4; step++) packed.append([]);
      for (const { kind, count } of changes) {
        const place = Math.max(0, plain.facts.length - count);
        if (kind === 'append') {
          const more = many.slice(plain.facts.length, plain.facts.length + count);
          for (const log of [packed, plain]) log.append(more);
        } else if (kind === 'cut') for (const log of [packed, plain]) log.truncate(place);
        else if (kind === 'fork') [packed, plain] = [packed.forkAt(place), plain.forkAt(place)];
        else {
          expect(packed.sceneAt(place)).toEqual(plain.sceneAt(place));
          expect(packed.fact(place)).toEqual(plain.fact(place));
        }
      }
      const moments = [0, 0.1, 0.5, 0.9, 1].map((part) => part * (many.at(-1)?.at ?? 0));
      expect(moments.map((at) => packed.lastFactAt(at))).toEqual(
        moments.map((at) => plain.lastFactAt(at)),
      );
      expect(contentOf(packed)).toEqual(contentOf(plain));
    }),
    { numRuns: 6 },
  );
});

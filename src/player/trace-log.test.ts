import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
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
  facts: log.facts,
  steps: log.steps,
  chapters: log.chapters,
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

/**
 * Lessons: read, made into a tour with its words and marks, and bound to the steps of a run.
 *
 * A lesson that can be read is bound to the run of its own commands only by `npm run lesson`: what
 * commands do is asked by the kinds `lines` and `shell`.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { allParts } from '#cluster/parts/all-parts';
import { checkLesson } from '#lesson-check/check-lesson';
import { TraceLog } from '#player/trace-log';
import { lessonTour, wordsIn } from '#scenarios/lessons/lesson-tour';
import { piecesOf, plainText } from '#scenarios/lessons/marks';
import { readLesson } from '#scenarios/lessons/read-lesson';
import { bindTour } from '#scenarios/tours/bind-tour';
import { runRecording } from '#worker/run-recording';
import type { FuzzKind } from '../fuzz-kind.ts';
import { anyText, damaged, pick } from '../inputs/pick.ts';

const example = readFileSync(
  new URL('../../../public/lessons/first-deployment.yaml', import.meta.url),
  'utf8',
);

const texts = fc.oneof(
  anyText,
  fc
    .array(
      pick('** * ` [ ]( ) https://a.example javascript:x &amp; <b> \\ ~ a b _ #x ![ ](//x) ：'),
      { maxLength: 9 },
    )
    .map((parts) => parts.join('')),
);
const words = fc.oneof(texts, fc.record({ en: texts, ja: texts }, { requiredKeys: [] }));
const steps = fc.oneof(
  pick(
    'person/enter etcd/commit/** ** * */*/x person/** kubelet/ / etcd/commit/*/default/web **/**/x',
  ),
  anyText,
  fc.array(pick('etcd ** * commit person'), { maxLength: 12 }).map((parts) => parts.join('/')),
);
const acts = fc.oneof(
  fc.record(
    { run: fc.oneof(pick('kubectl ls'), anyText), after: fc.nat(9) },
    { requiredKeys: ['run'] },
  ),
  fc.record({ action: fc.oneof(pick('stop_kubelet help look'), anyText), after: fc.nat(9) }),
);
const asks = fc.record({
  question: words,
  options: fc.array(words, { maxLength: 4 }),
  right: fc.integer({ min: -1, max: 5 }),
  before: steps,
  why: words,
});
const beats = fc.record(
  {
    id: pick('a b enter constructor A 1'),
    at: fc.oneof(steps, fc.array(steps, { maxLength: 3 })),
    caption: words,
    chapter: words,
    notes: words,
    focus: pick('etcd x kube-apiserver'),
    zoom: pick('room x'),
    ask: asks,
  },
  { requiredKeys: ['id', 'at', 'caption'] },
);
const shaped = fc
  .record(
    {
      podyssey: fc.constantFrom('lesson/v1', 'lesson/v1', 'lesson/v2'),
      meta: fc.record({ title: words, minutes: fc.nat(300) }, { requiredKeys: ['title'] }),
      scenario: pick('create-deployment run-pod constructor x'),
      seed: fc.oneof(fc.nat(9), fc.constantFrom(-1, 2 ** 32)),
      drive: fc.array(acts, { maxLength: 3 }),
      beats: fc.array(beats, { maxLength: 4 }),
      __proto__: fc.constant({ polluted: 1 }),
    },
    { requiredKeys: ['podyssey', 'meta', 'scenario', 'beats'] },
  )
  .chain((lesson) =>
    fc.boolean().map((yaml) => (yaml ? stringify(lesson) : JSON.stringify(lesson))),
  );

/** The steps of a run that lessons are bound to. */
let kept: TraceLog | undefined;

function run(): TraceLog {
  if (kept !== undefined) return kept;
  const log = new TraceLog();
  const line = 'kubectl create deployment web --image=nginx --replicas=2';
  const inputs = [{ at: 30_000_000, kind: 'command', line, user: 'admin' }] as const;
  for (const { facts } of runRecording(
    { scenario: 'create-deployment', seed: 1, inputs },
    allParts,
  ))
    log.append(facts.slice(log.facts.length));
  kept = log;
  return log;
}

export const lessonKind: FuzzKind<string> = {
  inputs: fc.oneof(
    { weight: 4, arbitrary: shaped },
    { weight: 2, arbitrary: damaged(example, ': - \n \t & * ! | > { [ " \' # % ? --- ** /') },
    { weight: 1, arbitrary: shaped.chain((text) => damaged(text, ': - , { } [ ] " null 1')) },
    { weight: 1, arbitrary: anyText },
  ),
  open() {
    const { steps: known, facts } = run();
    return (text) => {
      const read = readLesson(text);
      if (!read.ok)
        return {
          said: checkLesson(text)
            .problems.map(({ message }) => message)
            .join('\n'),
        };
      const { tour, words: told } = lessonTour(read.value);
      const bound = bindTour(tour, known, facts);
      const inJapanese = Object.values(wordsIn(told, 'ja')).map((each) => [
        plainText(each),
        ...piecesOf(each).map(({ kind, text: shown, href = '' }) => kind + shown + href),
      ]);
      return { said: JSON.stringify([bound.map(({ beat }) => beat.id), inJapanese]) };
    };
  },
};

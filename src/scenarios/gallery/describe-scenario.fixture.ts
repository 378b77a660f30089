/** What holds for every scenario of the gallery; the test of each calls this first. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { stepProblems } from '#evidence/step-problems.fixture';
import { evidenceOfTour } from '#evidence/words-files.fixture';
import { isOnMap } from '#player/place';
import { TraceLog } from '#player/trace-log';
import { walkProblems } from '#ui/tour/walk-problems.fixture';
import { runRecording } from '#worker/run-recording';
import { findScenario } from '../index.ts';
import { type BoundBeat, beatWords, bindTour } from '../tours/bind-tour.ts';
import { driveOf, type Tour } from '../tours/tour.ts';
import { figureOf } from './figure.ts';
import { gallery } from './gallery.ts';

type Words = Readonly<Record<string, string>>;

/** A whole run may take its time on a busy machine, in milliseconds. */
const patience = 180_000;

/** Languages that every scenario speaks. */
const languages = ['en', 'zh-CN', 'zh-TW', 'ja'] as const;

const words = import.meta.glob<Words>('./*/words/*.json', { eager: true, import: 'default' });

/** A scenario's run, once its tests have begun. */
export interface Played {
  readonly log: TraceLog;
  /** What was printed, in order. */
  readonly printed: string;
}

/**
 * Describes what all scenarios have in common; returns the run, for tests of this scenario alone.
 */
export function describeScenario(tour: Tour): () => Played {
  let played: Played | undefined;
  const run = (): Played => {
    if (played === undefined) throw new Error('The run is there when tests run.');
    return played;
  };
  describe(`the scenario ${tour.id}`, () => {
    let bound: readonly BoundBeat[] = [];
    beforeAll(() => {
      const log = play(tour, 1);
      bound = bindTour(tour, log.steps, log.facts);
      played = playedOf(log);
    }, patience);

    it('finds the step of every beat in the run, in order', () => {
      const found = bound.map(({ chapter, beat }) => `${chapter.id}.${beat.id}`);
      const all = tour.chapters.flatMap(({ id, beats }) => beats.map((beat) => `${id}.${beat.id}`));
      expect(found).toEqual(all);
      const facts = bound.map(({ fact }) => fact);
      expect([...new Set(facts)].sort((a, b) => a - b)).toEqual(facts);
    });

    it('is in a room of the map at each of its stops', () => {
      expect(
        bound.filter(({ fact }) => !isOnMap(run().log, fact)).map(({ beat }) => beat.id),
      ).toEqual([]);
    });

    it('speaks at each stop of what is shown there, and no two in a row look the same', () => {
      const english = words[`./${tour.id}/words/en.json`] ?? {};
      expect(walkProblems({ tour, log: run().log, bound, words: english })).toEqual([]);
    });

    it('says at each stop what its steps and its evidence contain', () => {
      const english = words[`./${tour.id}/words/en.json`] ?? {};
      const evidence = evidenceOfTour(tour.id);
      expect(stepProblems({ tour, log: run().log, bound, words: english, evidence })).toEqual([]);
    });

    it('asks at least twice, each time right before the run answers', () => {
      const asking = bound.filter(({ beat }) => beat.ask !== undefined);
      expect(asking.length).toBeGreaterThanOrEqual(2);
      for (const { question, index, beat } of asking) {
        expect(question, beat.id).toBeDefined();
        expect(question?.stop).toBeGreaterThanOrEqual(bound[index - 1]?.fact ?? 0);
        expect(question?.reveal).toBeLessThan(bound[index + 1]?.fact ?? run().log.facts.length);
      }
    });

    it('has words in four languages, and a card', () => {
      const english = words[`./${tour.id}/words/en.json`] ?? {};
      expect(Object.keys(english).sort()).toEqual([...wordsOf(tour)].sort());
      for (const language of languages) {
        const own = words[`./${tour.id}/words/${language}.json`] ?? {};
        expect(Object.keys(own), language).toEqual(Object.keys(english));
        expect(Object.values(own).filter((text) => text.trim() === '')).toEqual([]);
      }
      expect(gallery.map(({ id }) => id)).toContain(tour.id);
    });

    it('is drawn on its card as it runs', async () => {
      const from = findScenario(tour.scenario)?.readyAt ?? 0;
      const figure = figureOf(run().log.facts, from, bound[0]?.fact ?? 0);
      const file = join(import.meta.dirname, tour.id, 'figure.json');
      await expect(`${JSON.stringify(figure)}\n`).toMatchFileSnapshot(file);
    });
  });
  return run;
}

function play(tour: Tour, seed: number): TraceLog {
  const log = new TraceLog();
  const inputs = driveOf(tour, findScenario(tour.scenario)?.readyAt ?? 0);
  for (const { facts } of runRecording({ scenario: tour.scenario, seed, inputs }, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  return log;
}

function playedOf(log: TraceLog): Played {
  const printed = log.facts
    .slice()
    .flatMap((fact) => (fact.type === 'OutputPrinted' ? [fact.text] : []));
  return { log, printed: printed.join('') };
}

/** The ids of all words of a scenario. */
const wordsOf = (tour: Tour): readonly string[] => [
  tour.id,
  `${tour.id}.sees`,
  ...tour.chapters.flatMap((chapter) => [
    `${tour.id}.${chapter.id}`,
    ...chapter.beats.flatMap((beat) => {
      const id = beatWords(tour, chapter, beat);
      const asked = ['ask', 'ask.0', 'ask.1', 'ask.2', 'ask.why'].map((part) => `${id}.${part}`);
      return beat.ask === undefined ? [id] : [id, ...asked];
    }),
  ]),
];

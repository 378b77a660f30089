import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { stepProblems } from '#evidence/step-problems.fixture';
import { evidenceOfTour } from '#evidence/words-files.fixture';
import { isOnMap } from '#player/place';
import { TraceLog } from '#player/trace-log';
import { figureOf } from '#scenarios/gallery/figure';
import { findScenario } from '#scenarios/index';
import { allTours } from '#scenarios/tours/all-tours';
import { type BoundBeat, beatCount, beatWords, bindTour } from '#scenarios/tours/bind-tour';
import coverage from '#scenarios/tours/coverage.json' with { type: 'json' };
import { driveOf, type Tour } from '#scenarios/tours/tour';
import { tourIds } from '#scenarios/tours/tour-ids';
import { runRecording } from '#worker/run-recording';
import type { TourFigure } from '../gallery/tour-card.tsx';
import { walkProblems } from './walk-problems.fixture.ts';

type Words = Readonly<Record<string, string>>;

/** A tour is a long run, and the machine may have other work. */
vi.setConfig({ hookTimeout: 60_000, testTimeout: 60_000 });

const catalogs = import.meta.glob<Words>('../../i18n/tours/*/*.json', {
  import: 'default',
  eager: true,
});

/**
 * All words of a language: its titles, and the words of each tour, but not those of the gallery.
 */
function wordsIn(locale: string): Words {
  const own = Object.entries(catalogs).filter(([path]) => path.includes(`/${locale}/`));
  return Object.assign({}, ...own.map(([, words]) => words));
}

const english = wordsIn('en');
const chinese = wordsIn('zh-CN');
const taiwanese = wordsIn('zh-TW');
const japanese = wordsIn('ja');

/** Milliseconds that a run may take on a busy machine. */
const aWholeRun = 60_000;

function runOf(tour: Tour, seed: number): TraceLog {
  const log = new TraceLog();
  const inputs = driveOf(tour, findScenario(tour.scenario)?.readyAt ?? 0);
  for (const { facts } of runRecording({ scenario: tour.scenario, seed, inputs }, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  return log;
}

/** The ids of all words of a tour. */
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

describe.each(allTours)('the tour $id', (tour) => {
  let log = new TraceLog();
  let bound: readonly BoundBeat[] = [];
  beforeAll(() => {
    log = runOf(tour, 1);
    const half = log.facts.length >> 1;
    const early = log.steps.filter(({ fact }) => fact <= half);
    const known = bindTour(tour, early, log.facts.slice(0, half));
    bound = bindTour(tour, log.steps, log.facts, known);
  }, aWholeRun);

  it('asks no machine for something that it cannot do', () => {
    const problems = log.facts
      .slice()
      .flatMap((fact) =>
        fact.type === 'Noted' && fact.message === 'host-action.unsupported' ? [fact.params] : [],
      );
    expect(problems).toEqual([]);
  });

  it('finds the step of each beat in the run, in order', () => {
    const found = bound.map(({ chapter, beat }) => `${chapter.id}.${beat.id}`);
    const all = tour.chapters.flatMap(({ id, beats }) => beats.map((beat) => `${id}.${beat.id}`));
    expect(found).toEqual(all);
    const facts = bound.map(({ fact }) => fact);
    expect([...new Set(facts)].sort((a, b) => a - b)).toEqual(facts);
  });

  it('is drawn on its card as it runs', async () => {
    const from = findScenario(tour.scenario)?.readyAt ?? 0;
    const figure: TourFigure = {
      ...figureOf(log.facts, from, bound[0]?.fact ?? 0),
      stops: beatCount(tour),
    };
    const file = join(import.meta.dirname, '../gallery/tours', tour.id, 'figure.json');
    await expect(`${JSON.stringify(figure)}\n`).toMatchFileSnapshot(file);
  });

  it('is in a room of the map at each of its stops', () => {
    const lost = bound.filter(({ fact }) => !isOnMap(log, fact)).map(({ beat }) => beat.id);
    expect(lost).toEqual([]);
  });

  it('asks right before a step that the run takes, and before the tour goes on', () => {
    const asking = tour.chapters.flatMap(({ beats }) => beats.filter(({ ask }) => ask));
    expect(asking.length).toBeGreaterThanOrEqual(2);
    for (const { beat, question, index } of bound) {
      if (beat.ask === undefined) continue;
      expect(question, beat.id).toBeDefined();
      expect(question?.stop).toBeGreaterThanOrEqual(bound[index - 1]?.fact ?? 0);
      expect(question?.reveal).toBeLessThan(bound[index + 1]?.fact ?? log.facts.length);
    }
  });

  it('speaks at each stop of what is shown there, and no two stops in a row look the same', () => {
    expect(walkProblems({ tour, log, bound, words: english })).toEqual([]);
  });

  it('says at each stop what its steps and its evidence contain', () => {
    const evidence = evidenceOfTour(tour.id);
    expect(stepProblems({ tour, log, bound, words: english, evidence })).toEqual([]);
  });

  it('has its words in four languages', () => {
    for (const words of [english, chinese, taiwanese, japanese]) {
      expect(wordsOf(tour).filter((id) => (words[id] ?? '') === '')).toEqual([]);
    }
  });
});

const anySeed = ['short-walk', 'full-walk', 'kubelet-modules', 'components', 'owners'];

it.each(allTours.filter(({ id }) => anySeed.includes(id)))(
  '$id finds the same steps in another run',
  (tour) => {
    const log = runOf(tour, 7);
    expect(bindTour(tour, log.steps, log.facts)).toHaveLength(beatCount(tour));
  },
  aWholeRun,
);

describe('the words of the tours', () => {
  it('belong to a tour or to the interface, and fill the same holes', () => {
    const known = new Set(allTours.flatMap(wordsOf));
    const holes = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const words of [english, chinese, taiwanese, japanese]) {
      const stray = Object.keys(words).filter((id) => !id.startsWith('ui.') && !known.has(id));
      expect(stray).toEqual([]);
      for (const [id, text] of Object.entries(words)) {
        expect(holes(text), id).toEqual(holes(english[id] ?? ''));
      }
    }
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
  });

  it('are listed in the menu', () => {
    expect(allTours.map(({ id }) => id)).toEqual(tourIds);
  });
});

describe('what the old texts say', () => {
  const carried = allTours.flatMap((tour) =>
    tour.chapters.flatMap(({ id, covers }) => covers.map((text) => [text, tour.id, id] as const)),
  );

  it('has one id for each statement, and shows it in one chapter', () => {
    const known = new Set(coverage.map(({ id }) => id));
    expect(known.size).toBe(380);
    expect(carried.filter(([text]) => !known.has(text))).toEqual([]);
    expect(new Set(carried.map(([text]) => text)).size).toBe(carried.length);
  });

  it('shows every statement in the chapter that it belongs to', () => {
    const shown = new Map(carried.map(([text, tour, chapter]) => [text, `${tour}/${chapter}`]));
    expect(coverage.filter(({ id, shownIn }) => shown.get(id) !== shownIn)).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import { lessonTour, wordsIn } from '#scenarios/lessons/lesson-tour';
import { readLesson } from '#scenarios/lessons/read-lesson';
import { bindTour } from '#scenarios/tours/bind-tour';
import { useTour } from '../tour/tour-store.ts';
import { useTourWords } from '../tour/tour-words.ts';
import { speakerNotes } from './speaker-notes.ts';

const lesson = `
podyssey: lesson/v1
meta: { title: Two beats }
scenario: create-deployment
beats:
  - { id: enter, at: person/enter, caption: A **wish**., notes: { en: Ask first., ja: 先に問う。 } }
  - { id: stored, at: etcd/commit/deployments, caption: A record. }
`;

beforeEach(() => {
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, facts } = log;
  player.setState({ log, steps, chapters, factCount: facts.length, goal: undefined });
  const read = readLesson(lesson);
  if (!read.ok) throw new Error(read.error[0]?.message);
  const { tour, words } = lessonTour(read.value);
  useTour.setState({ tour, bound: bindTour(tour, steps, facts) });
  useTourWords.setState({ locale: 'en', words: wordsIn(words, 'en'), fallback: {} });
});

describe('the speaker’s window', () => {
  it('shows what a lesson’s author wrote for the speaker, beside what the audience reads', () => {
    const [first, second] = useTour.getState().bound;
    player.getState().seek(first?.fact ?? 0);
    expect(speakerNotes()).toMatchObject({
      now: ['A wish.'],
      notes: ['Ask first.'],
      next: 'A record.',
      number: '1',
    });
    player.getState().seek(second?.fact ?? 0);
    expect(speakerNotes()).toMatchObject({ now: ['A record.'], next: '' });
  });

  it('counts the stops of each chapter, and those that are done', () => {
    player.getState().seek(useTour.getState().bound[0]?.fact ?? 0);
    expect(speakerNotes().chapters).toMatchObject([{ stops: 2, done: 1, here: true }]);
  });
});

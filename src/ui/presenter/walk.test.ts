import { beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import { lessonTour, wordsIn } from '#scenarios/lessons/lesson-tour';
import { readLesson } from '#scenarios/lessons/read-lesson';
import { bindTour } from '#scenarios/tours/bind-tour';
import { useTour } from '../tour/tour-store.ts';
import { useTourWords } from '../tour/tour-words.ts';
import { choicesOf } from './choices.ts';
import { count, roundsOf, useShow } from './show-store.ts';
import { freshSlide, sentenceAt, useSlide } from './slide-store.ts';
import { speakerNotes } from './speaker-notes.ts';
import { askAgain, goBack, goOn, progressAt, reveal, saySentence, shownQuestion } from './walk.ts';

const long = Array.from({ length: 8 }, (_, n) => `Sentence ${n} says a little more of it.`);
const lesson = `
podyssey: lesson/v1
meta: { title: A question }
scenario: create-deployment
beats:
  - { id: enter, at: person/enter, caption: "${long.join(' ')}" }
  - id: stored
    at: etcd/commit/deployments
    caption: A record. It is kept.
    ask:
      question: Who writes it?
      options: [kube-scheduler, kube-apiserver]
      right: 2
      why: Nobody else may.
`;

beforeEach(() => {
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, beats, facts } = log;
  player.setState({ log, steps, chapters, beats, factCount: facts.length, goal: undefined });
  const read = readLesson(lesson);
  if (!read.ok) throw new Error(read.error[0]?.message);
  const { tour, words } = lessonTour(read.value);
  const bound = bindTour(tour, steps, facts);
  useTour.setState({ tour, bound, answers: {}, quiz: true });
  useTourWords.setState({ locale: 'en', words: wordsIn(words, 'en'), fallback: {} });
  useSlide.setState(freshSlide);
  useShow.setState({ tallies: {} });
  player
    .getState()
    .setMarks(
      bound.flatMap(({ fact, question }) => [
        ...(question === undefined ? [] : [{ fact: question.stop, question: true }]),
        { fact, question: false },
      ]),
    );
  player.getState().setReducedMotion(true);
  player.getState().seek(bound[0]?.fact ?? 0);
});

const sentence = (): number => sentenceAt(useSlide.getState(), player.getState().cursor);

describe('the way of a clicker', () => {
  it('leads over the slides of a long stop before the next one, and back over them', () => {
    const { cursor } = player.getState();
    goOn();
    expect(player.getState().cursor).toBe(cursor);
    expect(sentence()).toBeGreaterThan(0);
    goBack();
    expect(player.getState().cursor).toBe(cursor);
    expect(sentence()).toBeLessThan(long.length / 2);
  });

  it('goes sentence by sentence, and stays within the stop', () => {
    for (let press = 0; press < 20; press++) saySentence(1);
    expect(sentence()).toBe(long.length - 1);
    for (let press = 0; press < 20; press++) saySentence(-1);
    expect(sentence()).toBe(0);
  });
});

describe('a question', () => {
  const toQuestion = (): void => {
    for (let press = 0; press < 10 && shownQuestion() === undefined; press++) goOn();
  };

  it('counts as the stop that it asks for, and its answer is told to nobody', () => {
    toQuestion();
    expect(progressAt()).toEqual({ n: 2, total: 2 });
    expect(shownQuestion()).toMatchObject({ revealed: false });
    expect(speakerNotes().question).toMatchObject({ right: undefined, why: '' });
    expect(JSON.stringify(speakerNotes().now)).not.toContain('record');
  });

  it('is answered by the run, and asked again with the first hands beside the new ones', () => {
    toQuestion();
    const { id = '' } = shownQuestion() ?? {};
    count(id, 1, 1);
    count(id, 1, 1);
    count(id, 0, 1);
    reveal();
    expect(shownQuestion()).toMatchObject({ revealed: true });
    expect(useTour.getState().answers[id]).toBe(1);
    expect(speakerNotes().question).toMatchObject({ right: 1, why: 'Nobody else may.' });
    askAgain();
    expect(shownQuestion()).toMatchObject({ revealed: false });
    expect(roundsOf(useShow.getState().tallies, id)).toEqual([
      [1, 2, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('is passed by without its answer, and the words of its stop follow', () => {
    toQuestion();
    const { id = '' } = shownQuestion() ?? {};
    goOn();
    expect(shownQuestion()).toBeUndefined();
    expect(useTour.getState().answers[id]).toBe('skipped');
    expect(speakerNotes().now).toEqual(['A record.', 'It is kept.']);
  });

  it('leaves the clicker at the last stop, though the run goes on', () => {
    toQuestion();
    goOn();
    const { cursor } = player.getState();
    goOn();
    expect(player.getState().cursor).toBe(cursor);
  });

  it('has its answers on the rooms that they name', () => {
    toQuestion();
    expect(choicesOf(shownQuestion()?.id ?? '', []).map(({ room }) => room)).toEqual([
      'kube-scheduler',
      'kube-apiserver',
    ]);
  });
});

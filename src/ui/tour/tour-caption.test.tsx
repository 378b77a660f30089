import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import { bindTour } from '#scenarios/tours/bind-tour';
import { tour } from '#scenarios/tours/short-walk';
import { speakerNotes } from '../presenter/speaker-notes.ts';
import { Transport } from '../transport/transport.tsx';
import QuestionCard from './question-card.tsx';
import { tourAt } from './tour-at.ts';
import TourCaption from './tour-caption.tsx';
import { answer, leaveTour, useTour } from './tour-store.ts';
import { useTourWords } from './tour-words.ts';

const store = 'short-walk.api-server.store';
const words = {
  'short-walk.api-server.what': 'The object is examined.',
  [store]: 'It is written.',
  [`${store}.ask`]: 'How many Pods?',
  [`${store}.ask.0`]: 'One',
  [`${store}.ask.1`]: 'None',
  [`${store}.ask.2`]: 'Three',
  [`${store}.ask.why`]: 'Only the record is there.',
};

beforeEach(() => {
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, beats, facts } = log;
  player.setState({ log, steps, chapters, beats, factCount: facts.length, goal: undefined });
  player.setState({ depth: 'story', toward: undefined, playing: false });
  useTour.setState({ tour, bound: bindTour(tour, steps, facts), answers: {}, ...tourAt });
  useTourWords.setState({ locale: 'en', words, fallback: {} });
});
afterEach(() => {
  cleanup();
  leaveTour();
});

const stopAt = (id: string) =>
  useTour.getState().bound.find(({ beat }) => beat.id === id) ?? expect.fail(`no stop ${id}`);
const told = (): string => document.querySelector('.told p')?.textContent ?? '';
const go = (fact: number): void => act(() => player.getState().seek(fact));

describe('the caption of a tour', () => {
  it('is the tour’s own where it stops', () => {
    render(<TourCaption />);
    go(stopAt('what').fact);
    expect(told()).toBe('The object is examined.');
    expect(screen.queryByTestId('caption')).toBeNull();
  });

  it('is the fact’s own beside the stops, with one line that leads back', () => {
    render(<TourCaption />);
    go(stopAt('what').fact + 1);
    expect(screen.queryByTestId('tour-beat')).toBeNull();
    expect(screen.getByTestId('caption').textContent).not.toBe('');
    act(() => screen.getByRole('button', { name: /The object is examined/ }).click());
    expect(player.getState().cursor).toBe(stopAt('what').fact);
  });

  it('changes when the movement to a stop begins', () => {
    render(<TourCaption />);
    go(stopAt('who').fact);
    act(() => player.setState({ toward: stopAt('what').fact }));
    expect(told()).toBe('The object is examined.');
  });
});

describe('an open question', () => {
  const open = (): void => go(stopAt('store').question?.stop ?? 0);

  it('has its answer nowhere on the page until one is chosen', () => {
    render(<TourCaption />);
    render(<QuestionCard />);
    open();
    expect(screen.getByRole('heading', { name: 'How many Pods?' })).toBeDefined();
    expect(document.body.textContent).not.toContain('It is written.');
    expect(document.body.textContent).not.toContain('Only the record is there.');
    act(() => screen.getByRole('button', { name: /None/ }).click());
    go(stopAt('store').fact);
    expect(document.body.textContent).toContain('It is written.');
    expect(document.body.textContent).toContain('Only the record is there.');
  });

  it('is kept from the speaker’s window too', () => {
    open();
    const asking = JSON.stringify(speakerNotes());
    expect(asking).not.toContain('Only the record is there.');
    expect(asking).not.toContain('It is written.');
    act(() => answer(store, 1));
    go(stopAt('store').fact);
    expect(JSON.stringify(speakerNotes())).toContain('It is written.');
  });

  it('stops the clock: no ring, and Next skips it', () => {
    player.setState({ hold: 8000, holdLeft: 6000 });
    render(<Transport />);
    open();
    act(() => player.setState({ hold: 8000, holdLeft: 6000 }));
    expect(document.querySelector('.ring-arc .left')).toBeNull();
    expect(document.querySelector('.hold-words')).toBeNull();
    act(() => screen.getByRole('button', { name: 'Skip' }).click());
    expect(screen.getByRole('button', { name: 'Next' })).toBeDefined();
  });
});

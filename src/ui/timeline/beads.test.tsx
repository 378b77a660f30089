import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import Beads from './beads.tsx';
import { ChapterSlider } from './chapter-slider.tsx';

/** Reports the width of the row in a desktop's window for every element. */
class WideObserver implements ResizeObserver {
  readonly #told: ResizeObserverCallback;
  constructor(told: ResizeObserverCallback) {
    this.#told = told;
  }
  observe(): void {
    const entry = { contentRect: { width: 1408 } } as ResizeObserverEntry;
    this.#told([entry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', WideObserver);
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, beats, facts } = log;
  const status = { kind: 'done', reason: 'settled', at: 0, hash: '' } as const;
  const known = { log, steps, chapters, beats, factCount: facts.length };
  player.setState({ ...known, status, goal: undefined, depth: 'story', marks: undefined });
  player.getState().toStart();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const beads = () => screen.getAllByRole('button', { name: /^Beat \d+ of \d+/ });
const bead = (n: number): HTMLElement => screen.getByRole('button', { name: beadName(n) });
const beadName = (n: number) => new RegExp(`^Beat ${n} of `);
const goTo = (beat: number): void =>
  act(() => player.getState().seek(player.getState().beats[beat]?.fact ?? 0));

describe('the beads', () => {
  it('are one for each beat of the run', () => {
    render(<Beads />);
    expect(beads()).toHaveLength(player.getState().beats.length);
  });

  it('go to their beat', async () => {
    render(<Beads />);
    await userEvent.click(bead(5));
    expect(player.getState().cursor).toBe(player.getState().beats[4]?.fact);
    expect(bead(5).getAttribute('aria-current')).toBe('step');
  });

  it('have the titles of beats that have been reached, and of no others', async () => {
    render(<Beads />);
    goTo(3);
    expect(bead(2).getAttribute('aria-label')).toMatch(/^Beat 2 of \d+: \S/);
    expect(bead(4).getAttribute('aria-label')).toMatch(/^Beat 4 of \d+: \S/);
    expect(bead(5).getAttribute('aria-label')).toMatch(/^Beat 5 of \d+$/);
    const title = (bead(2).getAttribute('aria-label') ?? '').replace(/^.*?: /, '');
    await userEvent.hover(bead(2));
    expect(screen.getByText(title)).toBeDefined();
    await userEvent.hover(bead(5));
    expect(document.querySelector('.bead-title')).toBeNull();
  });

  it('are one stop of Tab, and arrows go from bead to bead without moving the run', async () => {
    render(<Beads />);
    goTo(2);
    expect(beads().filter(({ tabIndex }) => tabIndex === 0)).toEqual([bead(3)]);
    act(() => bead(3).focus());
    const { cursor } = player.getState();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(bead(4));
    expect(player.getState().cursor).toBe(cursor);
    await userEvent.keyboard('{Enter}');
    expect(player.getState().cursor).toBe(player.getState().beats[3]?.fact);
  });

  it('have the names of chapters, which go to their first beats', async () => {
    render(<Beads />);
    const list = within(screen.getByRole('list', { name: 'Chapters' }));
    await userEvent.click(list.getByRole('button', { name: 'ReplicaSet' }));
    const { cursor, chapters, beats } = player.getState();
    const begin = chapters.find(({ id }) => id === 'replicaset-controller')?.fact ?? 0;
    expect(cursor).toBe(beats.find(({ fact }) => fact >= begin)?.fact);
    expect(list.getByRole('button', { current: true }).textContent).toBe('ReplicaSet');
  });
});

describe('the slider of a phone', () => {
  it('counts beats in the story and steps in the other depths', () => {
    render(<ChapterSlider />);
    const slider = screen.getByRole('slider');
    goTo(3);
    const { beats, steps } = player.getState();
    expect(slider.getAttribute('aria-valuemax')).toBe(String(beats.length));
    expect(slider.getAttribute('aria-valuenow')).toBe('4');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Beat 4 of /);
    act(() => player.getState().setDepth('stages'));
    expect(slider.getAttribute('aria-valuemax')).toBe(String(steps.length));
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Step \d+ of /);
  });

  it('steps from beat to beat by its keys', () => {
    player.setState({ reducedMotion: true });
    render(<ChapterSlider />);
    goTo(3);
    fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowRight' });
    expect(player.getState().cursor).toBe(player.getState().beats[4]?.fact);
    player.setState({ reducedMotion: false });
  });
});

import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { player } from '#player/player';
import { listenToKeys } from '../shell/keyboard.ts';
import { useLanesStore } from './lanes-store.ts';
import { Timeline } from './timeline.tsx';
// Fetched when they are opened: they must be there before the tests have ended.
import './lanes.tsx';

let stop = (): void => {};

beforeEach(() => {
  useLanesStore.setState({ story: false, closer: true });
  stop = listenToKeys();
});
afterEach(() => {
  stop();
  cleanup();
});

const filter = () => screen.findByRole('searchbox', { name: 'Filter rows' });
const noFilter = (): void => expect(screen.queryByRole('searchbox')).toBeNull();

describe('the lanes', () => {
  it('are folded in the story, and L opens them and folds them again', async () => {
    player.getState().setDepth('story');
    render(<Timeline />);
    noFilter();
    await userEvent.keyboard('l');
    await filter();
    await userEvent.keyboard('l');
    noFilter();
  });

  it('are opened by a button that shows whether they are open', async () => {
    player.getState().setDepth('story');
    render(<Timeline />);
    const button = screen.getByRole('button', { name: /^Lanes/ });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(button);
    await filter();
    expect(button.getAttribute('aria-expanded')).toBe('true');
  });

  it('are open in finer depths, and each depth keeps what was chosen for it', async () => {
    player.getState().setDepth('stages');
    render(<Timeline />);
    await filter();
    await userEvent.keyboard('l');
    noFilter();
    act(() => player.getState().setDepth('story'));
    await userEvent.keyboard('l');
    await filter();
    act(() => player.getState().setDepth('events'));
    noFilter();
  });

  it('are absent where there is room for the strip alone', () => {
    player.getState().setDepth('stages');
    render(<Timeline strip />);
    noFilter();
    expect(screen.queryByRole('button', { name: /^Lanes/ })).toBeNull();
  });
});

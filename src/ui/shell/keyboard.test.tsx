import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import { TabList } from '../inspector/tab-list.tsx';
import { Transport } from '../transport/transport.tsx';
import { listenToKeys } from './keyboard.ts';

let stop = (): void => {};

beforeEach(() => {
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, beats, facts } = log;
  const known = { log, steps, chapters, beats, factCount: facts.length };
  const status = { kind: 'running', at: 0, horizon: 0 } as const;
  player.setState({ ...known, status, goal: undefined, depth: 'story', reducedMotion: true });
  player.getState().toStart();
  stop = listenToKeys();
  render(<Transport />);
});
afterEach(() => {
  stop();
  cleanup();
  player.setState({ playing: false, reducedMotion: false });
});

const beatNow = (): number | undefined =>
  player.getState().beats.find(({ fact }) => fact === player.getState().cursor)?.index;

describe('Space', () => {
  it('plays and pauses after a click on Next, and does not press it again', async () => {
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(beatNow()).toBe(0);
    await user.keyboard(' ');
    expect(player.getState().playing).toBe(true);
    expect(beatNow()).toBe(0);
    await user.keyboard(' ');
    expect(player.getState().playing).toBe(false);
  });

  it('presses a button that was reached by Tab', async () => {
    const user = userEvent.setup();
    screen.getByRole('button', { name: 'Next' }).focus();
    await user.keyboard(' ');
    expect(player.getState().playing).toBe(false);
    expect(beatNow()).toBe(0);
  });
});

describe('arrows', () => {
  it('step after a click on a depth', async () => {
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Story' }));
    await user.keyboard('{ArrowRight}');
    expect(player.getState().depth).toBe('story');
    expect(beatNow()).toBe(0);
  });

  it('step after a click on a tab, and go through the tabs for somebody who came by Tab', async () => {
    const user = userEvent.setup();
    render(<TabList />);
    await user.click(screen.getByRole('tab', { name: 'HTTP' }));
    await user.keyboard('{ArrowRight}');
    expect(beatNow()).toBe(0);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('HTTP');
    await user.keyboard('{Tab}');
    act(() => screen.getByRole('tab', { name: 'HTTP' }).focus());
    await user.keyboard('{ArrowRight}');
    expect(beatNow()).toBe(0);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Object');
  });

  it('with Shift choose a finer or coarser depth, and leave the cursor where it is', async () => {
    const user = userEvent.setup();
    act(() => player.getState().seekStep(20));
    const { cursor } = player.getState();
    const depthAfter = async (key: string) => {
      await user.keyboard(`{Shift>}{${key}}{/Shift}`);
      return player.getState().depth;
    };
    expect(await depthAfter('ArrowDown')).toBe('stages');
    expect(await depthAfter('ArrowDown')).toBe('events');
    expect(await depthAfter('ArrowDown')).toBe('events');
    expect(await depthAfter('ArrowUp')).toBe('stages');
    expect(await depthAfter('ArrowUp')).toBe('story');
    expect(player.getState().cursor).toBe(cursor);
  });

  it('change the depth for somebody who came to the switch by Tab', async () => {
    const user = userEvent.setup();
    screen.getByRole('radio', { name: 'Story' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(player.getState().depth).toBe('stages');
  });
});

import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import { listenToKeys } from '../shell/keyboard.ts';
import FoldChip from './fold-chip.tsx';

let stop = (): void => {};

beforeEach(() => {
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, beats, facts } = log;
  const known = { log, steps, chapters, beats, factCount: facts.length };
  const status = { kind: 'done', reason: 'settled', at: 0, hash: '' } as const;
  player.setState({ ...known, status, goal: undefined, depth: 'story', marks: undefined });
  stop = listenToKeys();
});
afterEach(() => {
  stop();
  cleanup();
});

it('opens the stages that are folded into a beat, walks them with the arrow key, and closes with Esc', async () => {
  const user = userEvent.setup();
  const [, beat] = player.getState().beats;
  act(() => player.getState().seek(beat?.fact ?? 0));
  render(<FoldChip />);
  await user.click(screen.getByRole('button', { expanded: false }));
  const stages = screen.getAllByRole('listitem');
  expect(stages).toHaveLength((beat?.last ?? 0) - (beat?.first ?? 0));
  await user.keyboard('{ArrowRight}');
  expect(stages[1]?.querySelector('[aria-current=step]')).not.toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('list')).toBeNull();
  expect(player.getState().cursor).toBe(beat?.fact);
});

it('counts the checks that a request passed, and calls nothing else a check', () => {
  const printed = player.getState().beats[4];
  act(() => player.getState().seek(printed?.fact ?? 0));
  const { rerender } = render(<FoldChip />);
  expect(screen.getByRole('button').textContent).toBe('One step on the way');
  // The ReplicaSet passes all six stations of the API server; the last of them stores it.
  const replicaSet = player.getState().beats[7];
  act(() => player.getState().seek(replicaSet?.fact ?? 0));
  rerender(<FoldChip />);
  expect(screen.getByRole('button').textContent).toMatch(/^5 checks passed/);
});

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { player } from '#player/player';
import { tabs, useInspector } from './inspector-store.ts';
import { TabList } from './tab-list.tsx';

afterEach(() => {
  cleanup();
  useInspector.setState({ tab: 'story' });
  player.setState({ depth: 'story' });
});

const names = (): readonly string[] =>
  screen.getAllByRole('tab').map((tab) => tab.textContent ?? '');

it('shows the tabs that the story speaks of, and all of them where steps are told one by one', () => {
  player.setState({ depth: 'story' });
  const { unmount } = render(<TabList />);
  expect(names()).toEqual(['Story', 'HTTP', 'Object', 'Logs']);
  unmount();
  player.setState({ depth: 'events' });
  render(<TabList />);
  expect(names()).toHaveLength(tabs.length);
});

it('has the others behind More; the chosen one of them stands beside the first', async () => {
  player.setState({ depth: 'story' });
  // The document of the tests has no popovers.
  const hide = vi.fn();
  HTMLElement.prototype.hidePopover = hide;
  render(<TabList />);
  await userEvent.click(await screen.findByRole('button', { name: 'Diff', hidden: true }));
  expect(names()).toEqual(['Story', 'HTTP', 'Object', 'Diff', 'Logs']);
  expect(hide).toHaveBeenCalled();
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Diff');
});

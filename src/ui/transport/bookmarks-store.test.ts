import { beforeEach, describe, expect, it, vi } from 'vitest';
import { player } from '#player/player';
import { bookmarksOf, toggleBookmark, useBookmarks } from './bookmarks-store.ts';

beforeEach(() => {
  useBookmarks.setState({ all: {} });
  player.setState({ recording: { scenario: 'run-pod', seed: 1, inputs: [] } });
});

describe('bookmarks', () => {
  it('are kept for their scenario, and removed by marking again', () => {
    toggleBookmark('etcd/commit/pods');
    const { all } = useBookmarks.getState();
    expect(bookmarksOf(all, 'run-pod')).toEqual(['etcd/commit/pods']);
    expect(bookmarksOf(all, 'other')).toEqual([]);
    toggleBookmark('etcd/commit/pods');
    expect(bookmarksOf(useBookmarks.getState().all, 'run-pod')).toEqual([]);
  });

  it('work where the browser forbids storage', () => {
    const forbidden = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied');
    });
    toggleBookmark('a');
    expect(bookmarksOf(useBookmarks.getState().all, 'run-pod')).toEqual(['a']);
    forbidden.mockRestore();
  });
});

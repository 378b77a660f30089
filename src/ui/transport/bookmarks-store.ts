/**
 * Steps that a person marked, by scenario. A step's id is the same in every run that comes to it.
 * Kept where the browser allows it.
 */
import { create } from 'zustand';
import { player } from '#player/player';

/** Scenario → ids of steps, in the order in which they were marked. */
type Bookmarks = Readonly<Record<string, readonly string[]>>;

const storageKey = 'podyssey.bookmarks';

/** Reads the kept bookmarks; an embed or a private window may forbid it, which is not an error. */
function stored(): Bookmarks {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(
        ([, ids]) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'),
      ),
    );
  } catch {
    return {};
  }
}

function store(bookmarks: Bookmarks): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(bookmarks));
  } catch {
    // Without storage the bookmarks last as long as the page.
  }
}

export const useBookmarks = create<{ readonly all: Bookmarks }>(() => ({ all: stored() }));

const none: readonly string[] = [];

/** The marked steps of a scenario. */
export const bookmarksOf = (all: Bookmarks, scenario: string | undefined): readonly string[] =>
  all[scenario ?? ''] ?? none;

/** Marks a step of the present scenario, by default the one at the cursor, or removes its mark. */
export function toggleBookmark(id: string | undefined = player.getState().step?.id): void {
  const scenario = player.getState().recording?.scenario;
  if (id === undefined || scenario === undefined) return;
  const { all } = useBookmarks.getState();
  const marked = bookmarksOf(all, scenario);
  const others = marked.filter((each) => each !== id);
  const changed = others.length < marked.length ? others : [...marked, id];
  const next = { ...all, [scenario]: changed };
  useBookmarks.setState({ all: next });
  store(next);
}

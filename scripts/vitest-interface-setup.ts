/**
 * What holds before each file of tests of the interface: English words, nothing in the
 * storage, and the stores as a page finds them. The files share one document and one copy of the
 * modules.
 */
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { useDiagram } from '#diagram/diagram-store';
import { chooseLocale } from '#i18n/locale';
import { player } from '#player/player';
import { useInspector } from '#ui/inspector/inspector-store';
import { useSettings } from '#ui/settings/settings-store';
import { useTimeWindow } from '#ui/timeline/window-store';
import { useTour } from '#ui/tour/tour-store';
import { useBookmarks } from '#ui/transport/bookmarks-store';

localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();

/** A store in its initial state. */
function reset<T>(store: { getInitialState(): T; setState(state: T, replace: true): void }): void {
  store.setState(store.getInitialState(), true);
}
reset(player);
reset(useDiagram);
reset(useInspector);
reset(useSettings);
reset(useTimeWindow);
reset(useTour);
reset(useBookmarks);

await chooseLocale('en');

/** Among what React says there: two children with one key. */
const said = vi.spyOn(console, 'error');
afterEach(() => {
  cleanup();
  expect(said.mock.calls.splice(0), 'errors in the console').toEqual([]);
});
afterAll(() => said.mockRestore());

/**
 * The entry of the page: theme and language, then the front door, or what the address names. Small,
 * because whoever opens either waits for it: each is fetched by itself.
 */
import '#ui/theme/tokens.css';
import '#ui/theme/base.css';
import '#ui/front/front-map.css';
import '#ui/front/front.css';
import { chooseLocale, type Locale, preferredLocale } from '#i18n/locale';
import { applyTheme, themes, useSettings } from '#ui/settings/settings-store';
import { opens } from './opens.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with id "root"');
const query = new URLSearchParams(location.search);
const opened = opens(location, self !== top);

/** A link speaks its own language; without one it is what was set here, then the browser's. */
const locale = preferredLocale([
  query.get('lang') ?? undefined,
  useSettings.getState().lang,
  ...navigator.languages,
]);

applyTheme(themes.find((theme) => theme === query.get('theme')));
void show(root);

async function show(place: HTMLElement): Promise<void> {
  if (opened === 'run') {
    // The words come beside the page.
    chooseLocale(locale).catch(() => undefined);
    const { openLinked } = await import('./walkthrough.tsx');
    await openLinked(place, locale);
  } else if (opened === 'front') {
    await showFrontDoor(place, locale);
  } else {
    const { showSidePage } = await import('./side-page.tsx');
    await showSidePage(place, opened, locale);
  }
}

async function showFrontDoor(place: HTMLElement, first: Locale): Promise<void> {
  const { openFrontDoor } = await import('#ui/front/front-door');
  await openFrontDoor(place, first, {
    walk: async (lang) => (await import('./walkthrough.tsx')).prepareWalk(place, lang),
    more: async (below, lang) => (await import('#ui/gallery/more.tsx')).drawMore(below, lang),
  });
}

// The walk begins in place of the door, and Back leads to the door again: what the address opens is
// then another page than the one that stands here.
addEventListener('popstate', () => {
  const atDoor = document.documentElement.dataset['front'] === 'open';
  const shown = opened !== 'front' || atDoor ? opened : 'run';
  if (opens(location, self !== top) !== shown) location.reload();
});

// Of two links one may stand in the other's place and differ in its inputs alone: no page is loaded
// then. The page itself changes its address without this.
addEventListener('hashchange', () => location.reload());

// A page in a frame leaves it to its host's visitors to open the site; the single file is a copy;
// the page of a served run or of a bridge ends with its server.
const isKept = self === top && !query.has('served') && !query.has('door');
if (import.meta.env.MODE === 'production' && isKept && 'serviceWorker' in navigator) {
  void import('./offline/keep-offline.ts')
    .then(({ keepOffline }) => keepOffline())
    .catch(() => undefined);
}

if (import.meta.env.DEV || import.meta.env.MODE === 'test') {
  void import('./walkthrough-state.ts').then(({ exposeState }) => exposeState());
}

/**
 * Starts the page: language, theme and run from its address, then the interface on the root
 * element of index.html.
 */
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Address, readAddress } from '#embed/parameters';
import { chooseLocale, type Locale, preferredLocale } from '#i18n/locale';
import { startPlayback } from '#player/playback';
import { player } from '#player/player';
import { playPrologue } from '#player/prologue';
import { readingTime } from '#ui/caption/reading-time';
import { presentIfAsked } from '#ui/presenter/start-presenting';
import { applyTheme, themes, useSettings } from '#ui/settings/settings-store';
import { AppShell } from '#ui/shell/app-shell.tsx';
import { showNotice } from '#ui/shell/notice-store';
import { ErrorBoundary } from './error-boundary.tsx';
import { type LinkedInputs, openRun } from './open-run.ts';
import { ProblemPage } from './problem-page.tsx';
import { readInputs } from './shared-inputs.ts';
import { unreadable } from './unreadable.ts';

function start(root: HTMLElement, address: Address, inputs: LinkedInputs): void {
  applyTheme(themes.find((theme) => theme === address.theme));
  startPlayback(player, readingTime);
  playPrologue(player);
  // The run begins while the words are being fetched.
  const opening = openRun(address, inputs, false);
  presentIfAsked(location.search);
  const draw = async (): Promise<void> => {
    const opened = await opening;
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary>{opened ? <AppShell /> : <ProblemPage address={address} />}</ErrorBoundary>
      </StrictMode>,
    );
  };
  void chooseLocale(askedFor(address.lang))
    .catch(() => chooseLocale('en'))
    .then(draw, draw);
}

/** A link brings its own language; otherwise the one set here is used, then the browser's. */
const askedFor = (lang: string | undefined): Locale =>
  preferredLocale([lang, useSettings.getState().lang, ...navigator.languages]);

interface Page {
  readonly default: ComponentType;
}

/** The pages that `?view=` opens in place of the walkthrough. */
const pages: Readonly<Record<string, () => Promise<Page>>> = {
  coverage: () => import('#ui/tour/coverage-page.tsx'),
  gallery: () => import('#ui/gallery/gallery-page.tsx'),
  speaker: () => import('#ui/presenter/speaker-page.tsx'),
};

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with id "root"');
const page = pages[new URLSearchParams(location.search).get('view') ?? ''];
if (page !== undefined) void showPage(root, page);
else
  void readInputs(location.hash).then((inputs) => {
    // A link that cannot be read opens the same cluster without its commands, and shows a notice.
    if (inputs === undefined) showNotice(unreadable(location.hash));
    start(root, readAddress(location.search), inputs);
  });

/** A page beside the walkthrough: no run, and none of the interface. */
async function showPage(root: HTMLElement, page: () => Promise<Page>): Promise<void> {
  const { theme, lang } = readAddress(location.search);
  applyTheme(themes.find((known) => known === theme));
  const { default: Content } = await page();
  await chooseLocale(askedFor(lang));
  createRoot(root).render(<Content />);
}

// A page in a frame makes no copy for its host's visitors; the single file is a copy itself.
if (import.meta.env.MODE === 'production' && self === top && 'serviceWorker' in navigator) {
  void import('./offline/keep-offline.ts')
    .then(({ keepOffline }) => keepOffline())
    .catch(() => undefined);
}

if (import.meta.env.DEV || import.meta.env.MODE === 'test') {
  void import('./walkthrough-state.ts').then(({ exposeState }) => exposeState());
}

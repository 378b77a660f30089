/**
 * Starts the page: language, theme and run from its address, then the interface on the root
 * element of index.html.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLocale, preferredLocale } from '#i18n/locale';
import type { Message } from '#i18n/t';
import { readBreakpoints } from '#player/breakpoints';
import { player } from '#player/player';
import { findScenario } from '#scenarios/index';
import { findTourId } from '#scenarios/tours/tour-ids';
import { applyTheme, followMotion, motions, themes } from '#ui/settings/settings-store';
import { AppShell } from '#ui/shell/app-shell.tsx';
import { showNotice } from '#ui/shell/notice-store';
import { openTour } from '#ui/tour/open-tour';
import { useTour } from '#ui/tour/tour-store';
import type { TimedInput } from '#worker/protocol';
import { type Address, readAddress } from './address.ts';
import { reflectRun } from './document-state.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ProblemPage } from './problem-page.tsx';
import { otherVersion, readInputs } from './shared-inputs.ts';

/** Whose kubeconfig the terminal uses: the cluster's administrator. */
const user = 'admin';

function start(root: HTMLElement, address: Address, inputs?: readonly TimedInput[]): void {
  applyTheme(themes.find((theme) => theme === address.theme));
  void chooseLocale(preferredLocale([address.lang ?? '', ...navigator.languages]));
  const opened = openRun(address, inputs);
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>{opened ? <AppShell /> : <ProblemPage address={address} />}</ErrorBoundary>
    </StrictMode>,
  );
}

/**
 * Begins the run that the address names; `false` when there is none like it. Without inputs, what
 * the link says cannot be read.
 */
function openRun(
  { scenario: id, seed, step, motion, bp = '', tour, chapter, quiz }: Address,
  inputs: readonly TimedInput[] | undefined,
): boolean {
  const scenario = findScenario(id);
  if (scenario === undefined || seed === undefined) return false;
  const { open, setReducedMotion, setBreakpoints } = player.getState();
  setBreakpoints(readBreakpoints(bp));
  followMotion(
    motions.find((known) => known === motion),
    setReducedMotion,
  );
  const { readyAt, suggestion: line } = scenario;
  const typed = inputs ?? [];
  // A step alone is one of the scenario's own run: of the command that it proposes.
  const proposed = { at: readyAt, kind: 'command', line, user } as const;
  const run = inputs?.length === 0 && step !== undefined ? [proposed] : typed;
  const begin = (): void => open({ scenario: id, seed, inputs: run }, { readyAt, user }, step);
  useTour.setState({ quiz: quiz !== '0' });
  const known = findTourId(tour);
  const refuse = (): void => {
    showNotice({ id: 'notice.tour' });
    begin();
  };
  if (known !== undefined) openTour(known, { seed, step, chapter }).catch(refuse);
  else if (tour !== undefined) refuse();
  else begin();
  reflectRun(document.documentElement);
  return true;
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with id "root"');
if (new URLSearchParams(location.search).get('view') === 'coverage') void showCoverage(root);
else
  void readInputs(location.hash).then((inputs) => {
    // A link that cannot be read opens the same cluster, with nothing typed in it, and says so.
    if (inputs === undefined) showNotice(unreadable(location.hash));
    start(root, readAddress(location.search), inputs);
  });

/** The page of the old texts' statements: no run, and none of the interface. */
async function showCoverage(root: HTMLElement): Promise<void> {
  const { theme, lang = '' } = readAddress(location.search);
  applyTheme(themes.find((known) => known === theme));
  const { default: CoveragePage } = await import('#ui/tour/coverage-page.tsx');
  await chooseLocale(preferredLocale([lang, ...navigator.languages]));
  createRoot(root).render(<CoveragePage />);
}

function unreadable(hash: string): Message {
  const version = otherVersion(hash);
  return version === undefined
    ? { id: 'notice.unreadable' }
    : { id: 'notice.version', params: { version } };
}

/**
 * Starts the page: language, theme and run from its address, then the interface on the root
 * element of index.html.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLocale, preferredLocale } from '#i18n/locale';
import { player } from '#player/player';
import { findScenario } from '#scenarios/index';
import { applyTheme, themes } from '#ui/settings/settings-store';
import { AppShell } from '#ui/shell/app-shell.tsx';
import type { TimedInput } from '#worker/protocol';
import { type Address, readAddress } from './address.ts';
import { reflectRun } from './document-state.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ProblemPage } from './problem-page.tsx';
import { readInputs } from './shared-inputs.ts';

/** Whose kubeconfig the terminal uses: the cluster's administrator. */
const user = 'admin';

function start(root: HTMLElement, address: Address, inputs: readonly TimedInput[]): void {
  applyTheme(themes.find((theme) => theme === address.theme));
  void chooseLocale(preferredLocale([address.lang ?? '', ...navigator.languages]));
  const opened = openRun(address, inputs);
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>{opened ? <AppShell /> : <ProblemPage address={address} />}</ErrorBoundary>
    </StrictMode>,
  );
}

/** Begins the run that the address names; `false` when there is none like it. */
function openRun({ scenario: id, seed, step }: Address, inputs: readonly TimedInput[]): boolean {
  const scenario = findScenario(id);
  if (scenario === undefined || seed === undefined) return false;
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  const { open, setReducedMotion } = player.getState();
  setReducedMotion(reduced.matches);
  reduced.addEventListener('change', () => setReducedMotion(reduced.matches));
  open({ scenario: id, seed, inputs }, { readyAt: scenario.readyAt, user }, step);
  reflectRun(document.documentElement);
  return true;
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with id "root"');
// A link that cannot be read opens the same cluster, with nothing typed in it.
void readInputs(location.hash).then((inputs) =>
  start(root, readAddress(location.search), inputs ?? []),
);

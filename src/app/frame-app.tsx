/** The interface in a frame, once somebody wants it: mounts it and begins the run. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { control } from '#embed/controls';
import type { FrameApp, FrameContext } from '#embed/frame';
import { FrameShell, useFrameTitle } from '#embed/frame-shell.tsx';
import { fullPage } from '#embed/full-page';
import { followHeight } from '#embed/height';
import type { FrameState } from '#embed/protocol';
import { placeOf, report, timeOf } from '#embed/report';
import { WheelHint } from '#embed/wheel-hint.tsx';
import { chooseLocale, useLocale } from '#i18n/locale';
import { startPlayback } from '#player/playback';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { readingTime } from '#ui/caption/reading-time';
import { useSettings } from '#ui/settings/settings-store';
import { AppShell } from '#ui/shell/app-shell.tsx';
import { showNotice } from '#ui/shell/notice-store';
import { addressOf } from './address.ts';
import { reflectRun } from './document-state.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { lookedAt } from './looked-at.ts';
import { openRun } from './open-run.ts';
import { ProblemPage } from './problem-page.tsx';
import { readInputs } from './shared-inputs.ts';
import { tourOrLesson } from './tour-or-lesson.ts';
import { unreadable } from './unreadable.ts';

export async function startApp(context: FrameContext): Promise<FrameApp> {
  const { root, address, look, clicked, title, emit, wake } = context;
  useFrameTitle.setState({ title });
  startPlayback(player, readingTime);
  await chooseLocale(look.locale());
  const inputs = await readInputs(location.hash);
  if (inputs === undefined) showNotice(unreadable(location.hash));
  const opened = await openRun(address, inputs, true);
  if (opened) reflectRun(document.documentElement);
  const { ui = 'std', panel } = address;
  const shell =
    ui === 'full' ? <AppShell /> : <FrameShell size={ui} inspector={panel !== undefined} />;
  root.replaceChildren();
  root.className = '';
  root.removeAttribute('role');
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>{opened ? shell : <ProblemPage address={address} />}</ErrorBoundary>
      <WheelHint />
    </StrictMode>,
  );
  followSettings(context);
  followHeight(root, ui, (height) => emit({ type: 'height', height }));
  const state = (): FrameState => stateOf(context);
  report(emit, () => emit({ type: 'state', ...state() }));
  // Any action that moves the run needs the worker.
  player.subscribe(({ playing, recording }, before) => {
    if ((playing && !before.playing) || recording !== before.recording) wake();
  });
  if (clicked) await focusNext(root);
  return {
    handle: control,
    state,
    setLocale: (locale) => void chooseLocale(locale),
    setTitle: (text) => useFrameTitle.setState({ title: text }),
    sleep: () => player.getState().suspend(),
    wake: () => player.getState().resume(),
  };
}

function stateOf({ address, look }: FrameContext): FrameState {
  const now = player.getState();
  return {
    ...placeOf(now),
    phase: 'running',
    playing: now.playing,
    speed: now.speed,
    scenario: now.recording?.scenario ?? address.scenario,
    t: timeOf(now),
    theme: look.theme(),
    // What was chosen last: its words may still be on their way.
    lang: look.locale(),
    link: fullPage(linkTo(now)),
  };
}

/** The frame's own address follows a moment later, together with the typed commands. */
function linkTo({ recording, step }: Player): string {
  if (recording === undefined) return location.href;
  return addressOf(location.href, recording, {
    step: step?.id,
    hash: location.hash,
    ...tourOrLesson(),
    ...lookedAt(),
    lang: useLocale.getState().locale,
  });
}

/** The language menu of the page, if the frame shows it, counts like a command of the host. */
function followSettings({ look }: FrameContext): void {
  useSettings.subscribe(({ theme }, before) => {
    if (theme !== before.theme) look.setTheme(theme);
  });
  useLocale.subscribe(({ locale }) => look.setLocale(locale));
}

/** A person who clicked the button that has gone keeps the focus on the button in its place. */
async function focusNext(root: HTMLElement): Promise<void> {
  for (let frame = 0; frame < 20; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const next = root.querySelector<HTMLElement>('.btn.primary');
    if (next === null) continue;
    if (document.activeElement === document.body) next.focus({ preventScroll: true });
    return;
  }
}

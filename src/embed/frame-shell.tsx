/**
 * The interface in a frame: the cast, its sentence and four buttons (`min`), with a title (`std`), or with the inspector where one of its tabs was asked for. `full` is the page itself.
 */
import '#ui/theme/base.css';
import '#ui/shell/shell.css';
import '#ui/caption/caption.css';
import '#ui/history/history.css';
import '#ui/inspector/inspector.css';
import '#ui/inspector/story.css';
import '#ui/transport/transport.css';
import './frame-shell.css';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { create } from 'zustand';
import { Diagram } from '#diagram/diagram.tsx';
import { useDiagram } from '#diagram/diagram-store';
import { framePlan } from '#diagram/layout/slide-layout';
import { useT } from '#i18n/locale';
import { countAt } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import { CaptionBar, useCaption } from '#ui/caption/caption-bar.tsx';
import { LiveRegion } from '#ui/caption/live-region.tsx';
import { followHistory } from '#ui/history/history-store';
import { Icon, Mark } from '#ui/icons.tsx';
import { SlideProgress } from '#ui/presenter/slide-progress.tsx';
import { SlideTerminal, useTerminalShown } from '#ui/presenter/slide-terminal.tsx';
import { toggleTerminal } from '#ui/presenter/terminal-shown';
import { useSettings } from '#ui/settings/settings-store';
import { holdWhileReading } from '#ui/shell/hold-words';
import { listenToKeys } from '#ui/shell/keyboard';
import Notice from '#ui/shell/notice.tsx';
import { RunStatus } from '#ui/shell/run-status.tsx';
import { CaptionSlot, QuestionSlot } from '#ui/tour/tour-slots.tsx';
import { useTour } from '#ui/tour/tour-store';
import { PlayRing } from '#ui/transport/play-ring.tsx';
import { fullPage } from './full-page.ts';

const Inspector = lazy(async () => ({
  default: (await import('#ui/inspector/inspector.tsx')).Inspector,
}));

const TourTitle = lazy(() => import('#ui/tour/tour-title.tsx'));

/** The title of the scenario or tour, in the frame's language. */
export const useFrameTitle = create<{ readonly title: string }>(() => ({ title: '' }));

export interface FrameShellProps {
  readonly size: 'min' | 'std';
  /** Whether a tab of the inspector was asked for. */
  readonly inspector: boolean;
}

export function FrameShell({ size, inspector }: FrameShellProps): ReactNode {
  const t = useT();
  const title = useFrameTitle((state) => state.title);
  useEffect(listenToKeys, []);
  useEffect(holdWhileReading, []);
  useEffect(followHistory, []);
  useEffect(() => useDiagram.setState({ plan: framePlan }), []);
  return (
    <div className={`app frame ${size}${inspector ? ' with-inspector' : ''}`}>
      {size === 'min' && (
        <h1 className="sr">
          <FrameTitle title={title} />
        </h1>
      )}
      {size === 'std' && (
        <header className="frame-top">
          <Mark />
          <h1>
            <FrameTitle title={title} />
          </h1>
          <span className="version">{t('app.simulated')}</span>
          <OpenPage />
        </header>
      )}
      <main className="canvas" aria-label={title}>
        <Diagram />
        <Output />
        <RunStatus />
        <Notice />
        <QuestionSlot />
      </main>
      {inspector && (
        <Suspense fallback={<aside className="insp" />}>
          <Inspector />
        </Suspense>
      )}
      <CaptionSlot>
        <CaptionBar />
      </CaptionSlot>
      <FrameControls link={size === 'min'} />
      <Segments />
      <LiveRegion />
    </div>
  );
}

/** The title that the frame knew before the click, or that of the lesson. */
function FrameTitle({ title }: { readonly title: string }): ReactNode {
  const lesson = useTour(({ tour }) => tour?.id === 'lesson');
  if (!lesson) return title;
  return (
    <Suspense fallback={title}>
      <TourTitle />
    </Suspense>
  );
}

/** One segment for each stop, as on a slide. */
function Segments(): ReactNode {
  const n = usePlayer((state) => countAt(state)[0]);
  const total = usePlayer((state) => countAt(state)[1]);
  return <SlideProgress n={n} total={total} />;
}

/** What the last command printed, over the map. */
function Output(): ReactNode {
  const shown = useTerminalShown();
  const { message } = useCaption();
  return shown ? <SlideTerminal sentences={[message]} said={0} /> : null;
}

/** On, back, play and the terminal; `link`: the way to the full page stands here too. */
function FrameControls({ link }: { readonly link: boolean }): ReactNode {
  const t = useT();
  const step = usePlayer((state) => countAt(state)[0]);
  const steps = usePlayer((state) => countAt(state)[1]);
  const atStart = usePlayer((state) => state.step === undefined);
  const atEnd = usePlayer((state) => (state.steps.at(-1)?.fact ?? 0) <= state.cursor);
  return (
    <div className="frame-controls" role="toolbar" aria-label={t('transport.label')}>
      <button
        type="button"
        className="btn primary"
        aria-label={t('transport.next')}
        aria-disabled={atEnd}
        aria-keyshortcuts="ArrowRight"
        onClick={() => player.getState().stepForward()}
      >
        <span>{t('transport.next')}</span>
        <Icon name="next" />
      </button>
      <button
        type="button"
        className="btn"
        aria-label={t('transport.back')}
        aria-disabled={atStart}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => player.getState().stepBack()}
      >
        <Icon name="back" />
        <span>{t('transport.back')}</span>
      </button>
      <PlayRing />
      <span className="count num">{t('transport.position', { step, steps })}</span>
      <span className="grow" />
      {link && <OpenPage />}
      <OutputButton />
    </div>
  );
}

function OutputButton(): ReactNode {
  const t = useT();
  const shown = useTerminalShown();
  const none = usePlayer(({ scene }) => scene.commands.length === 0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== 't' || typing || modified || !useSettings.getState().shortcuts) return;
      toggleTerminal();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <button
      type="button"
      className="btn"
      aria-label={t('terminal.label')}
      aria-pressed={shown}
      aria-disabled={none}
      aria-keyshortcuts="T"
      onClick={toggleTerminal}
    >
      <Icon name="terminal" />
      <span>{t('terminal.label')}</span>
    </button>
  );
}

/** The full page at this place; its address is read when the link is used. */
function OpenPage(): ReactNode {
  const t = useT();
  const renew = (link: HTMLAnchorElement): void => {
    link.href = fullPage(location.href);
  };
  return (
    <a
      className="frame-open"
      href={fullPage(location.href)}
      target="_blank"
      rel="noopener"
      onFocus={(event) => renew(event.currentTarget)}
      onPointerDown={(event) => renew(event.currentTarget)}
    >
      <Icon name="out" />
      <span>{t('embed.open')}</span>
    </a>
  );
}

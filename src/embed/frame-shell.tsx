/**
 * The interface in a frame: map, caption and three buttons (`min`), with a title and the run's time
 * (`std`), or with the inspector where one of its tabs was asked for. `full` is the page itself.
 */
import '#ui/theme/base.css';
import '#ui/shell/shell.css';
import '#ui/caption/caption.css';
import '#ui/history/history.css';
import '#ui/inspector/inspector.css';
import '#ui/inspector/story.css';
import '#ui/timeline/timeline.css';
import '#ui/transport/transport.css';
import './frame-shell.css';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { create } from 'zustand';
import { Diagram } from '#diagram/diagram.tsx';
import { Moving } from '#diagram/motion/moving.tsx';
import { useT } from '#i18n/locale';
import { countAt } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import { CaptionBar } from '#ui/caption/caption-bar.tsx';
import { LiveRegion } from '#ui/caption/live-region.tsx';
import { followHistory } from '#ui/history/history-store';
import { Icon, Mark } from '#ui/icons.tsx';
import { holdWhileReading } from '#ui/shell/hold-words';
import { listenToKeys } from '#ui/shell/keyboard';
import { Notice } from '#ui/shell/notice.tsx';
import { RunStatus } from '#ui/shell/run-status.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { CaptionSlot, QuestionSlot } from '#ui/tour/tour-slots.tsx';
import { fullPage } from './full-page.ts';

const Inspector = lazy(async () => ({
  default: (await import('#ui/inspector/inspector.tsx')).Inspector,
}));

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
  return (
    <Moving>
      <div className={`app frame ${size}${inspector ? ' with-inspector' : ''}`}>
        {size === 'min' && <h1 className="sr">{title}</h1>}
        {size === 'std' && (
          <header className="frame-top">
            <Mark />
            <h1>{title}</h1>
            <span className="version">{t('app.simulated')}</span>
          </header>
        )}
        <main className="canvas" aria-label={title}>
          <Diagram />
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
        <FrameControls />
        {size === 'std' && (
          <div className="time">
            <Timeline strip />
          </div>
        )}
        <LiveRegion />
      </div>
    </Moving>
  );
}

function FrameControls(): ReactNode {
  const t = useT();
  const playing = usePlayer((state) => state.playing);
  const step = usePlayer((state) => countAt(state)[0]);
  const steps = usePlayer((state) => countAt(state)[1]);
  const atStart = usePlayer((state) => state.step === undefined);
  const atEnd = usePlayer((state) => (state.steps.at(-1)?.fact ?? 0) <= state.cursor);
  const play = t(playing ? 'transport.pause' : 'transport.play');
  return (
    <div className="frame-controls" role="toolbar" aria-label={t('transport.label')}>
      <button
        type="button"
        className="btn"
        aria-label={t('transport.back')}
        aria-disabled={atStart}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => player.getState().stepBack()}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        className="btn primary"
        aria-label={t('transport.next')}
        aria-disabled={atEnd}
        aria-keyshortcuts="ArrowRight"
        onClick={() => player.getState().stepForward()}
      >
        <Icon name="next" />
        <span>{t('transport.next')}</span>
      </button>
      <button
        type="button"
        className="btn"
        aria-label={play}
        aria-disabled={steps === 0}
        aria-keyshortcuts="Space"
        onClick={() => player.getState().togglePlay()}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <span className="count num">{t('transport.position', { step, steps })}</span>
      <span className="grow" />
      <OpenPage />
    </div>
  );
}

/** The full page at this place; its address is computed when the link is used. */
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

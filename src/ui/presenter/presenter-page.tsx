/**
 * The page as a class sees it: the map, the question, one caption and one line of progress.
 *
 * In: the run in the player, and the tour if one is open. Out: nothing; keys move the player.
 */
import './presenter.css';
import { type ReactNode, useEffect } from 'react';
import { Diagram } from '#diagram/diagram.tsx';
import { useDiagram } from '#diagram/diagram-store';
import { useT } from '#i18n/locale';
import { textWidth } from '#i18n/text-width';
import { usePlayer } from '#player/player';
import { useCaption } from '../caption/caption-bar.tsx';
import { LiveRegion } from '../caption/live-region.tsx';
import { RichText } from '../rich-text.tsx';
import { Notice } from '../shell/notice.tsx';
import { RunStatus } from '../shell/run-status.tsx';
import { useTour } from '../tour/tour-store.ts';
import { PresenterBar } from './presenter-bar.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { point, toggleBlank, useShow } from './show-store.ts';
import { followSpeaker } from './speaker-link.ts';
import { Spotlight } from './spotlight.tsx';
import { usePresented } from './use-presented.ts';
import { askedAt, progressAt } from './walk.ts';

export { actionOf } from './keys.ts';

export default function PresenterPage(): ReactNode {
  const blank = useShow((state) => state.blank);
  useEffect(enlarge, []);
  useEffect(followSpeaker, []);
  return (
    <div className="presenter">
      <PresenterBar />
      <main className="canvas">
        <Diagram />
        <RunStatus />
        <Notice />
        <QuestionPanel />
      </main>
      <Notes />
      <Words />
      <Progress />
      <Spotlight />
      {blank && <Blank />}
    </div>
  );
}

/** Enlarges the letters of the whole page until it is left; then nothing of it stays in effect. */
function enlarge(): () => void {
  const { dataset } = document.documentElement;
  dataset['presenting'] = 'true';
  useDiagram.setState({ magnified: true });
  const release = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() === 'k') point(false);
  };
  const leave = (): void => point(false);
  addEventListener('keyup', release);
  addEventListener('blur', leave);
  return () => {
    delete dataset['presenting'];
    useDiagram.setState({ magnified: false });
    removeEventListener('keyup', release);
    removeEventListener('blur', leave);
    useShow.setState({ blank: false, pointing: false });
    if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
  };
}

/** A text at least this wide, measured in letters, is set smaller. */
const long = 200;

/** The words of the tour at the cursor, or without them the caption of the step. */
function Words(): ReactNode {
  const { n, total } = useProgress();
  const { message: step, params } = useCaption();
  const { beat, atBeat, lang } = usePresented();
  const asks = usePlayer(({ cursor }) => askedAt(cursor) !== undefined);
  const words = beat === '' ? step : beat;
  return (
    <section className="told" lang={lang}>
      <div>
        <p className={textWidth(words) > long ? 'long' : undefined} data-testid="caption">
          <RichText message={words} params={beat === '' ? params : undefined} />
        </p>
        {beat !== '' && !atBeat && !asks && (
          <p className="step-line" lang={document.documentElement.lang}>
            <RichText message={step} params={params} />
          </p>
        )}
      </div>
      <span className="num" data-testid="progress">
        {n} / {total}
      </span>
      {beat === '' ? (
        <LiveRegion />
      ) : (
        <output className="sr" aria-live="polite">
          {beat}
        </output>
      )}
    </section>
  );
}

/** The author's notes for the speaker, for a speaker with one screen who wants to see them. */
function Notes(): ReactNode {
  const t = useT();
  const shown = useShow((state) => state.notes);
  const { notes, lang } = usePresented();
  if (!shown || notes === '') return null;
  return (
    <aside className="notes" aria-label={t('speaker.notes')}>
      <h2>{t('speaker.notes')}</h2>
      <p lang={lang}>{notes}</p>
    </aside>
  );
}

/** The progress; renders again when one of the values that it is counted from changes. */
function useProgress(): ReturnType<typeof progressAt> {
  usePlayer((state) => state.cursor);
  usePlayer((state) => state.steps);
  useTour((state) => state.bound);
  return progressAt();
}

function Progress(): ReactNode {
  const t = useT();
  const { n, total } = useProgress();
  return (
    <progress
      value={n}
      max={Math.max(1, total)}
      aria-label={t('presenter.progress', { n, total })}
    />
  );
}

/** A dark screen, so that the class looks at the teacher. */
function Blank(): ReactNode {
  const t = useT();
  return (
    <button type="button" className="blank" aria-label={t('presenter.back')} onClick={toggleBlank}>
      <span>{t('presenter.back')}</span>
    </button>
  );
}

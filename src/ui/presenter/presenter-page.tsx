/**
 * A slide in place of the page: the cast of the stop, its words, and how far it is; at a question
 * the panel beside the rooms; the terminal where the words speak of output.
 *
 * A slide is drawn for 1280 × 720 and scales as a whole with the window, by the root's letters.
 */
import './slide.css';
import './question.css';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Diagram } from '#diagram/diagram.tsx';
import { useDiagram } from '#diagram/diagram-store';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import Notice from '../shell/notice.tsx';
import { RunStatus } from '../shell/run-status.tsx';
import { useTour } from '../tour/tour-store.ts';
import { useMedia } from '../use-media.ts';
import { KeySheet } from './key-sheet.tsx';
import { toggleFullScreen } from './keys.ts';
import { followNotes } from './notes-of-stop.ts';
import { QuestionPanel, SoFar } from './question-panel.tsx';
import { spokenAt } from './sentences.ts';
import { point, toggleBlank, useShow } from './show-store.ts';
import { SlideHead } from './slide-head.tsx';
import { SlideMarks } from './slide-marks.tsx';
import { SlideNotes } from './slide-notes.tsx';
import { SlideProgress } from './slide-progress.tsx';
import { freshSlide, useSlide } from './slide-store.ts';
import { SlideTerminal, useTerminalShown } from './slide-terminal.tsx';
import { SlideWords, useHold, useSentence, useSpoken } from './slide-words.tsx';
import { followSpeaker } from './speaker-link.ts';
import { Spotlight } from './spotlight.tsx';
import { roomsOfStop, useStop } from './stop.ts';
import { useSlidePlan } from './use-slide-plan.ts';
import { progressAt, type ShownQuestion, shownQuestion } from './walk.ts';

export { actionOf } from './keys.ts';

export default function PresenterPage(): ReactNode {
  useEffect(present, []);
  useEffect(followSpeaker, []);
  useEffect(followNotes, []);
  const blank = useShow((state) => state.blank);
  const keys = useSlide((state) => state.keys);
  return (
    <div className="presenter">
      <Slide />
      <Spotlight />
      {keys && <KeySheet />}
      {blank && <Blank />}
    </div>
  );
}

/** The root's letters follow the window while this page is there; nothing stays held after it. */
function present(): () => void {
  const { dataset } = document.documentElement;
  dataset['presenting'] = 'true';
  useSlide.setState(freshSlide);
  const release = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() === 'k') point(false);
  };
  const leave = (): void => point(false);
  addEventListener('keyup', release);
  addEventListener('blur', leave);
  return () => {
    delete dataset['presenting'];
    useDiagram.setState({ magnified: false, plan: undefined });
    removeEventListener('keyup', release);
    removeEventListener('blur', leave);
    useShow.setState({ blank: false, pointing: false });
    useSlide.setState(freshSlide);
    if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
  };
}

/** From this width on a window shows slides; a narrower one has the form of a phone. */
const leastWidth = 960;
const slides = `(width >= ${leastWidth}px)`;

/** In a narrow window on a screen that has room for slides. */
function WholeWindow(): ReactNode {
  const t = useT();
  if (screen.width < leastWidth || !document.fullscreenEnabled) return null;
  return (
    <button type="button" className="btn whole-window" onClick={toggleFullScreen}>
      {t('presenter.whole')}
    </button>
  );
}

function Slide(): ReactNode {
  const wide = useMedia(slides);
  const asked = useQuestion();
  const stop = useStop(asked !== undefined);
  const sentence = useSentence();
  const spoken = useMemo(() => spokenAt(stop.sentences, sentence), [stop, sentence]);
  const terminal = useTerminalShown() && asked === undefined;
  const { n, total } = useProgress();
  useSpoken(asked === undefined ? spoken.sentences[spoken.said] : undefined);
  useHold(spoken, asked !== undefined);
  useSlidePlan(wide, asked, roomsOfStop(stop));
  const kind = asked !== undefined ? ' asks' : terminal ? ' prints' : '';
  return (
    <div className={`sl${kind}`} data-revealed={asked?.revealed || undefined}>
      <SlideHead />
      <main className="sl-stage">
        <div className="sl-map">
          <Diagram />
          {wide ? <SlideMarks asked={asked} /> : <WholeWindow />}
          <RunStatus />
          <Notice />
        </div>
        {terminal && (
          <SlideTerminal sentences={spoken.sentences.map(({ text }) => text)} said={spoken.said} />
        )}
        {asked !== undefined && <QuestionPanel asked={asked} />}
      </main>
      <SlideNotes />
      {asked === undefined ? (
        <SlideWords spoken={spoken} lang={stop.lang} n={n} total={total} />
      ) : (
        <SoFar stop={stop} n={n} total={total} />
      )}
      <SlideProgress n={n} total={total} />
    </div>
  );
}

function useQuestion(): ShownQuestion | undefined {
  const cursor = usePlayer((state) => state.cursor);
  const revealed = useSlide((slide) => slide.revealed);
  useTour();
  const found = shownQuestion(cursor, revealed);
  // The same question is the same object: the picture follows it.
  const known = useRef(found);
  const same = known.current?.id === found?.id && known.current?.revealed === found?.revealed;
  if (!same) known.current = found;
  return known.current;
}

/** The progress; renders again when one of the values that it is counted from changes. */
function useProgress(): ReturnType<typeof progressAt> {
  usePlayer((state) => state.cursor);
  usePlayer((state) => state.toward);
  usePlayer((state) => state.beats);
  usePlayer((state) => state.steps);
  usePlayer((state) => state.depth);
  useTour((state) => state.bound);
  useSlide((state) => state.revealed);
  return progressAt();
}

/** A dark screen, so that the class looks at its teacher. */
function Blank(): ReactNode {
  const t = useT();
  return (
    <button type="button" className="blank" aria-label={t('presenter.back')} onClick={toggleBlank}>
      <span>{t('presenter.back')}</span>
    </button>
  );
}

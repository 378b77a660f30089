/** The menu of time: steps as in a debugger, a range, marked steps. */
import type { ReactNode } from 'react';
import { titleOf } from '#facts/title-of';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { FrameStep } from '#player/player-state';
import type { Step } from '#player/steps';
import { Icon } from '../icons.tsx';
import { bookmarksOf, toggleBookmark, useBookmarks } from './bookmarks-store.ts';
import { setLoopEnd } from './set-loop-end.ts';

export default function TimePanel(): ReactNode {
  return (
    <>
      <FrameSteps />
      <LoopRange />
      <BookmarkList />
    </>
  );
}

const frameSteps: readonly (readonly [step: FrameStep, key: string, back: string])[] = [
  ['into', '↓', ''],
  ['over', 'F10', '⇧ F10'],
  ['out', '↑', ''],
];

function FrameSteps(): ReactNode {
  const t = useT();
  return (
    <fieldset className="frame-steps">
      <legend>{t('time.step')}</legend>
      {(['forward', 'back'] as const).map((direction) =>
        frameSteps.map(([step, key, back]) => (
          <button
            type="button"
            key={`${direction} ${step}`}
            className="btn"
            onClick={() => player.getState().stepFrame(step, direction)}
          >
            {t(direction === 'forward' ? `time.${step}` : `time.${step}.back`)}
            <kbd>{direction === 'forward' ? key : back}</kbd>
          </button>
        )),
      )}
    </fieldset>
  );
}

function LoopRange(): ReactNode {
  const t = useT();
  const loop = usePlayer((state) => state.loop);
  const steps = usePlayer((state) => state.steps);
  const log = usePlayer((state) => state.log);
  if (steps.length === 0) return <p className="qq">{t('breakpoints.noRun')}</p>;
  const number = (fact: number): number => (log.stepAt(fact)?.index ?? -1) + 1;
  return (
    <fieldset>
      <legend>
        {t('time.loop')}
        {loop !== undefined && (
          <b className="num">
            {' '}
            {t('time.loop.range', { from: number(loop.from), to: number(loop.to) })}
          </b>
        )}
      </legend>
      <button type="button" className="btn" onClick={() => setLoopEnd('from')}>
        {t('time.loop.from')} <kbd>(</kbd>
      </button>
      <button type="button" className="btn" onClick={() => setLoopEnd('to')}>
        {t('time.loop.to')} <kbd>)</kbd>
      </button>
      <button
        type="button"
        className="btn"
        aria-disabled={loop === undefined}
        onClick={() => player.getState().setLoop(undefined)}
      >
        {t('time.loop.clear')} <kbd>\</kbd>
      </button>
    </fieldset>
  );
}

function BookmarkList(): ReactNode {
  const t = useT();
  const scenario = usePlayer((state) => state.recording?.scenario);
  const steps = usePlayer((state) => state.steps);
  const current = usePlayer((state) => state.step?.id);
  const ids = useBookmarks(({ all }) => bookmarksOf(all, scenario));
  return (
    <fieldset className="bookmarks">
      <legend>{t('time.bookmarks')}</legend>
      <button
        type="button"
        className="btn"
        aria-disabled={current === undefined}
        aria-pressed={current !== undefined && ids.includes(current)}
        onClick={() => toggleBookmark()}
      >
        <Icon name="bookmark" />
        {t('time.bookmark')} <kbd>M</kbd>
      </button>
      {ids.length === 0 && <p className="qq">{t('time.bookmarks.none')}</p>}
      <ul>
        {ids.map((id) => (
          <Bookmark key={id} id={id} step={steps.find((step) => step.id === id)} />
        ))}
      </ul>
    </fieldset>
  );
}

interface BookmarkProps {
  readonly id: string;
  /** `undefined` if this run does not come to it. */
  readonly step: Step | undefined;
}

function Bookmark({ id, step }: BookmarkProps): ReactNode {
  const t = useT();
  const fact = step === undefined ? undefined : player.getState().log.fact(step.fact);
  return (
    <li>
      <Icon name="bookmark" />
      {step === undefined || fact === undefined ? (
        <span className="qq" title={id}>
          {t('time.bookmarks.elsewhere')} <code>{id}</code>
        </span>
      ) : (
        <button type="button" onClick={() => player.getState().seek(step.fact)}>
          <span className="num qq">{step.index + 1}</span> {titleOf(fact, t)}
        </button>
      )}
      <button
        type="button"
        className="btn ghost"
        aria-label={t('time.bookmarks.remove')}
        onClick={() => toggleBookmark(id)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

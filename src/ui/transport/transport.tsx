/** Next, Back, Play, chapters, speed, step size, and where in the run the cursor is. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { depths } from '#player/player-state';
import { Icon } from '../icons.tsx';
import { WhatIfButton } from '../what-if/what-if-button.tsx';
import { Breakpoints } from './breakpoints.tsx';
import { clockWords } from './clock-words.ts';
import { SkippedIdle } from './skipped-idle.tsx';
import { TimeMenu } from './time-menu.tsx';

const speeds = [0.25, 0.5, 1, 2, 4, 8] as const;

export function Transport(): ReactNode {
  const t = useT();
  return (
    <div className="transport" role="toolbar" aria-label={t('transport.label')}>
      <StepButtons />
      <PlayButton />
      <ChapterButtons />
      <Speed />
      <Position />
      <div className="grow" />
      <DepthSwitch />
      <WhatIfButton />
      <TimeMenu />
      <Breakpoints />
    </div>
  );
}

function StepButtons(): ReactNode {
  const t = useT();
  const atEnd = usePlayer(({ log, cursor, steps, depth }) =>
    depth === 'events' ? cursor >= log.facts.length : (steps.at(-1)?.fact ?? 0) <= cursor,
  );
  const atStart = usePlayer(({ steps, cursor, depth }) =>
    depth === 'events' ? cursor === 0 : cursor < (steps[0]?.fact ?? cursor + 1),
  );
  return (
    <>
      <button
        type="button"
        className="btn primary step"
        aria-disabled={atEnd}
        aria-keyshortcuts="ArrowRight"
        onClick={() => player.getState().stepForward()}
      >
        <Icon name="next" />
        {t('transport.next')}
        <span className="kbd" aria-hidden="true">
          →
        </span>
      </button>
      <button
        type="button"
        className="btn step"
        aria-disabled={atStart}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => player.getState().stepBack()}
      >
        <Icon name="back" />
        {t('transport.back')}
        <span className="kbd" aria-hidden="true">
          ←
        </span>
      </button>
    </>
  );
}

function PlayButton(): ReactNode {
  const t = useT();
  const playing = usePlayer((state) => state.playing);
  const begun = usePlayer((state) => state.steps.length > 0);
  return (
    <button
      type="button"
      className="btn play"
      aria-disabled={!begun}
      aria-keyshortcuts="Space"
      onClick={() => player.getState().togglePlay()}
    >
      <Icon name={playing ? 'pause' : 'play'} />
      {t(playing ? 'transport.pause' : 'transport.play')}
      <span className="kbd" aria-hidden="true">
        Space
      </span>
    </button>
  );
}

function ChapterButtons(): ReactNode {
  const t = useT();
  const buttons = [
    ['start', 'transport.restart', () => player.getState().toStart()],
    ['previousChapter', 'transport.previousChapter', () => player.getState().previousChapter()],
    ['nextChapter', 'transport.nextChapter', () => player.getState().nextChapter()],
  ] as const;
  return buttons.map(([icon, words, act]) => (
    <button
      type="button"
      key={icon}
      className="btn ghost"
      aria-label={t(words)}
      title={t(words)}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  ));
}

function Speed(): ReactNode {
  const t = useT();
  const speed = usePlayer((state) => state.speed);
  return (
    <select
      className="btn ghost num speed"
      aria-label={t('transport.speed')}
      value={speed}
      onChange={(event) => player.getState().setSpeed(Number(event.target.value))}
    >
      {speeds.map((value) => (
        <option key={value} value={value}>
          {value}×
        </option>
      ))}
    </select>
  );
}

function Position(): ReactNode {
  const t = useT();
  const step = usePlayer((state) =>
    state.step === undefined || state.cursor < state.step.fact ? 0 : state.step.index + 1,
  );
  const steps = usePlayer((state) => state.steps.length);
  const since = usePlayer((state) => state.scene.at - (state.steps[0]?.at ?? state.scene.at));
  return (
    <>
      <span className="count num">{t('transport.position', { step, steps })}</span>
      <span className="clock num">{t('transport.time', { time: clockWords(since) })}</span>
      <SkippedIdle />
    </>
  );
}

/** Story, Stages, Events: how closely the run is told. */
function DepthSwitch(): ReactNode {
  const t = useT();
  const current = usePlayer((state) => state.depth);
  return (
    <fieldset className="depth seg">
      <legend className="sr">{t('transport.depth')}</legend>
      {depths.map((depth) => (
        <label key={depth} className={depth === current ? 'on' : ''}>
          <input
            type="radio"
            name="depth"
            checked={depth === current}
            onChange={() => player.getState().setDepth(depth)}
          />
          {t(`transport.depth.${depth}`)}
        </label>
      ))}
    </fieldset>
  );
}

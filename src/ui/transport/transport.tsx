/** Back, play, Next, chapters, speed, depth, and where in the run the cursor is. */
import type { ReactNode } from 'react';
import { durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { countAt } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { TerminalButton } from '../terminal/terminal-button.tsx';
import { LanesButton } from '../timeline/lanes-button.tsx';
import { useAsks } from '../tour/tour-store.ts';
import { WhatIfButton } from '../what-if/what-if-button.tsx';
import { Breakpoints } from './breakpoints.tsx';
import { clockWords } from './clock-words.ts';
import { DepthSwitch } from './depth-switch.tsx';
import { LiveButton } from './live-button.tsx';
import { HoldWords, PlayRing } from './play-ring.tsx';
import { TimeMenu } from './time-menu.tsx';

const speeds = [0.25, 0.5, 1, 2, 4, 8] as const;

export function Transport(): ReactNode {
  const t = useT();
  const told = usePlayer((state) => state.depth === 'story');
  return (
    <div className="transport" role="toolbar" aria-label={t('transport.label')}>
      <BackButton />
      <PlayRing />
      <NextButton />
      {!told && <ChapterButtons />}
      <HoldWords />
      <SkippedIdle />
      <div className="grow" />
      <WhatIfButton />
      <TimeMenu />
      <Breakpoints />
      <LiveButton />
      <Position />
      <Speed />
      <DepthSwitch />
      <LanesButton />
      <TerminalButton />
    </div>
  );
}

function NextButton(): ReactNode {
  const t = useT();
  const asks = useAsks();
  const atEnd = usePlayer(({ log, cursor, steps, depth }) =>
    depth === 'events' ? cursor >= log.facts.length : (steps.at(-1)?.fact ?? 0) <= cursor,
  );
  return (
    <button
      type="button"
      className="btn primary step"
      aria-disabled={atEnd}
      aria-keyshortcuts="ArrowRight"
      onClick={() => player.getState().stepForward()}
    >
      {t(asks === undefined ? 'transport.next' : 'transport.skip')}
      <Icon name="next" />
    </button>
  );
}

function BackButton(): ReactNode {
  const t = useT();
  const atStart = usePlayer(({ steps, cursor, depth }) =>
    depth === 'events' ? cursor === 0 : cursor < (steps[0]?.fact ?? cursor + 1),
  );
  return (
    <button
      type="button"
      className="btn step"
      aria-disabled={atStart}
      aria-keyshortcuts="ArrowLeft"
      onClick={() => player.getState().stepBack()}
    >
      <Icon name="back" />
      {t('transport.back')}
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
  const step = usePlayer((state) => countAt(state)[0]);
  const steps = usePlayer((state) => countAt(state)[1]);
  const since = usePlayer(({ live, scene, steps }) => {
    const now = live ?? scene.at;
    return now - (steps[0]?.at ?? now);
  });
  return (
    <>
      <span className="count num">{t('transport.position', { step, steps })}</span>
      <span className="clock num">{t('transport.time', { time: clockWords(since) })}</span>
    </>
  );
}

/** Microseconds; as the lanes of the whole run fold it. */
const shortestIdle = 200_000;

/** The idle time that lies between the step before and this one, told where it is long. */
function SkippedIdle(): ReactNode {
  const t = useT();
  const idle = usePlayer(({ step, steps }) =>
    step === undefined ? 0 : step.at - (steps[step.index - 1]?.at ?? step.at),
  );
  if (idle < shortestIdle) return null;
  const time = durationWords(idle);
  return (
    <span className="skipped num" title={t('time.skipped', { time })}>
      {t('timeline.idle', { time })}
    </span>
  );
}

/** What makes an element a slider over the steps of the run: role, values and keys. */
import type { KeyboardEvent } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';

export function useScrubber() {
  const t = useT();
  const step = usePlayer((state) => (state.step === undefined ? 0 : state.step.index + 1));
  const steps = usePlayer((state) => state.steps.length);
  const chapter = usePlayer((state) => state.chapter?.id);
  const position = t('inspector.step', { step, steps });
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': t('transport.scrub'),
    'aria-valuemin': 0,
    'aria-valuemax': steps,
    'aria-valuenow': step,
    'aria-valuetext': chapter === undefined ? position : `${position}. ${t(`chapter.${chapter}`)}`,
    onKeyDown: (event: KeyboardEvent<Element>): void => {
      const act = actionOf(event.key);
      if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    },
  } as const;
}

function actionOf(key: string): (() => void) | undefined {
  const state = player.getState();
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return () => state.stepForward();
    case 'ArrowLeft':
    case 'ArrowDown':
      return () => state.stepBack();
    case 'PageUp':
      return state.nextChapter;
    case 'PageDown':
      return state.previousChapter;
    case 'Home':
      return state.toStart;
    case 'End':
      return state.toEnd;
    default:
      return undefined;
  }
}

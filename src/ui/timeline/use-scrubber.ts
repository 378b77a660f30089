/** What makes an element a slider over the run: role, values and keys. The story counts beats. */
import type { KeyboardEvent } from 'react';
import { useT } from '#i18n/locale';
import { chapterHere, countAt } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import { usePlaceWords } from '../caption/place-words.ts';

export function useScrubber() {
  const t = useT();
  const step = usePlayer((state) => countAt(state)[0]);
  const steps = usePlayer((state) => countAt(state)[1]);
  const chapter = usePlayer((state) => chapterHere(state)?.id);
  const position = usePlaceWords();
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

/** What is presented: its name, and the chapter at the cursor. */
import { t, useT } from '#i18n/locale';
import { chapterHere } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import { findScenario } from '#scenarios/index';
import { beatAt } from '#scenarios/tours/bind-tour';
import { useTour } from '../tour/tour-store.ts';
import { tourText, useTourWords } from '../tour/tour-words.ts';
import { shownQuestion } from './walk.ts';

export interface Presented {
  readonly title: string;
  /** “5 of 7, A decision, written down”. */
  readonly chapter: string;
  readonly lang: string;
}

export function presentedNow(): Presented {
  const { tour, bound } = useTour.getState();
  const { recording, chapters, cursor } = player.getState();
  if (tour !== undefined) {
    const index = (shownQuestion()?.beat ?? beatAt(bound, cursor))?.chapterIndex ?? 0;
    const name = tourText(`${tour.id}.${tour.chapters[index]?.id ?? ''}`);
    return {
      title: tourText(tour.id),
      chapter: t('presenter.chapter', { n: index + 1, total: tour.chapters.length, name }),
      lang: useTourWords.getState().locale,
    };
  }
  const chapter = chapterHere(player.getState());
  const scenario = findScenario(recording?.scenario ?? '');
  const place = {
    n: (chapter?.index ?? 0) + 1,
    total: chapters.length,
    name: chapter === undefined ? '' : t(`chapter.${chapter.id}`),
  };
  return {
    title: scenario === undefined ? '' : t(`scenario.${scenario.id}.title`),
    chapter: chapter === undefined ? '' : t('presenter.chapter', place),
    lang: document.documentElement.lang,
  };
}

/** The same; renders again with what it is made of. */
export function usePresented(): Presented {
  useT();
  useTour((state) => state.tour);
  useTour((state) => state.bound);
  useTourWords((state) => state.words);
  usePlayer((state) => state.cursor);
  usePlayer(chapterHere);
  usePlayer((state) => state.chapters);
  usePlayer((state) => state.recording);
  return presentedNow();
}

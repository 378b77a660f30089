/** What is presented at the cursor: its words, its chapter and its title. */
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { findScenario } from '#scenarios/index';
import { beatAt, beatWords } from '#scenarios/tours/bind-tour';
import { useTour } from '../tour/tour-store.ts';
import { useTourT, useTourWords } from '../tour/tour-words.ts';

export interface Presented {
  readonly title: string;
  /** “Chapter 2 of 9: The API server”. */
  readonly chapter: string;
  readonly chapterName: string;
  /** The tour's words; empty without a tour, and before its first beat. */
  readonly beat: string;
  /** The author's notes for the speaker; only lessons have them, otherwise empty. */
  readonly notes: string;
  /** Whether the cursor is at the first fact of the beat. */
  readonly atBeat: boolean;
  readonly lang: string;
}

/** Whether the author of the lesson wrote any notes for the speaker. */
export function useHasNotes(): boolean {
  const inTour = useTour((state) => state.tour !== undefined);
  const noted = useTourWords(({ words }) => Object.keys(words).some((id) => id.endsWith('.notes')));
  return inTour && noted;
}

export function usePresented(): Presented {
  const t = useT();
  const tourText = useTourT();
  const tourLang = useTourWords((state) => state.locale);
  const tour = useTour((state) => state.tour);
  const bound = useTour((state) => state.bound);
  const cursor = usePlayer((state) => state.cursor);
  const chapter = usePlayer((state) => state.chapter);
  const chapters = usePlayer((state) => state.chapters);
  const scenario = findScenario(usePlayer((state) => state.recording?.scenario) ?? '');
  if (tour === undefined) {
    const n = (chapter?.index ?? -1) + 1;
    return {
      title: scenario === undefined ? '' : t(`scenario.${scenario.id}.title`),
      chapter: chapter === undefined ? '' : t('chapter.of', { n, total: chapters.length }),
      chapterName: chapter === undefined ? '' : t(`chapter.${chapter.id}`),
      beat: '',
      notes: '',
      atBeat: false,
      lang: document.documentElement.lang,
    };
  }
  const beat = beatAt(bound, cursor);
  const index = beat?.chapterIndex ?? 0;
  return {
    title: tourText(tour.id),
    chapter: tourText('ui.chapter', { n: index + 1, total: tour.chapters.length }),
    chapterName: tourText(`${tour.id}.${tour.chapters[index]?.id ?? ''}`),
    beat: beat === undefined ? '' : tourText(beatWords(tour, beat.chapter, beat.beat)),
    notes: beat === undefined ? '' : tourText(`${beatWords(tour, beat.chapter, beat.beat)}.notes`),
    atBeat: beat?.fact === cursor,
    lang: tourLang,
  };
}

/** A lesson as a tour: the same beats, questions and chapters, with its words beside it. */
import { defined } from '#base/defined';
import type { ScenarioId } from '../scenario.ts';
import type { Beat, Tour, TourAct, TourChapter } from '../tours/tour.ts';
import type { Lesson, LessonAct, LessonBeat, LessonLanguage, LessonWords } from './lesson.ts';
import { plainText } from './marks.ts';
import { stepPattern } from './step-pattern.ts';

/** Words by the ids that tours have; `ID.md` is a caption with its marks, `ID.notes` the speaker's. */
export type WordsOfLesson = Readonly<Record<string, LessonWords>>;

export interface LessonTour {
  readonly tour: Tour;
  readonly words: WordsOfLesson;
}

const lessonId = 'lesson';

/**
 * A lesson that was read: it fits the schema. `base`: the tour or the scenario of the gallery that
 * it names in the place of a cluster; what is done there is done first.
 */
export function lessonTour(lesson: Lesson, base?: Tour): LessonTour {
  const chapters: { id: string; beats: Beat[]; covers: readonly string[] }[] = [];
  const words: Record<string, LessonWords> = { [lessonId]: lesson.meta.title };
  for (const beat of lesson.beats) {
    const last = chapters.at(-1);
    const begins = last === undefined || beat.chapter !== undefined;
    const chapter = begins ? { id: `part-${chapters.length + 1}`, beats: [], covers: [] } : last;
    if (begins) {
      chapters.push(chapter);
      words[`${lessonId}.${chapter.id}`] = beat.chapter ?? lesson.meta.title;
    }
    chapter.beats.push(beatOf(beat));
    Object.assign(words, wordsOf(`${lessonId}.${chapter.id}.${beat.id}`, beat));
  }
  const tour: Tour = {
    id: lessonId,
    scenario: base?.scenario ?? (lesson.scenario as ScenarioId),
    drive: [...(base?.drive ?? []), ...(lesson.drive ?? []).map(actOf)],
    chapters: chapters satisfies readonly TourChapter[],
  };
  return { tour, words };
}

/** Readers of one Chinese script can read the other; their browsers ask for it before English. */
const kin: Readonly<Partial<Record<LessonLanguage, LessonLanguage>>> = {
  'zh-CN': 'zh-TW',
  'zh-TW': 'zh-CN',
};

/** The language that a text of a lesson is read in; `undefined` where it has only one, unnamed. */
export function languageIn(text: LessonWords, language: LessonLanguage): string | undefined {
  if (typeof text === 'string') return undefined;
  const near = kin[language];
  return (
    [language, near, 'en' as const].find((each) => each && text[each] !== undefined) ??
    Object.keys(text)[0]
  );
}

/**
 * The words in a language; what it does not have, in its kin, in English, or in the first language
 * that there is.
 */
export function wordsIn(
  words: WordsOfLesson,
  language: LessonLanguage,
): Readonly<Record<string, string>> {
  const told = Object.entries(words).map(([id, text]) => {
    if (typeof text === 'string') return [id, text] as const;
    const near = kin[language];
    const nearest = near && text[near];
    return [id, text[language] ?? nearest ?? text.en ?? Object.values(text)[0] ?? ''] as const;
  });
  return Object.fromEntries(
    told.map(([id, text]) => [id, id.endsWith('.md') ? text : plainText(text)]),
  );
}

function actOf(act: LessonAct): TourAct {
  const { after = 0 } = act;
  if ('action' in act) return { action: act.action, after };
  const { run: line, as: user = 'admin', stdin } = act;
  return stdin === undefined ? { line, user, after } : { line, user, after, stdin };
}

function beatOf({ id, at, cast, focus, zoom, ask }: LessonBeat): Beat {
  const question = ask && {
    right: (ask.right - 1) as 0 | 1 | 2 | 3,
    ...(ask.before === undefined ? {} : { before: stepPattern(ask.before) }),
  };
  return {
    id,
    at: stepPattern(at),
    ...defined({ cast, focus, zoom, ask: question }),
  };
}

function wordsOf(id: string, { caption, notes, ask }: LessonBeat): WordsOfLesson {
  const words: Record<string, LessonWords> = { [id]: caption, [`${id}.md`]: caption };
  if (notes !== undefined) words[`${id}.notes`] = notes;
  if (ask === undefined) return words;
  words[`${id}.ask`] = ask.question;
  words[`${id}.ask.why`] = ask.why;
  for (const [index, option] of ask.options.entries()) words[`${id}.ask.${index}`] = option;
  return words;
}

/**
 * A lesson as its author writes it: one YAML or JSON file. `lesson.schema.json` is the format;
 * these are its shapes for those who get it checked.
 */

export type LessonLanguage = 'en' | 'zh-CN' | 'zh-TW' | 'ja';

/** A text, or one for each language. */
export type LessonWords = string | Readonly<Partial<Record<LessonLanguage, string>>>;

/** The start of a step's id, or several: whichever comes first. */
export type LessonSteps = string | readonly string[];

export interface Lesson {
  readonly meta: { readonly title: LessonWords };
  /** A cluster, a tour or a scenario of the gallery, as an address names it. */
  readonly scenario: string;
  readonly seed?: number;
  readonly drive?: readonly LessonAct[];
  readonly beats: readonly LessonBeat[];
}

export type LessonAct =
  | {
      readonly run: string;
      readonly as?: string;
      readonly stdin?: string;
      readonly after?: number;
    }
  | { readonly action: string; readonly after?: number };

export interface LessonBeat {
  readonly id: string;
  readonly at: LessonSteps;
  readonly caption: LessonWords;
  /** Anchors of the picture (`facts/telling.ts`). */
  readonly cast?: readonly string[];
  readonly chapter?: LessonWords;
  readonly focus?: string;
  readonly zoom?: 'cluster' | 'room';
  readonly notes?: LessonWords;
  readonly ask?: LessonQuestion;
}

export interface LessonQuestion {
  readonly question: LessonWords;
  readonly options: readonly LessonWords[];
  /** From 1. */
  readonly right: number;
  readonly why: LessonWords;
  readonly before?: LessonSteps;
}

/** What is wrong with a lesson, and where: the line, from 1, or 0 where there is no text. */
export interface LessonProblem {
  readonly line: number;
  readonly message: string;
}

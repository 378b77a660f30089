/** Which lesson is open, where it can be found again, and what is wrong with one that is not. */
import { create } from 'zustand';
import type { LessonProblem } from '#scenarios/lessons/lesson';

interface LessonState {
  /** What `?lesson=` says of it; `undefined`: it came from a file or in a link. */
  readonly path: string | undefined;
  /** The lesson itself, behind the `#` of an address; empty: it is too long, or has a path. */
  readonly hash: string;
  /** What a lesson that could not be opened is called, and why it could not. */
  readonly name: string;
  readonly problems: readonly LessonProblem[];
}

export const useLesson = create<LessonState>(() => ({
  path: undefined,
  hash: '',
  name: '',
  problems: [],
}));

/** Behind the `#`: a lesson, not what was typed. */
export const isLessonHash = (hash: string): boolean => /^#?l=/.test(hash);

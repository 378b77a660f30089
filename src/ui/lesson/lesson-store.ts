/** Which lesson is open, where it can be found again, and the errors of one that is not. */
import { create } from 'zustand';
import type { LessonProblem } from '#scenarios/lessons/lesson';

interface LessonState {
  /** The value of `?lesson=`; `undefined` if the lesson came from a file or in a link. */
  readonly path: string | undefined;
  /** The lesson itself, behind the `#` of an address; empty if it is too long, or has a path. */
  readonly hash: string;
  /** The open lesson as its author wrote it; empty if none has been opened. */
  readonly text: string;
  /** The name of a lesson that could not be opened, and the reason. */
  readonly name: string;
  readonly problems: readonly LessonProblem[];
  /** A lesson in the making: while somebody walks, or as a text. */
  readonly writing:
    | { readonly kind: 'walk' }
    | { readonly kind: 'text'; readonly text: string }
    | undefined;
}

export const useLesson = create<LessonState>(() => ({
  path: undefined,
  hash: '',
  text: '',
  name: '',
  problems: [],
  writing: undefined,
}));

/** The part behind the `#` holds a lesson instead of typed commands. */
export const isLessonHash = (hash: string): boolean => /^#?l=/.test(hash);

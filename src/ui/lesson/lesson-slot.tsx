/** The place for the errors of a lesson. Fetched when there are some. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useLesson } from './lesson-store.ts';

const LessonProblems = lazy(() => import('./lesson-problems.tsx'));

export function LessonSlot(): ReactNode {
  const fine = useLesson(({ problems }) => problems.length === 0);
  if (fine) return null;
  return (
    <Suspense>
      <LessonProblems />
    </Suspense>
  );
}

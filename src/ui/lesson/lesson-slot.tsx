/** Where a page says what is wrong with a lesson. Fetched when there is something. */
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

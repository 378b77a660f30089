/** The place for the errors of a lesson, and for one in the making. Each is fetched when needed. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useLesson } from './lesson-store.ts';

const LessonProblems = lazy(() => import('./lesson-problems.tsx'));
const LessonWriter = lazy(() => import('./lesson-writer.tsx'));

export function LessonSlot(): ReactNode {
  const fine = useLesson(({ problems }) => problems.length === 0);
  const writes = useLesson(({ writing }) => writing !== undefined);
  if (fine && !writes) return null;
  return (
    <Suspense>
      {!fine && <LessonProblems />}
      {writes && <LessonWriter />}
    </Suspense>
  );
}

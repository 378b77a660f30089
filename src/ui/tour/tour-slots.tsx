/** The places of a tour on the page; their content is fetched with the first tour. */
import { lazy, type ReactNode, Suspense } from 'react';
import { usePlayer } from '#player/player';
import { useTour } from './tour-store.ts';

const TourCaption = lazy(() => import('./tour-caption.tsx'));
const RunQuestionCard = lazy(() => import('./run-question-card.tsx'));
const QuestionCard = lazy(() => import('./question-card.tsx'));

/** The caption of a tour, in place of the plain one. */
export function CaptionSlot({ children }: { readonly children: ReactNode }): ReactNode {
  const open = useTour(({ tour }) => tour !== undefined);
  if (!open) return children;
  return (
    <Suspense fallback={children}>
      <TourCaption />
    </Suspense>
  );
}

interface QuestionSlotProps {
  /** Whether a run without a tour asks too. */
  readonly ofRun?: boolean;
}

export function QuestionSlot({ ofRun = false }: QuestionSlotProps): ReactNode {
  const tour = useTour((state) => state.tour !== undefined);
  const quiz = useTour((state) => state.quiz);
  const told = usePlayer(({ depth, steps }) => depth === 'story' && steps.length > 0);
  if (!quiz || !(tour || (ofRun && told))) return null;
  return <Suspense>{tour ? <QuestionCard /> : <RunQuestionCard />}</Suspense>;
}

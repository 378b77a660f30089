/** The places of a tour on the page; their content is fetched with the first tour. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useTour } from './tour-store.ts';

const TourCaption = lazy(() => import('./tour-caption.tsx'));
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

export function QuestionSlot(): ReactNode {
  const asks = useTour(({ tour, quiz }) => tour !== undefined && quiz);
  if (!asks) return null;
  return (
    <Suspense>
      <QuestionCard />
    </Suspense>
  );
}

/** The place of the beads in the story; they are fetched when there is something to show. */
import { lazy, type ReactNode, Suspense } from 'react';
import { usePlayer } from '#player/player';

const Beads = lazy(() => import('./beads.tsx'));

export function BeadsSlot(): ReactNode {
  const told = usePlayer(({ depth, steps }) => depth === 'story' && steps.length > 0);
  if (!told) return null;
  return (
    <div className="beads">
      <Suspense>
        <Beads />
      </Suspense>
    </div>
  );
}

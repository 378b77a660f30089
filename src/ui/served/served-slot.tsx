/** The place of the strip about a server's run. Fetched when needed. */
import { lazy, type ReactNode, Suspense } from 'react';
import { usePlayer } from '#player/player';

const ServedBar = lazy(() => import('./served-bar.tsx'));

export function ServedSlot(): ReactNode {
  const served = usePlayer((state) => state.served !== undefined);
  if (!served) return null;
  return (
    <Suspense>
      <ServedBar />
    </Suspense>
  );
}

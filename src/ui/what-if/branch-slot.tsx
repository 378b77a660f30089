/** The place of the branches, once there are two; fetched with the first fork. */
import { lazy, type ReactNode, Suspense } from 'react';
import { usePlayer } from '#player/player';

const BranchBar = lazy(() => import('./branch-bar.tsx'));

export function BranchSlot(): ReactNode {
  const forked = usePlayer((state) => state.branches.length > 0);
  if (!forked) return null;
  return (
    <Suspense>
      <BranchBar />
    </Suspense>
  );
}

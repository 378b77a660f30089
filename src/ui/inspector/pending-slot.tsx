/** Whether a Pod waits for a node, and the place of the card with the reason. */
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { usePlayer } from '#player/player';
import { waitingPods } from './waiting-pods.ts';

const PendingCard = lazy(() => import('./pending-card.tsx'));

export function PendingSlot(): ReactNode {
  const keys = usePlayer((state) => state.scene.etcd.keys);
  const waiting = useMemo(() => waitingPods(keys.values()), [keys]);
  const [first, ...others] = waiting;
  if (first === undefined) return null;
  return (
    <Suspense fallback={null}>
      <PendingCard first={first} others={others.length} />
    </Suspense>
  );
}

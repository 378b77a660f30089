/** The place of the card that names what this cluster lacks; fetched when it lacks something. */
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { usePlayer } from '#player/player';
import { deadEndOf } from './dead-end.ts';

const DeadEndCard = lazy(() => import('./dead-end-card.tsx'));

export function DeadEndSlot(): ReactNode {
  const commands = usePlayer((state) => state.scene.commands);
  const etcd = usePlayer((state) => state.scene.etcd);
  const deadEnd = useMemo(() => deadEndOf({ commands, etcd }), [commands, etcd]);
  return <Suspense fallback={null}>{deadEnd && <DeadEndCard deadEnd={deadEnd} />}</Suspense>;
}

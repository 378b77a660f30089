/** The place of the strips about clients outside. Fetched when needed. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { doorStore } from '#player/door-store';
import { usePlayer } from '#player/player';

const ServedBar = lazy(() => import('./served-bar.tsx'));
const DoorBar = lazy(() => import('./door-bar.tsx'));

export function ServedSlot(): ReactNode {
  const served = usePlayer((state) => state.served !== undefined);
  const hasDoor = useStore(doorStore, ({ door }) => door !== undefined);
  if (!served && !hasDoor) return null;
  return <Suspense>{hasDoor ? <DoorBar /> : <ServedBar />}</Suspense>;
}

/** The place for the note that this is an offline copy, or an old one. Fetched when needed. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useOffline } from './offline-store.ts';

const OfflineMark = lazy(() => import('./offline-mark.tsx'));

export function OfflineSlot(): ReactNode {
  const quiet = useOffline(({ cut, update }) => !cut && update === undefined);
  if (quiet) return null;
  return (
    <Suspense>
      <OfflineMark />
    </Suspense>
  );
}

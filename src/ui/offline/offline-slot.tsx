/** Where the page says that it is an offline copy, or an old one. Fetched when there is need. */
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

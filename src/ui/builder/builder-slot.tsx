/** Where the cluster builder opens; fetched with the first cluster. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useBuilder } from './builder-store.ts';

const BuilderDialog = lazy(() => import('./builder-dialog.tsx'));

export function BuilderSlot(): ReactNode {
  const open = useBuilder((state) => state.open);
  if (!open) return null;
  return (
    <Suspense>
      <BuilderDialog />
    </Suspense>
  );
}

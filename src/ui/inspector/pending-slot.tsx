/** Whether a Pod waits for a node, and the place of the card that says why. */
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { usePlayer } from '#player/player';
import type { KubeObject, StoredKey } from '#player/scene';

const PendingCard = lazy(() => import('./pending-card.tsx'));

interface PodStatus {
  readonly phase?: string;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly message?: string;
  }[];
}

export interface Waiting {
  readonly pod: KubeObject;
  readonly reason: string;
  readonly message: string;
  readonly fact: number;
}

/** The Pods that no node has been found for, in the order of their keys. */
function waitingPods(keys: Iterable<StoredKey>): readonly Waiting[] {
  const found: Waiting[] = [];
  for (const { object, fact } of keys) {
    if (object?.kind !== 'Pod') continue;
    const { phase, conditions = [] } = (object as { readonly status?: PodStatus }).status ?? {};
    const scheduled = conditions.find(({ type }) => type === 'PodScheduled');
    if (phase !== 'Pending' || scheduled?.status !== 'False') continue;
    const { reason = '', message = '' } = scheduled;
    found.push({ pod: object, reason, message, fact });
  }
  return found;
}

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

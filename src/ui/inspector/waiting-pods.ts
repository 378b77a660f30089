/** The Pods that wait for a node, according to their objects. */
import type { KubeObject, StoredKey } from '#player/scene';

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
export function waitingPods(keys: Iterable<StoredKey>): readonly Waiting[] {
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

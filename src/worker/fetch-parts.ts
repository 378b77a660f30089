/** Fetches the parts of the simulator that a recording needs and few others do. */
import type { ClusterParts } from '#cluster/cluster-parts';
import type { Recording } from './protocol.ts';

/**
 * What is not fetched leaves no mark on the trace of this recording. Rejects when a part cannot be
 * fetched: the page is older than the site, or has lost its network.
 */
export async function fetchParts({ inputs }: Recording): Promise<ClusterParts> {
  if (!inputs.some(({ kind }) => kind === 'command')) return {};
  const { Kubectl } = await import('#cluster/client/kubectl/kubectl');
  return { Kubectl };
}

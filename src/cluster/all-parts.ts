/** Every part of a cluster: for programs that load all their code at once. */
import { Kubectl } from './client/kubectl/kubectl.ts';
import type { ClusterParts } from './cluster-parts.ts';

export const allParts: ClusterParts = { Kubectl };

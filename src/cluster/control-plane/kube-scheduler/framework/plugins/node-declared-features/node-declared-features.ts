/**
 * Matches features a pod needs with those a node declares.
 *
 * Models kubernetes/pkg/scheduler/framework/plugins/nodedeclaredfeatures where no pod field that
 * is served here asks for a declared feature: PreFilter skips every pod.
 */
import type { Plugin } from '../../interface.ts';
import { skip } from '../../types/status.ts';

export const nodeDeclaredFeatures: Plugin = {
  name: 'NodeDeclaredFeatures',
  events: [
    { resource: 'Node', actions: ['Add', 'UpdateNodeDeclaredFeature'] },
    { resource: 'Pod', actions: ['Update'] },
  ],
  preFilter: () => ({ status: skip }),
  filter: () => undefined,
};

/**
 * Respects how many volumes of a CSI driver a node can hold.
 *
 * Models kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits. The clusters here have no
 * CSI driver, so no node has a limit; a pod without claims is skipped as in the real plugin.
 */
import type { Plugin } from '../../interface.ts';
import { skip } from '../../types/status.ts';
import { claimNamesOf } from '../volume-binding/claims.ts';

export const nodeVolumeLimits: Plugin = {
  name: 'NodeVolumeLimits',
  events: [
    { resource: 'CSINode', actions: ['Add', 'Update'] },
    { resource: 'Pod', actions: ['Delete'] },
    { resource: 'PersistentVolumeClaim', actions: ['Add'] },
  ],
  preFilter: (_state, { pod }) => (claimNamesOf(pod).length === 0 ? { status: skip } : {}),
  filter: () => undefined,
};

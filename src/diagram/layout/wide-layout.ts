/** The cluster at its full width, for a canvas of 1040 pixels and more. Fixed coordinates. */
import type { RoomId } from '#player/place';
import type { ClusterLayout } from './layout.ts';
import { type RowMetrics, rowLayout } from './row-layout.ts';

const metrics: RowMetrics = {
  kind: 'wide',
  width: 1040,
  left: 12,
  right: 1028,
  rooms: [
    ['kubectl', { x: 12, y: 4, width: 184, height: 158 }],
    ['kube-apiserver', { x: 236, y: 4, width: 520, height: 158 }],
    ['etcd', { x: 788, y: 4, width: 240, height: 158 }],
    ['kube-controller-manager', { x: 12, y: 220, width: 484, height: 112 }],
    ['kube-scheduler', { x: 544, y: 220, width: 484, height: 112 }],
  ],
  trunkY: 82,
  stations: { first: 48, apart: 86 },
  entryX: 216,
  requestBus: 171,
  watchBus: 195,
  watchX: 716,
  managerPorts: { request: 140, watch: 380 },
  schedulerPorts: { request: 656, watch: 932 },
  shaft: { request: 514, watch: 526, middleWatch: 534 },
  nodes: { y: 370, height: 124, gap: 12, requestBus: 344, watchBus: 356, port: 165, spread: 18 },
  grid: { gap: 16, apart: 84, height: 72 },
};

export const wideLayout = (nodes: readonly RoomId[]): ClusterLayout => rowLayout(metrics, nodes);

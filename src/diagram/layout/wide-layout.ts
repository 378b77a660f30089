/** The cluster at its full width, for a canvas of 1064 pixels. Fixed coordinates. */
import type { RoomId } from '#player/place';
import type { ClusterLayout } from './layout.ts';
import { type RowMetrics, rowLayout } from './row-layout.ts';

const metrics: RowMetrics = {
  kind: 'wide',
  width: 1064,
  left: 16,
  right: 1048,
  rooms: [
    ['kubectl', { x: 16, y: 4, width: 192, height: 148 }],
    ['kube-apiserver', { x: 256, y: 4, width: 504, height: 148 }],
    ['etcd', { x: 792, y: 4, width: 256, height: 148 }],
    ['kube-controller-manager', { x: 16, y: 196, width: 488, height: 100 }],
    ['kube-scheduler', { x: 552, y: 196, width: 496, height: 100 }],
  ],
  trunkY: 82,
  stations: { first: 50, apart: 84 },
  entryX: 232,
  requestBus: 170,
  watchBus: 180,
  watchX: 724,
  managerPorts: { request: 140, watch: 380 },
  schedulerPorts: { request: 664, watch: 948 },
  shaft: { request: 524, watch: 536, middleWatch: 544 },
  nodes: { y: 326, height: 112, gap: 12, requestBus: 312, watchBus: 318, port: 170, spread: 18 },
  grid: { gap: 16, apart: 80, height: 68 },
};

export const wideLayout = (nodes: readonly RoomId[]): ClusterLayout => rowLayout(metrics, nodes);

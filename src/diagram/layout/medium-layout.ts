/**
 * The same cluster for a canvas between 640 and 1064 pixels: beside an inspector on a small screen,
 * or on a tablet. All rooms are seen without panning, at 12 px text or more.
 */
import type { RoomId } from '#player/place';
import type { ClusterLayout } from './layout.ts';
import { type RowMetrics, rowLayout } from './row-layout.ts';

const metrics: RowMetrics = {
  kind: 'medium',
  width: 704,
  left: 12,
  right: 692,
  rooms: [
    ['kubectl', { x: 12, y: 4, width: 152, height: 128 }],
    ['kube-apiserver', { x: 194, y: 4, width: 312, height: 128 }],
    ['etcd', { x: 528, y: 4, width: 164, height: 128 }],
    ['kube-controller-manager', { x: 12, y: 160, width: 340, height: 100 }],
    ['kube-scheduler', { x: 376, y: 160, width: 316, height: 100 }],
  ],
  trunkY: 66,
  stations: { first: 30, apart: 50 },
  entryX: 179,
  requestBus: 142,
  watchBus: 150,
  watchX: 470,
  managerPorts: { request: 90, watch: 250 },
  schedulerPorts: { request: 440, watch: 620 },
  shaft: { request: 360, watch: 368, middleWatch: 376 },
  nodes: { y: 284, height: 84, gap: 12, requestBus: 270, watchBus: 276, port: 109, spread: 14 },
  grid: { gap: 12, apart: 80, height: 68 },
};

export const mediumLayout = (nodes: readonly RoomId[]): ClusterLayout => rowLayout(metrics, nodes);

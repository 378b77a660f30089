/**
 * The same cluster for a canvas between 640 and 1040 pixels: beside an inspector on a small screen,
 * or on a tablet. All rooms are visible without panning, at 14 px text.
 */
import type { RoomId } from '#player/place';
import type { ClusterLayout } from './layout.ts';
import { type RowMetrics, rowLayout } from './row-layout.ts';

/**
 * From this width on: the layout of a window of 1280 × 720 and 1366 × 768, in which the whole map
 * stands above a caption of three lines.
 */
const roomyFrom = 900;

const roomy: RowMetrics = {
  kind: 'medium',
  width: 900,
  left: 12,
  right: 888,
  rooms: [
    ['kubectl', { x: 12, y: 4, width: 168, height: 132 }],
    ['kube-apiserver', { x: 212, y: 4, width: 404, height: 132 }],
    ['etcd', { x: 646, y: 4, width: 242, height: 132 }],
    ['kube-controller-manager', { x: 12, y: 182, width: 412, height: 106 }],
    ['kube-scheduler', { x: 468, y: 182, width: 420, height: 106 }],
  ],
  trunkY: 66,
  stations: { first: 38, apart: 66 },
  entryX: 196,
  requestBus: 144,
  watchBus: 162,
  watchX: 580,
  managerPorts: { request: 110, watch: 320 },
  schedulerPorts: { request: 560, watch: 800 },
  shaft: { request: 438, watch: 448, middleWatch: 456 },
  nodes: { y: 317, height: 90, gap: 12, requestBus: 297, watchBus: 307, port: 140, spread: 16 },
  grid: { gap: 12, apart: 84, height: 72 },
};

const narrow: RowMetrics = {
  kind: 'medium',
  width: 688,
  left: 8,
  right: 680,
  rooms: [
    ['kubectl', { x: 8, y: 4, width: 152, height: 140 }],
    ['kube-apiserver', { x: 186, y: 4, width: 318, height: 140 }],
    ['etcd', { x: 524, y: 4, width: 156, height: 140 }],
    ['kube-controller-manager', { x: 8, y: 194, width: 330, height: 108 }],
    ['kube-scheduler', { x: 366, y: 194, width: 314, height: 108 }],
  ],
  trunkY: 66,
  stations: { first: 30, apart: 51 },
  entryX: 173,
  requestBus: 151,
  watchBus: 172,
  watchX: 470,
  managerPorts: { request: 90, watch: 250 },
  schedulerPorts: { request: 440, watch: 620 },
  shaft: { request: 346, watch: 353, middleWatch: 360 },
  nodes: { y: 336, height: 92, gap: 8, requestBus: 313, watchBus: 324, port: 109, spread: 14 },
  grid: { gap: 12, apart: 84, height: 72 },
};

/** The layout for these nodes in a canvas of a given width. */
export const mediumLayout = (nodes: readonly RoomId[], width = 0): ClusterLayout =>
  rowLayout(width >= roomyFrom ? roomy : narrow, nodes);

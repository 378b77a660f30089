/** Where the panels of the loop stand in a canvas of a size, and how the line goes round. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LoopGeometry {
  readonly server: Box;
  readonly informer: Box;
  readonly handler: Box;
  /** `undefined`: there is no room, and it stands in the head of the handler. */
  readonly expectations: Box | undefined;
  readonly queue: Box;
  readonly reconcile: Box;
  /** The height at which the three parts of a lap have their numbers. */
  readonly act: number;
}

const side = 16;
const bottom = 12;
/** Between panels; the line is seen in it. */
const gap = { x: 44, y: 22, lowY: 16 } as const;
const server = { width: 134, gap: 84 } as const;
/** Below this height the expectations stand in the head of the handler. */
const lowBelow = 440;

export function loopGeometry(width: number, height: number): LoopGeometry {
  const low = height < lowBelow;
  const between = low ? gap.lowY : gap.y;
  const room = height - bottom - 2 * between;
  const reconcileHeight = low ? 150 : Math.min(228, Math.max(160, Math.round(room * 0.38)));
  const middle = low ? 64 : Math.min(142, Math.round(room * 0.27));
  const top = room - reconcileHeight - middle;
  const x = side + server.width + server.gap;
  const inner = width - side - x;
  const left = Math.round((inner - gap.x) * 0.48);
  const right = inner - gap.x - left;
  const second = top + between;
  const third = second + middle + between;
  const rightX = x + left + gap.x;
  return {
    server: { x: side, y: 0, width: server.width, height: height - bottom },
    informer: { x, y: 0, width: left, height: low ? top + between + middle : top },
    handler: { x: rightX, y: 0, width: right, height: top },
    expectations: low ? undefined : { x, y: second, width: left, height: middle },
    queue: { x: rightX, y: second, width: right, height: middle },
    reconcile: { x, y: third, width: inner, height: reconcileHeight },
    act: third + 56,
  };
}

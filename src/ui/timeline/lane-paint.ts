/**
 * Paints the lanes: grounds, folded gaps, bars, revisions, stems. Only marks within the window are
 * examined, and nothing is kept: the same arguments paint the same pixels.
 */
import type { TimeScale } from '#player/time-scale';
import {
  type Bar,
  type BarKind,
  type Diamond,
  type Family,
  type Lane,
  laneOf,
} from '#player/timeline';
import type { TraceLog } from '#player/trace-log';
import { gapsOf, ticksBetween } from './lane-scale.ts';
import type { Palette } from './palette.ts';

export const laneHeight = 16;
const middle = laneHeight / 2;

export interface LanePicture {
  readonly lanes: readonly Lane[];
  readonly bars: readonly Bar[];
  readonly diamonds: readonly Diamond[];
  readonly log: TraceLog;
  readonly scale: TimeScale;
  /** The part of the scale that is shown. */
  readonly start: number;
  readonly width: number;
  /** The part of the rows that is shown, in pixels. */
  readonly top: number;
  readonly height: number;
  readonly cursor: number;
  readonly now: number;
}

/** The other values of a picture, computed once per painting. */
interface Brush extends LanePicture {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly rows: ReadonlyMap<string, number>;
  x(at: number): number;
}

export function paintLanes(
  context: CanvasRenderingContext2D,
  picture: LanePicture,
  palette: Palette,
): void {
  const { lanes, scale, start, width, top, height } = picture;
  const rows = new Map(lanes.map(({ id }, index) => [id, index * laneHeight + middle - top]));
  const x = (at: number): number => scale.toX(at) - start;
  const brush: Brush = { ...picture, context, palette, rows, x };
  context.clearRect(0, 0, width, height);
  paintGrounds(brush);
  for (const bar of picture.bars) paintStem(brush, bar);
  for (const bar of picture.bars) paintBar(brush, bar);
  for (const diamond of picture.diamonds) paintDiamond(brush, diamond);
  context.globalAlpha = 1;
}

function paintGrounds({ context, palette, lanes, scale, start, width, top, height }: Brush): void {
  context.fillStyle = palette.sunken;
  context.globalAlpha = 0.55;
  lanes.forEach((_, index) => {
    const y = index * laneHeight - top;
    if (index % 2 === 0 && y > -laneHeight && y < height) context.fillRect(0, y, width, laneHeight);
  });
  context.globalAlpha = 0.6;
  for (const { x0, x1 } of gapsOf(scale, start, width)) {
    context.fillRect(x0 - start, 0, x1 - x0, height);
  }
  context.globalAlpha = 1;
  context.fillStyle = palette.line1;
  for (const tick of ticksBetween(scale, start, start + width)) {
    context.fillRect(Math.round(tick.x - start), 0, 1, height);
  }
}

/** From the lane that sent the request to the API server's lane. */
function paintStem({ context, palette, rows, log, cursor, x }: Brush, bar: Bar): void {
  if (bar.kind !== 'request') return;
  const sent = log.fact(log.fact(bar.fact)?.cause ?? 0);
  const client = sent === undefined ? undefined : laneOf(sent.component)?.id;
  const [from, to] = [client === undefined ? undefined : rows.get(client), rows.get(bar.lane)];
  if (from === undefined || to === undefined || from === to) return;
  context.globalAlpha = bar.fact <= cursor ? 0.6 : 0.22;
  context.fillStyle = palette.line2;
  context.fillRect(x(bar.from) - 0.5, Math.min(from, to), 1, Math.abs(to - from));
}

/** Outlines of bars still ahead: quiet, but visible for those who see contrast badly. */
const toCome = 0.6;

/** Filled as far as it has happened, hollow where it is still ahead. */
function paintBar(brush: Brush, bar: Bar): void {
  const { context, palette, rows, cursor, now, x, height } = brush;
  const y = rows.get(bar.lane);
  if (y === undefined || y < -laneHeight || y > height + laneHeight) return;
  const thin = bar.kind === 'request' || bar.kind === 'call';
  const tall = thin ? 4 : 7;
  const left = x(bar.from);
  const right = x(bar.to ?? Math.max(now, bar.from));
  const over = bar.endFact !== undefined && bar.endFact <= cursor;
  const family = familyOf(brush, bar);
  const colour = palette.families[family];
  if (!over) {
    context.globalAlpha = toCome;
    context.fillStyle = palette.surface;
    context.strokeStyle = colour;
    const whole = Math.max(2, right - left);
    context.fillRect(left, y - tall / 2, whole, tall);
    context.strokeRect(left + 0.5, y - tall / 2 + 0.5, Math.max(1, whole - 1), tall - 1);
  }
  if (bar.fact > cursor) return;
  const filled = over ? right : Math.min(right, x(now));
  context.globalAlpha = alphaOf(bar.kind, family);
  context.fillStyle = colour;
  context.fillRect(left, y - tall / 2, Math.max(2, filled - left), tall);
}

/** A node's sync is the ground on which its calls to the runtime stand. */
function alphaOf(kind: BarKind, family: Family): number {
  if (kind === 'request') return 0.65;
  return kind === 'sync' && family === 'kubelet' ? 0.4 : 1;
}

function familyOf({ lanes }: Brush, { kind, lane }: Bar): Family {
  if (kind === 'call') return 'runtime';
  return lanes.find(({ id }) => id === lane)?.family ?? 'client';
}

function paintDiamond({ context, palette, rows, cursor, x }: Brush, diamond: Diamond): void {
  const y = rows.get(diamond.lane);
  if (y === undefined) return;
  const past = diamond.fact <= cursor;
  const left = x(diamond.at);
  context.beginPath();
  context.moveTo(left, y - 5);
  context.lineTo(left + 4, y);
  context.lineTo(left, y + 5);
  context.lineTo(left - 4, y);
  context.closePath();
  context.globalAlpha = past ? 1 : toCome;
  context.fillStyle = past ? palette.families.etcd : palette.surface;
  context.fill();
  if (past) return;
  context.strokeStyle = palette.families.etcd;
  context.stroke();
}

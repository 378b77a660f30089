/** The lanes: bars and revisions within the window, and the chain of causes of the step. */
import { type ReactNode, useMemo } from 'react';
import { player, usePlayer } from '#player/player';
import type { TimeScale } from '#player/time-scale';
import {
  type Bar,
  causeArrows,
  type Diamond,
  type Lane,
  laneOf,
  type Timeline,
} from '#player/timeline';
import type { TraceLog } from '#player/trace-log';
import { CauseChain } from './cause-chain.tsx';

export const laneHeight = 16;
const middle = laneHeight / 2;

export interface LaneView {
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  readonly scale: TimeScale;
  /** The part of the scale that is shown. */
  readonly start: number;
  readonly width: number;
}

/** The middle of a lane; `undefined` for one that is not drawn. */
export type LaneMiddle = (lane: string) => number | undefined;

export function LaneGraph({ timeline, lanes, scale, start, width }: LaneView): ReactNode {
  const cursor = usePlayer((state) => state.cursor);
  const now = usePlayer((state) => state.scene.at);
  const { log } = player.getState();
  const yOf = useMemo((): LaneMiddle => {
    const rows = new Map(lanes.map(({ id }, index) => [id, index * laneHeight + middle]));
    return (lane) => rows.get(lane);
  }, [lanes]);
  const [t0, t1] = [scale.toTime(start), scale.toTime(start + width)];
  const bars = timeline.bars.filter(({ from, to }) => from <= t1 && (to ?? from) >= t0);
  const diamonds = timeline.diamonds.filter(({ at }) => at >= t0 && at <= t1);
  const x = (at: number): number => scale.toX(at) - start;
  const familyOf = (lane: string): string => lanes.find(({ id }) => id === lane)?.family ?? '';
  const arrows = useMemo(() => causeArrows(log, cursor), [log, cursor]);
  return (
    <>
      {bars.map((bar) => (
        <Stem key={bar.fact} bar={bar} log={log} x={x} yOf={yOf} past={bar.fact <= cursor} />
      ))}
      {bars.map((bar) => (
        <LaneBar
          key={bar.fact}
          bar={bar}
          family={bar.kind === 'call' ? 'runtime' : familyOf(bar.lane)}
          y={yOf(bar.lane) ?? 0}
          x0={x(bar.from)}
          x1={x(bar.to ?? Math.max(now, bar.from))}
          xNow={x(now)}
          cursor={cursor}
        />
      ))}
      {diamonds.map((diamond) => (
        <Revision
          key={diamond.fact}
          diamond={diamond}
          x={x(diamond.at)}
          y={yOf('etcd') ?? 0}
          cursor={cursor}
        />
      ))}
      <CauseChain arrows={arrows} x={x} yOf={yOf} width={width} log={log} />
    </>
  );
}

interface LaneGroundsProps {
  readonly lanes: readonly Lane[];
  readonly width: number;
}

/** Every second row is a shade darker. */
export function LaneGrounds({ lanes, width }: LaneGroundsProps): ReactNode {
  return lanes.map(({ id }, index) =>
    index % 2 === 0 ? (
      <rect key={id} className="lane-bg" y={index * laneHeight} width={width} height={laneHeight} />
    ) : null,
  );
}

interface LaneBarProps {
  readonly bar: Bar;
  readonly family: string;
  readonly y: number;
  readonly x0: number;
  readonly x1: number;
  readonly xNow: number;
  readonly cursor: number;
}

/** Hollow as far as it is to come, filled as far as it has happened. */
function LaneBar({ bar, family, y, x0, x1, xNow, cursor }: LaneBarProps): ReactNode {
  const thin = bar.kind === 'request';
  const height = thin || bar.kind === 'call' ? 4 : 7;
  const top = y - height / 2;
  const over = bar.endFact !== undefined && bar.endFact <= cursor;
  const begun = bar.fact <= cursor;
  const filled = over ? x1 : Math.min(x1, xNow);
  const whole = Math.max(2, x1 - x0);
  return (
    <g className={family}>
      {!over && <rect className="bar next" x={x0} y={top} width={whole} height={height} rx="1" />}
      {begun && (
        <rect
          className={`bar ${bar.kind}`}
          x={x0}
          y={top}
          width={Math.max(2, filled - x0)}
          height={height}
          rx="1"
        />
      )}
    </g>
  );
}

interface StemProps {
  readonly bar: Bar;
  readonly log: TraceLog;
  readonly x: (at: number) => number;
  readonly yOf: LaneMiddle;
  readonly past: boolean;
}

/** From the lane that asked to the API server's lane. */
function Stem({ bar, log, x, yOf, past }: StemProps): ReactNode {
  if (bar.kind !== 'request') return null;
  const sent = log.fact(log.fact(bar.fact)?.cause ?? 0);
  const client = sent === undefined ? undefined : laneOf(sent.component)?.id;
  const [from, to] = [client === undefined ? undefined : yOf(client), yOf(bar.lane)];
  if (from === undefined || to === undefined || from === to) return null;
  const at = x(bar.from);
  return <line className={past ? 'stem' : 'stem next'} x1={at} x2={at} y1={from} y2={to} />;
}

interface RevisionProps {
  readonly diamond: Diamond;
  readonly x: number;
  readonly y: number;
  readonly cursor: number;
}

function Revision({ diamond, x, y, cursor }: RevisionProps): ReactNode {
  const past = diamond.fact <= cursor;
  return <path className={past ? 'bar etcd' : 'bar next etcd'} d={`M${x} ${y - 5}l4 5-4 5-4-5z`} />;
}

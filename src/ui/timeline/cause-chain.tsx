/** The slanting lines from cause to effect that lead to the step, and a few that follow. */
import type { ReactNode } from 'react';
import type { CauseArrow, LanePoint } from '#player/timeline';
import type { TraceLog } from '#player/trace-log';
import { clipArrow, type Sighted, type Spot } from './clip-arrow.ts';

/** The middle of a lane; `undefined` for a lane that is not drawn. */
export type LaneMiddle = (lane: string) => number | undefined;

interface CauseChainProps {
  readonly arrows: readonly CauseArrow[];
  readonly x: (at: number) => number;
  readonly yOf: LaneMiddle;
  readonly width: number;
  /** The height of the visible lanes: an arrow to any other ends at the edge with a mark. */
  readonly height: number;
  readonly log: TraceLog;
}

interface Line extends Sighted {
  readonly id: string;
  readonly ahead: boolean;
}

export function CauseChain(props: CauseChainProps): ReactNode {
  return (
    <g>
      <defs>
        <marker
          id="arrow-head"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path className="arrow-head" d="M1 1l6 3-6 3z" />
        </marker>
      </defs>
      {linesOf(props).map(({ id, from, to, ahead, cameFrom, goesOn }) => (
        <g key={id}>
          <path
            className={ahead ? 'cause ahead' : 'cause'}
            d={`M${from[0]} ${from[1]}L${to[0]} ${to[1]}`}
            markerEnd={goesOn === undefined ? 'url(#arrow-head)' : undefined}
          />
          {cameFrom !== undefined && <path className="arrow-edge" d={tickAt(from)} />}
          {goesOn !== undefined && <path className="arrow-further" d={headAt(to, goesOn)} />}
        </g>
      ))}
    </g>
  );
}

/** The numbers of the revisions on the chain. They stand over the line of now, not under it. */
export function Revisions({ arrows, x, yOf, width, height, log }: CauseChainProps): ReactNode {
  const etcd = yOf('etcd');
  if (etcd === undefined || etcd <= 0 || etcd >= height) return null;
  return revisionWords(arrows, x, log, width).map(({ revision, left }) => (
    <text key={revision} className="revision" x={left + 7} y={etcd + 4}>
      {revision}
    </text>
  ));
}

function linesOf({ arrows, x, yOf, width, height }: CauseChainProps): readonly Line[] {
  const place = ({ lane, at }: LanePoint): Spot | undefined => {
    const y = yOf(lane);
    return y === undefined ? undefined : [x(at), y];
  };
  return arrows.flatMap(({ from, to, ahead }) => {
    const [a, b] = [place(from), place(to)];
    if (a === undefined || b === undefined || b[0] < 0 || a[0] > width) return [];
    const sighted = clipArrow(a, b, height);
    return sighted === undefined ? [] : [{ ...sighted, id: `${from.fact}-${to.fact}`, ahead }];
  });
}

/** A short line along the edge: the cause is further up or down. */
const tickAt = ([x, y]: Spot): string => `M${x - 4} ${y}h8`;

/** A head on the edge that points outwards: the line goes on in a lane further up or down. */
const headAt = ([x, y]: Spot, goesOn: 'up' | 'down'): string =>
  goesOn === 'up' ? `M${x} ${y - 1}l4 6h-8z` : `M${x} ${y + 1}l-4 -6h8z`;

const wordWidth = 40;

/** Numbers of the revisions on the chain; of two that would touch, the newer is kept. */
function revisionWords(
  arrows: readonly CauseArrow[],
  x: (at: number) => number,
  log: TraceLog,
  width: number,
): readonly { readonly revision: number; readonly left: number }[] {
  const words = new Map<number, number>();
  let next = Number.POSITIVE_INFINITY;
  for (const { to } of arrows.toReversed()) {
    const fact = log.fact(to.fact);
    const left = x(to.at);
    if (fact?.type !== 'TxnCommitted' || left < 0 || left + wordWidth > width) continue;
    if (left + wordWidth > next) continue;
    words.set(fact.revision, left);
    next = left;
  }
  return [...words].map(([revision, left]) => ({ revision, left }));
}

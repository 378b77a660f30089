/** The slanting lines from cause to effect that lead to the step, and a few that follow. */
import type { ReactNode } from 'react';
import type { CauseArrow, LanePoint } from '#player/timeline';
import type { TraceLog } from '#player/trace-log';
import type { LaneMiddle } from './lane-graph.tsx';

interface CauseChainProps {
  readonly arrows: readonly CauseArrow[];
  readonly x: (at: number) => number;
  readonly yOf: LaneMiddle;
  readonly width: number;
  readonly log: TraceLog;
}

export function CauseChain({ arrows, x, yOf, width, log }: CauseChainProps): ReactNode {
  const place = ({ lane, at }: LanePoint): readonly [number, number] | undefined => {
    const y = yOf(lane);
    return y === undefined ? undefined : [x(at), y];
  };
  const lines = arrows.flatMap(({ from, to, ahead }) => {
    const [a, b] = [place(from), place(to)];
    const hidden = a === undefined || b === undefined || b[0] < 0 || a[0] > width;
    return hidden ? [] : [{ id: `${from.fact}-${to.fact}`, a, b, ahead }];
  });
  const etcd = yOf('etcd');
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
      {lines.map(({ id, a, b, ahead }) => (
        <path
          key={id}
          className={ahead ? 'cause ahead' : 'cause'}
          d={`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`}
          markerEnd="url(#arrow-head)"
        />
      ))}
      {etcd !== undefined &&
        revisionWords(arrows, x, log, width).map(({ revision, left }) => (
          <text key={revision} className="revision" x={left + 7} y={etcd + 4}>
            {revision}
          </text>
        ))}
    </g>
  );
}

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

/** The line of the loop, clockwise: hear above the middle, act below it, and closed on the left. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { Box, LoopGeometry } from './loop-geometry.ts';
import type { Loop } from './loop-model.ts';

interface LoopLinesProps {
  readonly loop: Loop;
  readonly at: LoopGeometry;
}

const right = ({ x, width }: Box): number => x + width;
const bottom = ({ y, height }: Box): number => y + height;
const middleY = ({ y, height }: Box): number => y + height / 2;
const middleX = ({ x, width }: Box): number => x + width / 2;

export function LoopLines({ loop, at }: LoopLinesProps): ReactNode {
  const { server, informer, handler, queue, reconcile, expectations, act } = at;
  const { now } = loop;
  const hear = 70;
  const down = middleX(queue);
  const open = loop.laps[0]?.sent.filter(({ answer }) => answer === undefined).length ?? 0;
  const edge = right(server);
  const inside = right(server) - server.width + 26;
  return (
    <svg className="loop-lines" aria-hidden="true">
      <Way d={`M${right(server)} ${hear}H${informer.x - 9}`} now={now === 1} head="right" />
      <Way d={`M${right(informer)} ${hear}H${handler.x - 9}`} now={now === 3} head="right" />
      <Way d={`M${down} ${bottom(handler)}V${queue.y - 9}`} now={now === 3} head="down" />
      <Way
        d={`M${down} ${bottom(queue)}V${reconcile.y - 9}`}
        now={now === 4 || now === 5}
        head="down"
      />
      <Way d={`M${reconcile.x} ${act}H${right(server) + 9}`} now={now === 7} head="left" />
      {expectations !== undefined && (
        <>
          <path
            className={`loop-memory${now === 3 ? ' now' : ''}`}
            d={`M${handler.x} ${bottom(handler) - 22}h-22V${middleY(expectations)}H${
              right(expectations) + 4
            }`}
          />
          <path
            className={`loop-head memory${now === 3 ? ' now' : ''}`}
            d={`M${right(expectations) + 2} ${middleY(expectations)}l10-5v10z`}
          />
        </>
      )}
      <path
        className="loop-server-way"
        d={`M${edge} ${act}H${inside + 10}q-10 0-10-10V${hear + 10}q0-10 10-10H${edge}`}
      />
      <path className="server-head" d={`M${inside - 7} ${(act + hear) / 2 + 6}l7-10 7 10z`} />
      <Tags loop={loop} at={at} hear={hear} open={open} />
      {now !== undefined && <Dot {...dotAt(now, at, hear)} />}
    </svg>
  );
}

interface WayProps {
  readonly d: string;
  readonly now: boolean;
  readonly head: 'right' | 'down' | 'left';
}

/** The end of a way as numbers: the last of its path is where the head stands. */
function Way({ d, now, head }: WayProps): ReactNode {
  const [x0 = 0, y0 = 0, end = 0] = (d.match(/[\d.]+/g) ?? []).map(Number);
  const [x, y] = head === 'down' ? [x0, end] : [end, y0];
  const tip = { right: 'v-7l10 7-10 7z', left: 'v-7l-10 7 10 7z', down: 'h-7l7 10 7-10z' }[head];
  return (
    <>
      <path className={`loop-way${now ? ' now' : ''}`} d={d} />
      <path className={`loop-head${now ? ' now' : ''}`} d={`M${x} ${y}${tip}`} />
    </>
  );
}

interface TagsProps extends LoopLinesProps {
  readonly hear: number;
  /** Requests without an answer. */
  readonly open: number;
}

function Tags({ loop, at, hear, open }: TagsProps): ReactNode {
  const t = useT();
  const middle = (right(at.server) + at.informer.x) / 2;
  const event = loop.now === 1 || loop.now === 3 ? loop.sighting?.event.event : undefined;
  return (
    <>
      {event !== undefined && (
        <>
          <rect className="told-tag" x={middle - 40} y={hear - 32} width="80" height="24" rx="4" />
          <text className="loop-tag mid" x={middle} y={hear - 15}>
            {event}
          </text>
        </>
      )}
      {open > 0 && (
        <>
          <text className="loop-open mid" x={middle} y={at.act - 18}>
            {t('room.loop.open', { n: open })}
          </text>
          {[...Array(Math.min(3, open)).keys()].map((ring) => (
            <circle
              key={ring}
              className="loop-ring"
              cx={middle + 20 - 24 * ring}
              cy={at.act}
              r="7"
            />
          ))}
        </>
      )}
    </>
  );
}

function dotAt(now: NonNullable<Loop['now']>, at: LoopGeometry, hear: number) {
  switch (now) {
    case 1:
    case 2:
      return { x: at.informer.x, y: hear };
    case 3:
      return { x: at.handler.x, y: hear };
    case 4:
      return { x: middleX(at.queue), y: at.queue.y };
    case 5:
      return { x: middleX(at.queue), y: at.reconcile.y };
    case 6:
      return { x: at.reconcile.x + at.reconcile.width * 0.34, y: at.reconcile.y };
    default:
      return { x: at.reconcile.x, y: at.act };
  }
}

function Dot({ x, y }: { readonly x: number; readonly y: number }): ReactNode {
  return (
    <>
      <circle className="loop-dot-back" cx={x} cy={y} r="15" />
      <circle className="dotring" cx={x} cy={y} r="13" />
      <circle className="dot" cx={x} cy={y} r="7" />
    </>
  );
}

/** The lanes: their names, the ruler, one row per component, and the cursor as a line. */
import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useScroller } from '#diagram/use-scroller';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { TimeScale } from '#player/time-scale';
import type { Lane, Timeline } from '#player/timeline';
import { currentLane } from './current-lane.ts';
import type { Marks } from './filter.ts';
import { hoverHandlers } from './hover-card.tsx';
import { LaneFilter } from './lane-filter.tsx';
import { LaneGraph } from './lane-graph.tsx';
import { LaneNames } from './lane-names.tsx';
import { laneHeight } from './lane-paint.ts';
import { Playhead } from './playhead.tsx';
import { Ruler } from './ruler.tsx';
import { dragHandlers, scrubTo } from './scrub.ts';
import { useFilteredLanes } from './use-timeline.ts';

interface View {
  readonly scale: TimeScale;
  readonly start: number;
  readonly width: number;
}

interface LanesProps {
  readonly timeline: Timeline;
  readonly all: readonly Lane[];
  readonly begun: boolean;
  readonly view: View;
  /** Receives the position at which the window stands still while it is dragged. */
  readonly hold: (start: number | undefined) => void;
}

export default function Lanes({ timeline, all, begun, view, hold }: LanesProps): ReactNode {
  const t = useT();
  const { lanes, marks } = useFilteredLanes(timeline, all);
  const now = usePlayer((state) => state.scene.at);
  const origin = usePlayer((state) => state.steps[0]?.at ?? 0);
  return (
    <div className="lanes">
      <LaneFilter />
      {begun ? <Ruler {...view} now={view.scale.toX(now)} /> : <div className="ruler" />}
      <Rows
        view={view}
        lanes={lanes}
        room={all.length * laneHeight}
        marks={begun ? marks : undefined}
        hold={hold}
      />
      {!begun && <p className="nothing-yet">{t('timeline.empty')}</p>}
      {begun && lanes.length === 0 && (
        <p className="nothing-yet" role="status">
          {t('timeline.noLane')}
        </p>
      )}
      {begun && <Playhead {...view} origin={origin} />}
    </div>
  );
}

interface RowsProps {
  readonly view: View;
  readonly lanes: readonly Lane[];
  /** The height of all rows: a filter removes rows without leaving gaps. */
  readonly room: number;
  /** `undefined` before anything is drawn. */
  readonly marks: Marks | undefined;
  readonly hold: (start: number | undefined) => void;
}

/** Names and marks; of many rows only the visible ones are painted. */
function Rows({ view, lanes, room, marks, hold }: RowsProps): ReactNode {
  const { scale, start, width } = view;
  const rows = useScroller<HTMLDivElement>();
  const { top, height, look } = useRowsInSight(rows, lanes.length);
  useLaneInView(rows, lanes, look);
  const drag = dragHandlers(
    (x) => scrubTo(scale.toTime(start + x)),
    (on) => hold(on ? start : undefined),
  );
  const hover = hoverHandlers((x, y) => {
    const lane = lanes[Math.floor(y / laneHeight)]?.id;
    return { at: scale.toTime(start + x), mark: markAt(marks, lane, scale, start + x) };
  });
  return (
    <div className="lanes-scroll" ref={rows} style={{ height: room }}>
      <LaneNames lanes={lanes} />
      <div
        className="lane-graph"
        style={{ width, height: lanes.length * laneHeight }}
        {...drag}
        onPointerMove={(event) => {
          drag.onPointerMove(event);
          if (marks !== undefined) hover.onPointerMove(event);
        }}
        onPointerLeave={hover.onPointerLeave}
      >
        <div className="lane-sight" style={{ width, height }} aria-hidden="true">
          {marks !== undefined && (
            <LaneGraph marks={marks} lanes={lanes} {...view} top={top} height={height} />
          )}
        </div>
      </div>
    </div>
  );
}

const near = 4;

/** The fact of the mark at a place of a lane: a revision before a bar, the newest of bars. */
function markAt(
  marks: Marks | undefined,
  lane: string | undefined,
  scale: TimeScale,
  x: number,
): number | undefined {
  const [t0, t1] = [scale.toTime(x - near), scale.toTime(x + near)];
  if (marks === undefined || lane === undefined) return undefined;
  if (lane === 'etcd') return marks.diamonds(t0, t1)[0]?.fact;
  return marks.bars(t0, t1).findLast((bar) => bar.lane === lane)?.fact;
}

interface Sight {
  readonly top: number;
  readonly height: number;
}

/**
 * `look`: to be called when the rows were scrolled, to update the visible part before the frame is
 * drawn.
 */
interface RowsInSight extends Sight {
  readonly look: () => void;
}

/** The visible part of the rows, updated as they are scrolled and as their frame changes. */
function useRowsInSight(rows: RefObject<HTMLDivElement | null>, count: number): RowsInSight {
  const whole = count * laneHeight;
  const [{ top, height }, setSight] = useState<Sight>({ top: 0, height: whole });
  const see = useCallback(() => {
    const scroller = rows.current;
    if (scroller === null) return;
    const seen = { top: scroller.scrollTop, height: Math.min(scroller.clientHeight, whole) };
    setSight((now) => (now.top === seen.top && now.height === seen.height ? now : seen));
  }, [rows, whole]);
  // A frame later, the old marks would stand beside the new names for that frame.
  const look = useCallback(() => flushSync(see), [see]);
  useEffect(() => {
    const scroller = rows.current;
    if (scroller === null) return undefined;
    const observer = new ResizeObserver(see);
    observer.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [rows, see, look]);
  return { top: Math.min(top, Math.max(0, whole - height)), height: Math.min(height, whole), look };
}

/** Where not all lanes have room, each step scrolls just far enough to show its own lane. */
function useLaneInView(
  rows: RefObject<HTMLDivElement | null>,
  lanes: readonly Lane[],
  look: () => void,
): void {
  const here = usePlayer(currentLane);
  useEffect(() => {
    const scroller = rows.current;
    const index = lanes.findIndex(({ id }) => id === here);
    if (scroller === null || index < 0) return undefined;
    // In the frame that lays the page out anyway, not in the middle of a key press.
    const frame = requestAnimationFrame(() => {
      scroller.scrollTop = Math.max(0, (index + 1) * laneHeight - scroller.clientHeight);
      look();
    });
    return () => cancelAnimationFrame(frame);
  }, [rows, lanes, here, look]);
}

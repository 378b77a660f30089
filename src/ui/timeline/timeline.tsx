/** The run as a train graph: one row per component, time to the right, the cursor as a line. */
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useScroller } from '#diagram/use-scroller';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { TimeScale } from '#player/time-scale';
import type { Lane } from '#player/timeline';
import { currentLane } from './current-lane.ts';
import type { Marks } from './filter.ts';
import { HoverCard, hoverHandlers } from './hover-card.tsx';
import { LaneFilter } from './lane-filter.tsx';
import { LaneGraph } from './lane-graph.tsx';
import { LaneNames } from './lane-names.tsx';
import { laneHeight } from './lane-paint.ts';
import { laneScale, windowStart } from './lane-scale.ts';
import { Overview } from './overview.tsx';
import { Playhead } from './playhead.tsx';
import { Ruler } from './ruler.tsx';
import { dragHandlers, scrubTo } from './scrub.ts';
import { useFilteredLanes, useLanes, useTimeline, useWidth } from './use-timeline.ts';
import { followCursor, useTimeWindow } from './window-store.ts';

export function Timeline(): ReactNode {
  const t = useT();
  const timeline = useTimeline();
  const all = useLanes(timeline);
  const { lanes, marks } = useFilteredLanes(timeline, all);
  const [ref, width] = useWidth<HTMLDivElement>();
  // On a phone the lanes have no width: the slider stands for them.
  const begun = usePlayer((state) => state.steps.length > 0) && width > 0;
  const now = usePlayer((state) => state.scene.at);
  const origin = usePlayer((state) => state.steps[0]?.at ?? 0);
  const { span, from } = useTimeWindow();
  // While it is dragged along, the window stands still under the pointer.
  const [held, setHeld] = useState<number | undefined>(undefined);
  const scale = useMemo(() => laneScale(timeline, width, span), [timeline, width, span]);
  const start =
    held ??
    (from === undefined
      ? windowStart(scale.toX(now), scale.width, width)
      : Math.max(0, Math.min(scale.toX(from), scale.width - width)));
  useWindowFollows(scale, start, width);
  const view = { scale, start, width };
  return (
    <section className="timeline" aria-label={t('timeline.label')}>
      <div className="lanes">
        <LaneFilter />
        {begun ? <Ruler {...view} now={scale.toX(now)} /> : <div className="ruler" />}
        <Rows
          view={view}
          lanes={lanes}
          room={all.length * laneHeight}
          marks={begun ? marks : undefined}
          hold={setHeld}
        />
        {!begun && <p className="nothing-yet">{t('timeline.empty')}</p>}
        {begun && lanes.length === 0 && (
          <p className="nothing-yet" role="status">
            {t('timeline.noLane')}
          </p>
        )}
        {begun && <Playhead {...view} origin={origin} />}
      </div>
      <div className="width-probe" ref={ref} />
      {begun ? (
        <Overview timeline={timeline} lanes={all} laneScale={scale} start={start} width={width} />
      ) : (
        <div className="overview">
          <span />
          <div className="overview-strip none" />
        </div>
      )}
      <HoverCard />
    </section>
  );
}

/** A window that a person placed follows the cursor again as soon as that moves out of it. */
function useWindowFollows(scale: TimeScale, start: number, width: number): void {
  useEffect(
    () =>
      player.subscribe((state, before) => {
        if (state.cursor === before.cursor || useTimeWindow.getState().from === undefined) return;
        const x = scale.toX(state.scene.at) - start;
        if (x < 0 || x > width) followCursor();
      }),
    [scale, start, width],
  );
}

interface RowsProps {
  readonly view: { readonly scale: TimeScale; readonly start: number; readonly width: number };
  readonly lanes: readonly Lane[];
  /** The height of all rows: a filter takes rows away, and no place. */
  readonly room: number;
  /** `undefined`: nothing is drawn yet. */
  readonly marks: Marks | undefined;
  readonly hold: (start: number | undefined) => void;
}

/** Names and marks; of many rows only those in sight are painted. */
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

/** `look`: the rows were scrolled, see what is in sight before the frame is drawn. */
interface RowsInSight extends Sight {
  readonly look: () => void;
}

/** Which part of the rows is in sight, as they are scrolled and as their frame changes. */
function useRowsInSight(rows: RefObject<HTMLDivElement | null>, count: number): RowsInSight {
  const whole = count * laneHeight;
  const [{ top, height }, setSight] = useState<Sight>({ top: 0, height: whole });
  const see = useCallback(() => {
    const scroller = rows.current;
    if (scroller === null) return;
    const seen = { top: scroller.scrollTop, height: Math.min(scroller.clientHeight, whole) };
    setSight((now) => (now.top === seen.top && now.height === seen.height ? now : seen));
  }, [rows, whole]);
  // A frame later the marks would stand for it beside other names.
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

/** Where not all lanes have room, each step shows them as far as the lane that it is in. */
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

/** The run as a train graph: one row per component, time to the right, the cursor as a line. */
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { type Lane, laneOf } from '#player/timeline';
import { useScrollerFocus } from '../use-scroller-focus.ts';
import { LaneGraph, LaneGrounds, laneHeight } from './lane-graph.tsx';
import { LaneNames } from './lane-names.tsx';
import { laneScale, windowStart } from './lane-scale.ts';
import { Overview } from './overview.tsx';
import { Playhead } from './playhead.tsx';
import { Ruler, RulerLines } from './ruler.tsx';
import { dragHandlers, scrubTo } from './scrub.ts';
import { useLanes, useTimeline, useWidth } from './use-timeline.ts';

export function Timeline(): ReactNode {
  const t = useT();
  const timeline = useTimeline();
  const lanes = useLanes(timeline);
  const rows = useScrollerFocus<HTMLDivElement>();
  useLaneInView(rows, lanes);
  const [ref, width] = useWidth<HTMLDivElement>();
  // On a phone the lanes have no width: the slider stands for them.
  const begun = usePlayer((state) => state.steps.length > 0) && width > 0;
  const now = usePlayer((state) => state.scene.at);
  // While it is dragged along, the window stands still under the pointer.
  const [held, setHeld] = useState<number | undefined>(undefined);
  const scale = useMemo(() => laneScale(timeline, width), [timeline, width]);
  const start = held ?? windowStart(scale.toX(now), scale.width, width);
  const height = lanes.length * laneHeight;
  const view = { scale, start, width };
  const drag = dragHandlers(
    (x) => scrubTo(scale.toTime(start + x)),
    (on) => setHeld(on ? start : undefined),
  );
  return (
    <section className="timeline" aria-label={t('timeline.label')}>
      <div className="lanes">
        {begun ? <Ruler {...view} now={scale.toX(now)} /> : <div className="ruler" />}
        <div className="lanes-scroll" ref={rows}>
          <LaneNames lanes={lanes} />
          <svg className="lane-graph" width={width} height={height} aria-hidden="true" {...drag}>
            <LaneGrounds lanes={lanes} width={width} />
            {begun && <RulerLines {...view} height={height} />}
            {begun && <LaneGraph timeline={timeline} lanes={lanes} {...view} />}
          </svg>
        </div>
        {!begun && <p className="nothing-yet">{t('timeline.empty')}</p>}
        {begun && <Playhead {...view} origin={timeline.from} />}
      </div>
      <div className="width-probe" ref={ref} />
      {begun ? (
        <Overview timeline={timeline} lanes={lanes} laneScale={scale} start={start} width={width} />
      ) : (
        <div className="overview">
          <span />
          <div className="overview-strip none" />
        </div>
      )}
    </section>
  );
}

/** Where not all lanes have room, each step shows them as far as the lane that it is in. */
function useLaneInView(rows: RefObject<HTMLDivElement | null>, lanes: readonly Lane[]): void {
  const cursor = usePlayer((state) => state.cursor);
  useEffect(() => {
    const scroller = rows.current;
    const { log } = player.getState();
    // What is outside of the picture, the registry, is told in the lane of whoever asked.
    const fact = log.fact(cursor);
    const lane = fact && (laneOf(fact.component) ?? laneOf(log.fact(fact.cause)?.component ?? ''));
    const here = lane?.id;
    const index = lanes.findIndex(({ id }) => id === here);
    if (scroller === null || index < 0) return;
    scroller.scrollTop = Math.max(0, (index + 1) * laneHeight - scroller.clientHeight);
  }, [rows, lanes, cursor]);
}

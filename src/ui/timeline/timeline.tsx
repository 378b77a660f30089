/**
 * The run along time: the strip of the whole run, and over it the lanes as a train graph, one row
 * per component, when they are open.
 */
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { TimeScale } from '#player/time-scale';
import { useBox } from '../use-box.ts';
import { HoverCard } from './hover-card.tsx';
import { laneScale, windowStart } from './lane-scale.ts';
import { useLanesOpen } from './lanes-store.ts';
import { Overview } from './overview.tsx';
import { useLanes, useTimeline } from './use-timeline.ts';
import { followCursor, useTimeWindow } from './window-store.ts';

// The story shows no lanes until somebody opens them.
const Lanes = lazy(() => import('./lanes.tsx'));

/** `strip`: there is room for the strip alone. */
export function Timeline({ strip = false }: { readonly strip?: boolean }): ReactNode {
  const t = useT();
  const open = useLanesOpen() && !strip;
  const timeline = useTimeline();
  const all = useLanes(timeline);
  const [ref, { width }] = useBox<HTMLDivElement>();
  // On a phone the lanes have no room: the slider stands for them.
  const begun = usePlayer((state) => state.steps.length > 0) && width > 0;
  const now = usePlayer((state) => state.scene.at);
  const { span, from } = useTimeWindow();
  // During a drag the window stands still under the pointer.
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
    <section className={open ? 'timeline' : 'timeline folded'} aria-label={t('timeline.label')}>
      {open && (
        <Suspense fallback={<div className="lanes to-come" style={roomOf(all.length)} />}>
          <Lanes timeline={timeline} all={all} begun={begun} view={view} hold={setHeld} />
        </Suspense>
      )}
      <div className="width-probe" ref={ref} />
      <Overview
        timeline={begun ? timeline : undefined}
        lanes={all}
        view={view}
        open={open}
        strip={strip}
      />
      <HoverCard />
    </section>
  );
}

/** The height that the lanes will take, so that nothing moves when they come. */
const roomOf = (lanes: number) => ({ height: `calc(17px + ${lanes} * 16px)` });

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

/** The lanes: bars and revisions within the window, and the chain of causes of the step. */
import { type ReactNode, useCallback, useMemo } from 'react';
import { player, usePlayer } from '#player/player';
import type { TimeScale } from '#player/time-scale';
import { causeArrows, type Lane } from '#player/timeline';
import { Canvas } from './canvas.tsx';
import { CauseChain, type LaneMiddle, Revisions } from './cause-chain.tsx';
import type { Marks } from './filter.ts';
import { laneHeight, paintLanes } from './lane-paint.ts';
import { usePalette } from './palette.ts';
import { LineOfNow } from './playhead.tsx';

export interface LaneView {
  readonly marks: Marks;
  readonly lanes: readonly Lane[];
  readonly scale: TimeScale;
  /** The part of the scale that is shown. */
  readonly start: number;
  readonly width: number;
  /** The part of the rows that is shown. */
  readonly top: number;
  readonly height: number;
}

export function LaneGraph({ marks, lanes, scale, start, width, top, height }: LaneView): ReactNode {
  const cursor = usePlayer((state) => state.cursor);
  const now = usePlayer((state) => state.scene.at);
  const origin = usePlayer((state) => state.steps[0]?.at ?? 0);
  const { log } = player.getState();
  const palette = usePalette();
  const yOf = useMemo((): LaneMiddle => {
    const rows = new Map(
      lanes.map(({ id }, index) => [id, index * laneHeight + laneHeight / 2 - top]),
    );
    return (lane) => rows.get(lane);
  }, [lanes, top]);
  const shown = useMemo(() => {
    const [t0, t1] = [scale.toTime(start), scale.toTime(start + width)];
    return { bars: marks.bars(t0, t1), diamonds: marks.diamonds(t0, t1) };
  }, [marks, scale, start, width]);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const picture = { ...shown, lanes, log, scale, start, width, top, height, cursor, now };
      paintLanes(context, picture, palette);
    },
    [shown, lanes, log, scale, start, width, top, height, cursor, now, palette],
  );
  const x = (at: number): number => scale.toX(at) - start;
  const arrows = useMemo(() => causeArrows(log, cursor), [log, cursor]);
  const chain = { arrows, x, yOf, width, height, log };
  return (
    <>
      <Canvas className="lane-canvas" width={width} height={height} paint={paint} />
      <svg className="lane-arrows" width={width} height={height} aria-hidden="true">
        <CauseChain {...chain} />
      </svg>
      <LineOfNow scale={scale} start={start} width={width} origin={origin} />
      <svg className="lane-words" width={width} height={height} aria-hidden="true">
        <Revisions {...chain} />
      </svg>
    </>
  );
}

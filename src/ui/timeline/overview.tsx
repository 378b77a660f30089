/** The whole run in one strip: what has happened in full colour, the window of the lanes framed. */
import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react';
import { durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { TimeScale } from '#player/time-scale';
import type { Family, Lane, Timeline } from '#player/timeline';
import { bookmarksOf, useBookmarks } from '../transport/bookmarks-store.ts';
import { Canvas } from './canvas.tsx';
import { hoverHandlers } from './hover-card.tsx';
import { overviewScale } from './lane-scale.ts';
import { LanesButton } from './lanes-button.tsx';
import { type Palette, usePalette } from './palette.ts';
import { dragHandlers, scrubTo } from './scrub.ts';
import { useScrubber } from './use-scrubber.ts';
import { around, WindowBrush } from './window-brush.tsx';
import { showWindow, useTimeWindow, zoomBy } from './window-store.ts';

interface OverviewProps {
  /** `undefined` before anything is drawn. */
  readonly timeline: Timeline | undefined;
  readonly lanes: readonly Lane[];
  /** The scale of the lanes and the part of it that they show. */
  readonly view: LanesView;
  /** Whether the lanes stand over it, with their window framed in it. */
  readonly open: boolean;
  /** Whether there are no lanes to open. */
  readonly strip: boolean;
}

interface LanesView {
  readonly scale: TimeScale;
  readonly start: number;
  readonly width: number;
}

const height = 18;

export function Overview({ timeline, lanes, view, open, strip }: OverviewProps): ReactNode {
  return (
    <div className="overview">
      {strip ? <span /> : <LanesButton />}
      {timeline === undefined ? (
        <div className="overview-strip none" />
      ) : (
        <Run timeline={timeline} lanes={lanes} view={view} open={open} />
      )}
    </div>
  );
}

interface RunProps extends Pick<OverviewProps, 'lanes' | 'view' | 'open'> {
  readonly timeline: Timeline;
}

/** The strip, along which a person drags the cursor, and the window of the lanes in it. */
function Run({ timeline, lanes, view, open }: RunProps): ReactNode {
  const { start, width, scale: laneScale } = view;
  const slider = useScrubber();
  const step = usePlayer((state) => state.step?.id);
  const scale = useMemo(() => overviewScale(timeline, width), [timeline, width]);
  const toX = (at: number): number => scale.toX(laneScale.toTime(at));
  const [left, right] = [toX(start), toX(start + width)];
  const drag = dragHandlers((at) => scrubTo(scale.toTime(at)));
  const hover = hoverHandlers((x) => ({ at: scale.toTime(x), mark: undefined }));
  const span = useTimeWindow((state) => state.span);
  const frame = { left, right: Math.max(left + 6, right), width };
  const show = (from: number, to: number): void => {
    const shown = (frame.right - frame.left) / Math.max(1, to - from);
    // A window that is only moved keeps its length.
    showWindow(Math.abs(shown - 1) < 0.02 ? span : span / shown, scale.toTime(from));
  };
  return (
    <>
      <span className="num">0 – {durationWords(timeline.to - timeline.from)}</span>
      {open && (
        <Zooms onMove={(by) => show(...around((left + right) / 2 + by, right - left, width))} />
      )}
      <div className="overview-track">
        <div
          className="overview-strip"
          data-step-id={step}
          {...slider}
          {...drag}
          onPointerMove={(event) => {
            drag.onPointerMove(event);
            hover.onPointerMove(event);
          }}
          onPointerLeave={hover.onPointerLeave}
        >
          <Strip timeline={timeline} lanes={lanes} scale={scale} width={width} />
          <Signs scale={scale} width={width} />
        </div>
        {open && (
          <>
            <div className="window" style={{ left: frame.left, width: frame.right - frame.left }} />
            <WindowBrush {...frame} onChange={show} />
          </>
        )}
      </div>
    </>
  );
}

interface ZoomsProps {
  /** Moves the window by this many pixels of the strip. */
  readonly onMove: (by: number) => void;
}

const keyStep = 16;

/**
 * Makes the window longer and shorter; with the focus here the arrow keys move it along the run.
 */
function Zooms({ onMove }: ZoomsProps): ReactNode {
  const t = useT();
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowRight: keyStep, ArrowLeft: -keyStep }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <div className="zooms">
      {(['out', 'in'] as const).map((way) => (
        <button
          key={way}
          type="button"
          aria-label={t(`timeline.zoom.${way}`)}
          title={`${t(`timeline.zoom.${way}`)} (← → ${t('timeline.window.grip')})`}
          onClick={() => zoomBy(way === 'in' ? 0.5 : 2)}
          onKeyDown={onKey}
        >
          {way === 'in' ? '+' : '−'}
        </button>
      ))}
    </div>
  );
}

interface StripProps {
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  readonly scale: TimeScale;
  readonly width: number;
}

/** Everything pale, and over it what has happened. */
function Strip({ timeline, lanes, scale, width }: StripProps): ReactNode {
  const now = usePlayer((state) => state.scene.at);
  const palette = usePalette();
  const spans = useMemo(() => spansOf(timeline, lanes, scale), [timeline, lanes, scale]);
  const past = scale.toX(now);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => paintStrip(context, spans, palette, width, past),
    [spans, palette, width, past],
  );
  return <Canvas className="overview-canvas" width={width} height={height} paint={paint} />;
}

interface Span {
  readonly family: Family;
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** Bars of the strip; bars on the same pixels of the same lane are merged. */
function spansOf({ bars }: Timeline, lanes: readonly Lane[], scale: TimeScale): readonly Span[] {
  const rows = new Map(lanes.map(({ id, family }, index) => [id, { family, index }]));
  const step = 12 / Math.max(1, lanes.length);
  const ends = new Map<string, number>();
  const spans: Span[] = [];
  for (const { lane, from, to } of bars) {
    const row = rows.get(lane);
    if (row === undefined || row.family === 'apiserver') continue;
    const x = scale.toX(from);
    const end = Math.max(x + 1.5, scale.toX(to ?? from));
    if (end <= (ends.get(lane) ?? -1) + 0.5) continue;
    ends.set(lane, end);
    spans.push({ family: row.family, x, y: 3 + row.index * step, length: end - x });
  }
  return spans;
}

function paintStrip(
  context: CanvasRenderingContext2D,
  spans: readonly Span[],
  palette: Palette,
  width: number,
  past: number,
): void {
  context.clearRect(0, 0, width, height);
  context.fillStyle = palette.sunken;
  context.fillRect(0, 2, width, 14);
  for (const { family, x, y, length } of spans) {
    context.fillStyle = palette.families[family];
    context.globalAlpha = 0.42;
    context.fillRect(x, y, length, 1.8);
    context.globalAlpha = 1;
    if (x < past) context.fillRect(x, y, Math.min(length, past - x), 1.8);
  }
}

interface SignsProps {
  readonly scale: TimeScale;
  readonly width: number;
}

/** Chapters, bookmarks, the range of a loop, and now. */
function Signs({ scale, width }: SignsProps): ReactNode {
  const now = usePlayer((state) => state.scene.at);
  const chapters = usePlayer((state) => state.chapters);
  const steps = usePlayer((state) => state.steps);
  const loop = usePlayer((state) => state.loop);
  const log = usePlayer((state) => state.log);
  const scenario = usePlayer((state) => state.recording?.scenario);
  const marked = useBookmarks(({ all }) => bookmarksOf(all, scenario));
  const x = scale.toX(now);
  const [from, to] = [loop?.from, loop?.to].map((id) => scale.toX(log.fact(id ?? 0)?.at ?? 0));
  const ticks = useMemo(
    () => chapters.map(({ at }) => `M${scale.toX(at).toFixed(1)} 14V${height}`).join(''),
    [chapters, scale],
  );
  const bookmarks = marked.flatMap((id) => steps.find((step) => step.id === id) ?? []);
  return (
    <svg width={width} height={height} aria-hidden="true">
      {loop !== undefined && from !== undefined && to !== undefined && (
        <rect className="loop-range" x={from} width={Math.max(2, to - from)} y="2" height="14" />
      )}
      <path className="chapter-tick" d={ticks} />
      {bookmarks.map(({ id, at }) => (
        <path
          key={id}
          className="bookmark-sign"
          d={`M${scale.toX(at) - 3} 0h6v8l-3-2.500-3 2.500z`}
        />
      ))}
      <path className="now-line" d={`M${x} 0V${height}`} />
    </svg>
  );
}

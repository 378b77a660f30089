/**
 * A filter of the lanes: by the name of a component, or by the object that a mark is about. It
 * changes what is drawn and never where the cursor is.
 */
import { keyOf, podOf, refOf } from '#facts/names';
import { type Bar, type Diamond, type Lane, laneOf, type Timeline } from '#player/timeline';
import type { TimelineIndex } from '#player/timeline-index';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';

/** The lanes and marks to draw in a stretch of time. */
export interface Marks {
  bars(from: number, to: number): readonly Bar[];
  diamonds(from: number, to: number): readonly Diamond[];
}

export interface Filtered {
  readonly lanes: readonly Lane[];
  readonly marks: Marks;
}

interface Source {
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  readonly index: TimelineIndex;
  readonly log: TraceLog;
}

/**
 * The lanes and marks that match a text. A text that is in the name of a lane stands for a
 * component; any other stands for an object, and lanes without a mark about it are left out.
 */
export function filterLanes({ timeline, lanes, index, log }: Source, text: string): Filtered {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { lanes, marks: index };
  const named = lanes.filter(({ id }) => id.toLowerCase().includes(wanted));
  if (named.length > 0) return { lanes: named, marks: index };
  const isAbout = ({ fact }: { readonly fact: FactId }): boolean =>
    aboutOf(log, fact).includes(wanted);
  const own = new Set<string>();
  for (const bar of timeline.bars) {
    if (own.has(bar.lane) || !isAbout(bar)) continue;
    own.add(bar.lane);
    const client = clientLane(log, bar);
    if (client !== undefined) own.add(client);
  }
  if (timeline.diamonds.some(isAbout)) own.add('etcd');
  return {
    lanes: lanes.filter(({ id }) => own.has(id)),
    marks: {
      bars: (from, to) => index.bars(from, to).filter(isAbout),
      diamonds: (from, to) => index.diamonds(from, to).filter(isAbout),
    },
  };
}

/** The lane that a request came from. */
function clientLane(log: TraceLog, { kind, fact }: Bar): string | undefined {
  const sent = kind === 'request' ? log.fact(log.fact(fact)?.cause ?? 0) : undefined;
  return sent === undefined ? undefined : laneOf(sent.component)?.id;
}

/** The names in a mark's fact, in small letters. */
function aboutOf(log: TraceLog, id: FactId): string {
  const fact = log.fact(id);
  if (fact === undefined) return '';
  const parts: string[] = [];
  if ('url' in fact) parts.push(fact.url);
  parts.push(keyOf(fact) ?? '', podOf(fact) ?? '');
  if ('line' in fact) parts.push(fact.line);
  const ref = refOf(fact);
  if (ref !== undefined) parts.push(`${ref.resource}/${ref.namespace}/${ref.name}`);
  return parts.join(' ').toLowerCase();
}

/**
 * Steps of a run as stops of a lesson, in YAML: what an author gets from the page, to go on with.
 */
import { plain } from '#export/words';
import type { Telling } from '#facts/telling';
import { t } from '#i18n/locale';
import { captionInLog } from '#player/caption-in-log';
import type { PlayerState } from '#player/player-state';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import { writeHostAction } from '#trace/host-words';
import { toldAt } from '../caption/telling.ts';

type Recording = NonNullable<PlayerState['recording']>;

export interface WrittenStop {
  /** The id of the step. */
  readonly at: string;
  /** Its words with the marks that lessons have. */
  readonly caption: string;
}

/** What the page says of a step, as the words of a stop. */
export function writtenStop(log: TraceLog, at: string, fact: FactId): WrittenStop {
  const told = toldAt(log, fact);
  if (told !== undefined) {
    return { at, caption: withPaths(told.translate(told.telling.line), told.telling) };
  }
  const known = log.fact(fact);
  if (known === undefined) return { at, caption: at };
  const { id, params } = captionInLog(log, known);
  return { at, caption: plain(t(id, params)) };
}

/** `[[api|the API server]]` → `[[kube-apiserver|the API server]]`; what has no path has its words. */
function withPaths(line: string, { anchors }: Telling): string {
  return line.replace(/\[\[(\w+)\|([^\]]*)\]\]/g, (_, name: string, words: string) => {
    const path = anchors[name] ?? '';
    return /^[\w./: -]{1,300}$/.test(path) ? `[[${path}|${words}]]` : words;
  });
}

/** A stop as an item of a lesson's `beats`. A text in quotes as JSON has them is YAML too. */
export function stopYaml({ at, caption }: WrittenStop, id = idOf(at)): string {
  return `  - id: ${id}\n    at: ${quoted(at)}\n    caption: ${JSON.stringify(caption)}\n`;
}

/** A short name for a step, as lessons want it: its last two parts. */
export function idOf(step: string): string {
  const last = step.split('/').slice(-2).join('-').toLowerCase();
  const name = last.replace(/[^a-z0-9]+/g, '-').replace(/^-/, '');
  return name.slice(0, 36).replace(/-$/, '') || 'stop';
}

/** Ids of steps have signs that mean something in YAML only at their beginning. */
const quoted = (text: string): string =>
  /^[a-z0-9][\w./~-]*$/.test(text) ? text : JSON.stringify(text);

export interface RecordedLesson {
  readonly title: string;
  readonly recording: Recording;
  /** When the cluster was ready, in microseconds. */
  readonly readyAt: number;
  /** In the order of the run. */
  readonly stops: readonly WrittenStop[];
}

const microseconds = 1_000_000;

/** Whether a lesson can do what was done in a run: it has no cluster and no clients of its own. */
export const canBeLesson = ({ cluster, inputs }: Recording): boolean =>
  cluster === undefined && inputs.every(({ kind }) => kind !== 'outside');

/** The whole lesson: what was done, when, and the stops. */
export function lessonYaml({ title, recording, readyAt, stops }: RecordedLesson): string {
  let before = readyAt;
  const acts = recording.inputs.flatMap((input) => {
    if (input.kind === 'outside' || input.kind === 'stdin') return [];
    const after = (input.at - before) / microseconds;
    before = input.at;
    const time = after > 0 ? `\n    after: ${after}` : '';
    if (input.kind === 'host') {
      return [`  - action: ${JSON.stringify(writeHostAction(input.action))}${time}\n`];
    }
    const user = input.user === 'admin' ? '' : `\n    as: ${JSON.stringify(input.user)}`;
    const stdin = input.stdin === undefined ? '' : `\n    stdin: ${JSON.stringify(input.stdin)}`;
    return [`  - run: ${JSON.stringify(input.line)}${user}${stdin}${time}\n`];
  });
  const taken = new Map<string, number>();
  const beats = stops.map((stop) => {
    const id = idOf(stop.at);
    const count = (taken.get(id) ?? 0) + 1;
    taken.set(id, count);
    return stopYaml(stop, count === 1 ? id : `${id}-${count}`);
  });
  return [
    'podyssey: lesson/v1\n',
    `meta:\n  title: ${JSON.stringify(title)}\n`,
    `scenario: ${recording.scenario}\nseed: ${recording.seed}\n`,
    ...(acts.length === 0 ? [] : ['drive:\n', ...acts]),
    'beats:\n',
    ...beats,
  ].join('');
}

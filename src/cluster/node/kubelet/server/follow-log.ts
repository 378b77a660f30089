/**
 * Follows a log. Models kubernetes/pkg/kubelet/kuberuntime/logs ReadLogs with `follow`: new lines
 * are sent, and the stream ends when the container has ended and all was read.
 */
import { type Duration, ms, rfc3339Micro } from '#base/sim-time';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import { type LogFile, type LogLine, logText } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { LogOptions } from './log-options.ts';

/** In place of inotify, which reports at once. */
const lookPeriod: Duration = ms(100);

/** All lines, unfiltered. */
export const plainLog: LogOptions = {
  follow: true,
  previous: false,
  timestamps: false,
  tailLines: undefined,
  limitBytes: undefined,
  sinceSeconds: undefined,
  sinceTime: undefined,
};

interface LogSource {
  /** The file at the path of the log: another one after a rotation. */
  readonly file: () => LogFile;
  readonly ended: () => boolean;
}

/** Where the reader is. */
export interface LogPosition {
  readonly file: LogFile;
  readonly line: number;
}

/** Sends what is written after a position; a file that got another name is read to its end. */
export function* followLog(
  stream: WatchStream<string>,
  source: LogSource,
  options: LogOptions,
  from: LogPosition,
): Process {
  let { file, line } = from;
  while (!stream.closed) {
    const ended = source.ended();
    const latest = source.file();
    const rest = file.lines.slice(line);
    const lines = latest === file ? rest : [...rest, ...latest.lines];
    if (lines.length > 0) stream.send(formatLines(lines, options));
    file = latest;
    line = latest.lines.length;
    if (ended) stream.close();
    else yield lookPeriod;
  }
}

export const formatLines = (lines: readonly LogLine[], { timestamps }: LogOptions): string =>
  lines
    .map((line) => (timestamps ? `${rfc3339Micro(line.at)} ${logText(line)}` : logText(line)))
    .join('');

/**
 * Follows a log. Models kubernetes/pkg/kubelet/kuberuntime/logs ReadLogs with `follow`: new lines
 * are sent, and the stream ends when the container has ended and all was read.
 */
import { type Duration, ms, rfc3339Micro } from '#base/sim-time';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import { type LogLine, logText } from '#k8s.io/cri-api/runtime';
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
  readonly lines: () => readonly LogLine[];
  readonly ended: () => boolean;
}

/** Sends what is written after the first `from` lines. */
export function* followLog(
  stream: WatchStream<string>,
  source: LogSource,
  options: LogOptions,
  from: number,
): Process {
  let sent = from;
  while (!stream.closed) {
    const ended = source.ended();
    const lines = source.lines();
    if (lines.length > sent) {
      stream.send(formatLines(lines.slice(sent), options));
      sent = lines.length;
    }
    if (ended) stream.close();
    else yield lookPeriod;
  }
}

export const formatLines = (lines: readonly LogLine[], { timestamps }: LogOptions): string =>
  lines
    .map((line) => (timestamps ? `${rfc3339Micro(line.at)} ${logText(line)}` : logText(line)))
    .join('');

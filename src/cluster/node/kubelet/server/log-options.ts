/**
 * Which lines of a log are asked for.
 * Models k8s.io/api/core/v1 PodLogOptions and kubernetes/pkg/kubelet/kuberuntime/logs.
 */
import { err, ok, type Result } from '#base/result';
import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { LogLine } from '#k8s.io/cri-api/runtime';

export interface LogOptions {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
  readonly sinceSeconds: number | undefined;
  readonly sinceTime: SimTime | undefined;
}

/** Reads the query; the error names the parameter. */
export function parseLogOptions(
  get: (key: string) => string | undefined,
): Result<LogOptions, string> {
  const numbers: Record<string, number | undefined> = {};
  for (const key of ['tailLines', 'limitBytes', 'sinceSeconds']) {
    const value = get(key);
    if (value === undefined || value === '') continue;
    const number = Number(value);
    if (!Number.isInteger(number) || number < 0) return err(`invalid ${key}: ${value}`);
    numbers[key] = number;
  }
  const since = get('sinceTime');
  return ok({
    follow: get('follow') === 'true',
    previous: get('previous') === 'true',
    timestamps: get('timestamps') === 'true',
    tailLines: numbers['tailLines'],
    limitBytes: numbers['limitBytes'],
    sinceSeconds: numbers['sinceSeconds'],
    sinceTime: since === undefined ? undefined : parseRfc3339(since),
  });
}

/** The lines asked for, oldest first; how many bytes of them, the caller sees. */
export function selectLines(
  lines: readonly LogLine[],
  options: LogOptions,
  now: SimTime,
): readonly LogLine[] {
  const { tailLines, sinceSeconds, sinceTime } = options;
  const from = sinceTime ?? (sinceSeconds === undefined ? undefined : now - sinceSeconds * second);
  let chosen = from === undefined ? lines : lines.filter(({ at }) => at >= from);
  if (tailLines !== undefined) chosen = tailLines === 0 ? [] : chosen.slice(-tailLines);
  return chosen;
}

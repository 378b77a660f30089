/** Log lines as Go programs write them to standard error. */
import { rfc3339Micro } from '#base/sim-time';
import type { ProcessContext } from '../program.ts';

/** `2026-01-01T00:00:01.000000Z`, by the machine's clock. */
export const now = ({ sim, clock }: ProcessContext): string => rfc3339Micro(clock?.() ?? sim.now);

/** `2026/01/01 00:00:01 text`, of Go's package log. */
export function log(context: ProcessContext, text: string): void {
  const [date = '', time = ''] = now(context).split('T');
  context.err(`${date.replaceAll('-', '/')} ${time.slice(0, 8)} ${text}\n`);
}

/** `I0101 00:00:01.000000       1 file.go:76] text`, of klog. */
export function klog(
  context: ProcessContext,
  source: string,
  text: string,
  severity: 'I' | 'E' = 'I',
): void {
  const [date = '', time = ''] = now(context).split('T');
  const pid = String(context.pid ?? 1).padStart(7);
  const head = `${severity}${date.slice(5).replace('-', '')} ${time.slice(0, 15)} ${pid}`;
  context.err(`${head} ${source}] ${text}\n`);
}

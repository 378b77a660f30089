/** The lines that nginx writes: its error log, its access log, and where they go. */
import { type ProcessContext, streamAt } from '../../program.ts';
import { logTime } from '../log-time.ts';

const levels = ['debug', 'info', 'notice', 'warn', 'error', 'crit', 'alert', 'emerg'] as const;
export type Level = (typeof levels)[number];

/** Appends a line to a file, or writes it to the stream that the file is a link to. */
export function writeTo(context: ProcessContext, path: string, text: string): void {
  const stream = path === 'stderr' ? 'err' : streamAt(context.files, path);
  if (stream !== undefined) context[stream](text);
  else context.files.write(path, (context.files.read(path) ?? '') + text);
}

/** `2026/01/01 00:00:05` */
function errorTime(context: ProcessContext): string {
  const { year, monthNumber, day, clock } = logTime(context);
  return `${year}/${monthNumber}/${day} ${clock}`;
}

export interface ErrorLog {
  readonly path: string;
  readonly level: string;
}

/** One line of the error log, if its level is high enough. Models ngx_log_error. */
export function logError(
  context: ProcessContext,
  { path, level }: ErrorLog,
  severity: Level,
  text: string,
): void {
  const names: readonly string[] = levels;
  const least = names.indexOf(level);
  if (levels.indexOf(severity) < least) return;
  const pid = context.pid ?? 1;
  writeTo(context, path, `${errorTime(context)} [${severity}] ${pid}#${pid}: ${text}\n`);
}

/** An error before there is a configuration: in the built-in log, and to whoever started it. */
export function sayEarly(context: ProcessContext, severity: Level, text: string): void {
  logError(context, { path: '/var/log/nginx/error.log', level: 'error' }, severity, text);
  context.err(`nginx: [${severity}] ${text}\n`);
}

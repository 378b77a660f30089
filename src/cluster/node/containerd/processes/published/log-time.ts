/** The time of day as everyday programs write it into their logs. */
import { rfc3339, type SimTime, second } from '#base/sim-time';
import type { ProcessContext } from '../program.ts';

const days = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** The first day of a run is a Thursday. */
const firstDay = 4;
const dayLength = 24 * 3600 * second;

/** The parts of a moment. */
export interface LogTime {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly monthNumber: string;
  readonly year: string;
  /** `00:00:05` */
  readonly clock: string;
  /** Microseconds, six digits. */
  readonly micros: string;
}

/** The machine's clock, in parts. */
export function logTime({ clock, sim }: ProcessContext): LogTime {
  const time: SimTime = clock?.() ?? sim.now;
  const [, year = '', month = '', date = '', text = ''] =
    /^(\d+)-(\d+)-(\d+)T(.*)Z$/.exec(rfc3339(time)) ?? [];
  return {
    weekday: days[(firstDay + Math.floor(time / dayLength)) % 7] ?? '',
    day: date,
    month: months[Number(month) - 1] ?? '',
    monthNumber: month,
    year,
    clock: text,
    micros: String(Math.floor(time % second)).padStart(6, '0'),
  };
}

/** As web servers write it into access logs: `01/Jan/2026:00:00:05 +0000`. */
export function accessTime(context: ProcessContext): string {
  const { day, month, year, clock } = logTime(context);
  return `${day}/${month}/${year}:${clock} +0000`;
}

/** busybox date: `+FORMAT`, `-u`, `-d TIME`, `-I`. */
import { runEpoch, second } from '#base/sim-time';
import type { Program } from '../program.ts';

const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const daysPerWeek = 7;
const secondsPerDay = 86_400;
const short = 3;
const two = (value: number): string => String(value).padStart(2, '0');

interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly seconds: number;
  readonly epoch: number;
}

/** Civil date of a count of days. Source: Howard Hinnant, chrono-compatible date algorithms. */
function momentOf(epoch: number): Moment {
  const z = Math.floor(epoch / secondsPerDay) + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor(
    (doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365,
  );
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const month = mp < 10 ? mp + 3 : mp - 9;
  const day = doy - Math.floor((153 * mp + 2) / 5) + 1;
  const seconds = ((epoch % secondsPerDay) + secondsPerDay) % secondsPerDay;
  return { year: yoe + era * 400 + (month <= 2 ? 1 : 0), month, day, seconds, epoch };
}

/** Days from 1970-01-01. */
function daysTo(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yoe = y - era * 400;
  const doy = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy - 719_468;
}

/** `@SECONDS`, `YYYY-MM-DD`, `YYYY-MM-DD hh:mm[:ss]`, `hh:mm[:ss]`. */
function parsed(text: string, now: Moment): number | undefined {
  if (/^@-?\d+$/.test(text)) return Number(text.slice(1));
  const match = /^(?:(\d{4})-(\d\d)-(\d\d))?(?:[ T]?(\d\d?):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (match === null || text === '') return undefined;
  const [, year, month, day, hour = '0', minute = '0', second_ = '0'] = match;
  const date =
    year === undefined
      ? daysTo(now.year, now.month, now.day)
      : daysTo(Number(year), Number(month), Number(day));
  return date * secondsPerDay + Number(hour) * 3600 + Number(minute) * 60 + Number(second_);
}

function field(letter: string, moment: Moment): string | undefined {
  const { year, month, day, seconds, epoch } = moment;
  const [hour, minute, secs] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    Math.floor(seconds) % 60,
  ];
  const dayCount = Math.floor(epoch / secondsPerDay);
  const weekday = (((dayCount + 4) % daysPerWeek) + daysPerWeek) % daysPerWeek;
  const [dayName = '', monthName = ''] = [days[weekday], months[month - 1]];
  const clock = `${two(hour)}:${two(minute)}:${two(secs)}`;
  const fields: Readonly<Record<string, string>> = {
    Y: String(year),
    y: two(year % 100),
    m: two(month),
    d: two(day),
    e: String(day).padStart(2),
    H: two(hour),
    I: two(hour % 12 || 12),
    M: two(minute),
    S: two(secs),
    p: hour < 12 ? 'AM' : 'PM',
    T: clock,
    R: clock.slice(0, 5),
    F: `${year}-${two(month)}-${two(day)}`,
    D: `${two(month)}/${two(day)}/${two(year % 100)}`,
    s: String(Math.floor(epoch)),
    a: dayName.slice(0, short),
    A: dayName,
    b: monthName.slice(0, short),
    h: monthName.slice(0, short),
    B: monthName,
    j: String(dayCount - daysTo(year, 1, 1) + 1).padStart(3, '0'),
    u: String(weekday || daysPerWeek),
    w: String(weekday),
    Z: 'UTC',
    z: '+0000',
    n: '\n',
    t: '\t',
    '%': '%',
  };
  return fields[letter];
}

/** A time in seconds since 1970 as `+FORMAT` writes it. */
export function formatDate(epoch: number, format: string): string {
  const moment = momentOf(Math.floor(epoch));
  return format.replace(/%([A-Za-z%])/g, (all, letter: string) => field(letter, moment) ?? all);
}

export const date: Program = function* ({ argv, sim, clock: wall, out, err }) {
  const now = momentOf(Math.floor((runEpoch + (wall?.() ?? sim.now)) / second));
  const at = argv.findIndex((word) => word === '-d' || word === '-ud');
  const given = at < 0 ? undefined : (argv[at + 1] ?? '');
  const epoch = given === undefined ? now.epoch : parsed(given, now);
  if (epoch === undefined) {
    err(`date: invalid date '${given}'\n`);
    return 1;
  }
  const iso = argv.find((word) => word.startsWith('-I'));
  const isoFormat = iso === '-I' ? '%Y-%m-%d' : '%Y-%m-%dT%H:%M:%S+00:00';
  const own = argv.find((word) => word.startsWith('+'))?.slice(1);
  const format = own ?? (iso === undefined ? '%a %b %e %H:%M:%S %Z %Y' : isoFormat);
  out(`${formatDate(epoch, format)}\n`);
  return 0;
};

/** Moments as describers print them: RFC 1123 with a numeric zone, and how long ago. */
import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import { humanDuration } from '#k8s.io/apimachinery/duration';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const monthOffsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];

/**
 * `Sat, 21 Nov 2026 11:04:55 +0000` of an RFC 3339 text in UTC. A time that is not set is year 1.
 * Source: Go time.RFC1123Z.
 */
export function longDate(time: string | null | undefined): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/.exec(time ?? '');
  if (match === null) return 'Mon, 01 Jan 0001 00:00:00 +0000';
  const [, year = '', month = '', day = '', clock = ''] = match;
  const weekday = weekdays[weekdayOf(Number(year), Number(month), Number(day))];
  return `${weekday}, ${day} ${months[Number(month) - 1]} ${year} ${clock} +0000`;
}

/** 0 is Sunday. Tomohiko Sakamoto's method for the Gregorian calendar. */
function weekdayOf(year: number, month: number, day: number): number {
  const y = month < 3 ? year - 1 : year;
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return (y + leaps + (monthOffsets[month - 1] ?? 0) + day) % 7;
}

/** `2026-11-22 17:38:35 +0000 UTC`. Source: Go Time.String. */
export const goTime = (time: string): string =>
  time.replace('T', ' ').replace(/(\.\d+)?Z$/, ' +0000 UTC');

/** `5s`, `2m3s`; `<unknown>` when the time is not set. Source: translateTimestampSince. */
export function since(now: SimTime, time: string | null | undefined): string {
  const at = time === null || time === undefined ? undefined : parseRfc3339(time);
  return at === undefined ? '<unknown>' : humanDuration((now - at) / second);
}

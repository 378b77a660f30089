/**
 * Virtual time. A moment is a whole number of microseconds since the run began; a duration is the
 * same unit. This is the only file of the simulation side that may format a calendar date.
 */

/** Microseconds since the run began, always an integer. */
export type SimTime = number;
/** A length of virtual time in microseconds, always an integer. */
export type Duration = number;

export const microsecond: Duration = 1;
const millisecond: Duration = 1_000;
export const second: Duration = 1_000_000;
export const minute: Duration = 60_000_000;
export const hour: Duration = 3_600_000_000;

/** Milliseconds as a duration, rounded to the microsecond. */
export const ms = (value: number): Duration => Math.round(value * millisecond);
/** Seconds as a duration, rounded to the microsecond. */
export const seconds = (value: number): Duration => Math.round(value * second);

/** The calendar moment at which every run begins, in microseconds since 1970. */
export const runEpoch: number = 1_767_225_600_000_000; // 2026-01-01T00:00:00Z

const secondsOfDay = 24 * 60 * 60;
/** `00` to `59`. */
const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
let lastSecond = -1;
let lastText = '';
let lastDay = -1;
/** `2026-01-01` */
let lastDate = '';

/**
 * RFC 3339 with one-second precision, as `metav1.Time` prints it: `2026-01-01T00:00:05Z`.
 * Source: k8s.io/apimachinery pkg/apis/meta/v1/time.go MarshalJSON.
 */
export function rfc3339(time: SimTime): string {
  const whole = Math.floor(time / second);
  if (whole !== lastSecond) {
    lastSecond = whole;
    const day = Math.floor(whole / secondsOfDay);
    if (day !== lastDay) {
      lastDay = day;
      lastDate = new Date(runEpoch / 1000 + day * secondsOfDay * 1000).toISOString().slice(0, 10);
    }
    const inDay = whole - day * secondsOfDay;
    const hour = twoDigits[Math.floor(inDay / 3600)];
    const minute = twoDigits[Math.floor(inDay / 60) % 60];
    lastText = `${lastDate}T${hour}:${minute}:${twoDigits[inDay % 60]}Z`;
  }
  return lastText;
}

/**
 * RFC 3339 with microseconds, as `metav1.MicroTime` prints it: `2026-01-01T00:00:05.000120Z`.
 * Source: k8s.io/apimachinery pkg/apis/meta/v1/micro_time.go.
 */
export function rfc3339Micro(time: SimTime): string {
  const fraction = String(((time % second) + second) % second).padStart(6, '0');
  return `${rfc3339(time).slice(0, 19)}.${fraction}Z`;
}

/** As `date` and C's ctime print it: `Thu Jan  1 00:00:05 2026`. */
export function unixDate(time: SimTime): string {
  const moment = new Date((runEpoch + time) / 1000);
  const [weekday = '', day = '', month, year, clock] = moment.toUTCString().split(/,? /);
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year}`;
}

/**
 * The same moment of the next year as a header of HTTP has it: `Fri, 01 Jan 2027 00:00:05 UTC`.
 * Source: Go time.Time AddDate, time.RFC1123.
 */
export function httpDateInAYear(time: SimTime): string {
  const moment = new Date((runEpoch + time) / 1000);
  moment.setUTCFullYear(moment.getUTCFullYear() + 1);
  return moment.toUTCString().replace('GMT', 'UTC');
}

let lastParsed = '';
let lastTime: SimTime | undefined;

/** Reads an RFC 3339 text back into run time; `undefined` when it is not one. */
export function parseRfc3339(text: string): SimTime | undefined {
  // The same few moments are read again and again.
  if (text !== lastParsed) {
    lastTime = readRfc3339(text);
    lastParsed = text;
  }
  return lastTime;
}

function readRfc3339(text: string): SimTime | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (match?.[1] === undefined) return undefined;
  const base = Date.parse(`${match[1]}${match[3]}`) * 1000 - runEpoch;
  if (Number.isNaN(base)) return undefined;
  const fraction = match[2] === undefined ? 0 : Number(match[2].padEnd(9, '0').slice(0, 6));
  return base + fraction;
}

/** Of `2026-01-01T00:00:05Z`. */
const wholeSecondsLength = 20;

/**
 * The text that a server keeps of an RFC 3339 one: UTC, in whole seconds or, as `metav1.MicroTime`,
 * with microseconds; `undefined` when it is none.
 * Source: k8s.io/apimachinery pkg/apis/meta/v1 Time.UnmarshalJSON, Time.MarshalJSON.
 */
export function canonicalTime(text: string, micro: boolean): string | undefined {
  const time = parseRfc3339(text);
  if (time === undefined) return undefined;
  if (!micro && text.length === wholeSecondsLength) return text;
  return micro ? rfc3339Micro(time) : rfc3339(time);
}

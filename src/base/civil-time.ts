/**
 * Calendar fields of a moment, without the host's clock or time zone.
 *
 * In: virtual time, or year, month, day and time of day. Out: the other of the two. Days are
 * counted by the proleptic Gregorian calendar.
 */
import { runEpoch, type SimTime, second } from './sim-time.ts';

/** `month` 1–12, `weekday` 0 (Sunday) – 6. */
export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const secondsPerDay = 86_400;

/** Days since 1970-01-01. Years are counted from March, so that the leap day is the last. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Source: the inverse of the above. */
function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export const weekdayOf = (days: number): number => (((days + 4) % 7) + 7) % 7;

export const daysInMonth = (year: number, month: number): number =>
  month === 12 ? 31 : daysFromCivil(year, month + 1, 1) - daysFromCivil(year, month, 1);

/** Whole seconds since 1970-01-01T00:00:00Z. */
export const unixSeconds = (time: SimTime): number => Math.floor((time + runEpoch) / second);

export const fromUnixSeconds = (seconds: number): SimTime => seconds * second - runEpoch;

/** The fields of a count of seconds since 1970, taken as they stand. */
export function civilTime(seconds: number): CivilTime {
  const days = Math.floor(seconds / secondsPerDay);
  const rest = seconds - days * secondsPerDay;
  return {
    ...civilFromDays(days),
    weekday: weekdayOf(days),
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / 60) % 60,
    second: rest % 60,
  };
}

/**
 * Schedules in the cron syntax: five fields, or a descriptor such as `@hourly`.
 *
 * Models github.com/robfig/cron/v3 ParseStandard and SpecSchedule.Next, which CronJobs are defined
 * by. In: a text, and moments. Out: the next moment, or what is wrong with the text in its words.
 */
import {
  civilTime,
  daysFromCivil,
  daysInMonth,
  fromUnixSeconds,
  unixSeconds,
} from '#base/civil-time';
import { err, ok, type Result } from '#base/result';
import { type Duration, type SimTime, second } from '#base/sim-time';
import { type TimeZone, timeZoneOf, utc } from '#base/time-zone';
import { parseGoDuration } from '#k8s.io/apimachinery/duration';

export interface CronSchedule {
  /** The first moment after `time`; undefined: none within five years. */
  next(time: SimTime): SimTime | undefined;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const bounds: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: weekdays },
];

const descriptors: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** The values of one field; `star`: every value was asked for. */
interface Field {
  readonly values: ReadonlySet<number>;
  readonly star: boolean;
}

/** Source: cron.ParseStandard. */
export function parseCron(text: string): Result<CronSchedule, string> {
  if (text === '') return err('empty spec string');
  const zoned = /^(?:CRON_)?TZ=(\S*)\s+(.*)$/.exec(text);
  if (zoned === null) return parseSpec(text, utc);
  const [, name = '', spec = ''] = zoned;
  const zone = timeZoneOf(name);
  return zone === undefined
    ? err(`provided bad location ${name}: unknown time zone ${name}`)
    : parseSpec(spec.trim(), zone);
}

function parseSpec(spec: string, zone: TimeZone): Result<CronSchedule, string> {
  if (spec.startsWith('@every ')) {
    const text = spec.slice('@every '.length);
    // A negative one is as good as a second.
    const period = parseGoDuration(text.replace(/^[+-](?=.)/, ''));
    if (period !== undefined) return ok(every(text.startsWith('-') ? 0 : period));
    return err(`failed to parse duration ${spec}: time: invalid duration ${JSON.stringify(text)}`);
  }
  const described = descriptors[spec];
  if (described === undefined && spec.startsWith('@')) {
    return err(`unrecognized descriptor: ${spec}`);
  }
  const words = (described ?? spec).split(/\s+/).filter((word) => word !== '');
  if (words.length !== bounds.length) {
    return err(`expected exactly 5 fields, found ${words.length}: [${words.join(' ')}]`);
  }
  const fields: Field[] = [];
  for (const [index, word] of words.entries()) {
    const field = parseField(word, bounds[index] ?? { min: 0, max: 0 });
    if (typeof field === 'string') return err(field);
    fields.push(field);
  }
  return ok(new SpecSchedule(fields, zone));
}

/** Source: ConstantDelaySchedule: whole seconds, one at least. */
function every(period: Duration): CronSchedule {
  const delay = Math.max(second, Math.floor(period / second) * second);
  return { next: (time) => fromUnixSeconds(unixSeconds(time)) + delay };
}

function parseField(text: string, limits: Bounds): Field | string {
  const values = new Set<number>();
  let star = false;
  for (const part of text.split(',').filter((one) => one !== '')) {
    const range = parseRange(part, limits);
    if (typeof range === 'string') return range;
    for (let n = range.start; n <= range.end; n += range.step) values.add(n);
    star ||= range.star;
  }
  return { values, star };
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly star: boolean;
}

/** Source: getRange. */
function parseRange(text: string, { min, max, names }: Bounds): Range | string {
  const [span = '', stepText, ...slashes] = text.split('/');
  const [low = '', high, ...hyphens] = span.split('-');
  const isStar = low === '*' || low === '?';
  let [start, end] = [min, max];
  if (!isStar) {
    const first = numberOf(low, names);
    if (typeof first === 'string') return first;
    if (hyphens.length > 0) return `too many hyphens: ${text}`;
    const last = high === undefined ? first : numberOf(high, names);
    if (typeof last === 'string') return last;
    [start, end] = [first, last];
  }
  let step = 1;
  if (stepText !== undefined) {
    if (slashes.length > 0) return `too many slashes: ${text}`;
    const parsed = numberOf(stepText);
    if (typeof parsed === 'string') return parsed;
    step = parsed;
    if (high === undefined) end = max;
  }
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${text}`;
  if (end > max) return `end of range (${end}) above maximum (${max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  if (step === 0) return `step of range should be a positive number: ${text}`;
  return { start, end, step, star: isStar && step === 1 };
}

function numberOf(text: string, names?: readonly string[]): number | string {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return names === months ? named + 1 : named;
  if (!/^[+-]?\d+$/.test(text)) {
    const quoted = JSON.stringify(text);
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quoted}: invalid syntax`;
  }
  const value = Number(text);
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}

class SpecSchedule implements CronSchedule {
  readonly #minutes: readonly number[];
  readonly #hours: readonly number[];
  readonly #dayOfMonth: Field;
  readonly #month: Field;
  readonly #dayOfWeek: Field;
  readonly #zone: TimeZone;

  constructor(fields: readonly Field[], zone: TimeZone) {
    const empty: Field = { values: new Set(), star: false };
    const [minute = empty, hour = empty, day = empty, month = empty, weekday = empty] = fields;
    const inOrder = ({ values }: Field) => [...values].sort((a, b) => a - b);
    this.#minutes = inOrder(minute);
    this.#hours = inOrder(hour);
    this.#dayOfMonth = day;
    this.#month = month;
    this.#dayOfWeek = weekday;
    this.#zone = zone;
  }

  next(time: SimTime): SimTime | undefined {
    const now = unixSeconds(time);
    const from = civilTime(now + this.#zone.offsetAt(now));
    const lastYear = from.year + 5;
    for (let { year, month } = from; year <= lastYear; month++) {
      if (month > 12) [year, month] = [year + 1, 1];
      if (!this.#month.values.has(month)) continue;
      const isThis = year === from.year && month === from.month;
      const days = daysInMonth(year, month);
      for (let day = isThis ? from.day : 1; day <= days; day++) {
        const date = daysFromCivil(year, month, day);
        if (!this.#dayMatches(day, civilTime(date * 86_400).weekday)) continue;
        const found = this.#onDay(date, now);
        if (found !== undefined) return fromUnixSeconds(found);
      }
    }
    return undefined;
  }

  /** If both fields are restricted, one of them is enough. */
  #dayMatches(day: number, weekday: number): boolean {
    const byDay = this.#dayOfMonth.values.has(day);
    const byWeekday = this.#dayOfWeek.values.has(weekday);
    return this.#dayOfMonth.star || this.#dayOfWeek.star ? byDay && byWeekday : byDay || byWeekday;
  }

  /** The first moment of that day after `now`. A time that the clock skips does not come. */
  #onDay(date: number, now: number): number | undefined {
    for (const hour of this.#hours) {
      for (const minute of this.#minutes) {
        const local = date * 86_400 + hour * 3600 + minute * 60;
        // The offset an hour before a change is the one that the local time is read with.
        const moment = local - this.#zone.offsetAt(local - this.#zone.offsetAt(local));
        if (moment <= now) continue;
        if (moment + this.#zone.offsetAt(moment) === local) return moment;
      }
    }
    return undefined;
  }
}

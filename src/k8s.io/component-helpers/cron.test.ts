import { describe, expect, it } from 'vitest';
import { parseRfc3339, rfc3339 } from '#base/sim-time';
import { parseCron } from './cron.ts';

/** The next times of a schedule after a moment. */
function next(text: string, after: string, count = 1): readonly string[] {
  const parsed = parseCron(text);
  if (!parsed.ok) throw new Error(parsed.error);
  const times: string[] = [];
  let time = parseRfc3339(after) ?? 0;
  for (let n = 0; n < count; n++) {
    time = parsed.value.next(time) ?? Number.NaN;
    times.push(rfc3339(time));
  }
  return times;
}

const errorOf = (text: string): string => {
  const parsed = parseCron(text);
  return parsed.ok ? 'none' : parsed.error;
};

describe('a cron schedule', () => {
  it('names minutes, hours, days, months and weekdays', () => {
    expect(next('*/15 9-10 * * *', '2026-01-01T09:20:00Z', 5)).toEqual([
      '2026-01-01T09:30:00Z',
      '2026-01-01T09:45:00Z',
      '2026-01-01T10:00:00Z',
      '2026-01-01T10:15:00Z',
      '2026-01-01T10:30:00Z',
    ]);
    expect(next('0 0 29 2 *', '2026-01-01T00:00:00Z')).toEqual(['2028-02-29T00:00:00Z']);
    expect(next('30 8 * jan mon', '2026-01-01T00:00:00Z')).toEqual(['2026-01-05T08:30:00Z']);
  });

  it('takes either day field when both are restricted', () => {
    expect(next('0 0 13 * fri', '2026-01-01T00:00:00Z', 3)).toEqual([
      '2026-01-02T00:00:00Z',
      '2026-01-09T00:00:00Z',
      '2026-01-13T00:00:00Z',
    ]);
  });

  it('knows descriptors and fixed periods', () => {
    expect(next('@hourly', '2026-01-01T00:00:00Z')).toEqual(['2026-01-01T01:00:00Z']);
    expect(next('@every 90s', '2026-01-01T00:00:10Z')).toEqual(['2026-01-01T00:01:40Z']);
  });

  it('is read in the time zone that it names, also across a change of the clock', () => {
    const berlin = 'TZ=Europe/Berlin 30 6 * * *';
    expect(next(berlin, '2026-03-28T00:00:00Z', 2)).toEqual([
      '2026-03-28T05:30:00Z',
      '2026-03-29T04:30:00Z',
    ]);
    expect(next('TZ=America/New_York 0 9 * * *', '2026-07-01T00:00:00Z')).toEqual([
      '2026-07-01T13:00:00Z',
    ]);
    expect(next('TZ=Australia/Sydney 0 9 * * *', '2026-01-10T00:00:00Z')).toEqual([
      '2026-01-10T22:00:00Z',
    ]);
    expect(next('TZ=Etc/GMT+3 0 9 * * *', '2026-01-10T00:00:00Z')).toEqual([
      '2026-01-10T12:00:00Z',
    ]);
  });

  it('skips a time that the clock skips', () => {
    expect(next('TZ=Europe/Berlin 30 2 * * *', '2026-03-28T12:00:00Z')).toEqual([
      '2026-03-30T00:30:00Z',
    ]);
  });

  it('has no next time when no date ever fits', () => {
    const parsed = parseCron('59 23 31 2 *');
    expect(parsed.ok && parsed.value.next(0)).toBe(undefined);
  });

  it('is refused in the words of the library that CronJobs are defined by', () => {
    expect(errorOf('* * *')).toBe('expected exactly 5 fields, found 3: [* * *]');
    expect(errorOf('61 * * * *')).toBe('end of range (61) above maximum (59): 61');
    expect(errorOf('* * 0 * *')).toBe('beginning of range (0) below minimum (1): 0');
    expect(errorOf('5-1 * * * *')).toBe('beginning of range (5) beyond end of range (1): 5-1');
    expect(errorOf('*/0 * * * *')).toBe('step of range should be a positive number: */0');
    expect(errorOf('a * * * *')).toBe(
      'failed to parse int from a: strconv.Atoi: parsing "a": invalid syntax',
    );
    expect(errorOf('@often')).toBe('unrecognized descriptor: @often');
    expect(errorOf('TZ=Mars/Base * * * * *')).toBe(
      'provided bad location Mars/Base: unknown time zone Mars/Base',
    );
  });
});

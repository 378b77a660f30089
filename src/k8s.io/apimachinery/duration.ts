/**
 * How long ago: the ages kubectl prints and the durations Go prints.
 *
 * Models k8s.io/apimachinery/pkg/util/duration duration.go and Go's time.Duration String and Round.
 * In: whole seconds for ages, microseconds for the rest (the unit of `#base/sim-time`). Out: text.
 */

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;
const yearSeconds = 365 * daySeconds;

const withRest = (whole: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${whole}${unit}` : `${whole}${unit}${rest}${restUnit}`;

/**
 * An age in at most two units: `45s`, `2m5s`, `10m`, `3h20m`, `2d3h`, `1y5d`. The second unit is
 * left out once the first is large. Seconds may be fractional; they are cut.
 * Source: duration.HumanDuration.
 */
export function humanDuration(seconds: number): string {
  const whole = Math.trunc(seconds);
  // Clocks may differ by a second; more than that is not an age.
  if (whole < -1) return '<invalid>';
  if (whole < 0) return '0s';
  if (whole < 2 * minuteSeconds) return `${whole}s`;
  const minutes = Math.floor(whole / minuteSeconds);
  if (minutes < 10) return withRest(minutes, 'm', whole % minuteSeconds, 's');
  if (minutes < 3 * 60) return `${minutes}m`;
  const hours = Math.floor(whole / hourSeconds);
  if (hours < 8) return withRest(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(whole / daySeconds);
  if (hours < 24 * 8) return withRest(days, 'd', hours % 24, 'h');
  if (days < 2 * 365) return `${days}d`;
  const years = Math.floor(whole / yearSeconds);
  return days < 8 * 365 ? withRest(years, 'y', days % 365, 'd') : `${years}y`;
}

/** Microseconds as Go prints a Duration: `1h2m3.5s`, `250ms`, `10s`, `0s`. Source: time.String. */
export function goDurationString(micros: number): string {
  if (micros === 0) return '0s';
  const sign = micros < 0 ? '-' : '';
  const value = Math.abs(micros);
  if (value < 1_000) return `${sign}${trimmed(value, 1)}µs`;
  if (value < 1_000_000) return `${sign}${trimmed(value, 1_000)}ms`;
  const hours = Math.floor(value / 3_600_000_000);
  const minutes = Math.floor(value / 60_000_000) % 60;
  const seconds = `${trimmed(value % 60_000_000, 1_000_000)}s`;
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${sign}${minutes}m${seconds}` : `${sign}${seconds}`;
}

/** value/unit in decimal without trailing zeros; unit is a power of ten. */
function trimmed(value: number, unit: number): string {
  const whole = Math.floor(value / unit);
  const fraction = value % unit;
  if (fraction === 0) return String(whole);
  const digits = String(fraction)
    .padStart(String(unit).length - 1, '0')
    .replace(/0+$/, '');
  return `${whole}.${digits}`;
}

/** Rounds to a multiple, halves away from zero. Source: time.Duration.Round. */
export const roundDuration = (micros: number, multiple: number): number =>
  Math.sign(micros) * Math.floor(Math.abs(micros) / multiple + 0.5) * multiple;

/** The units of Go's duration syntax, in microseconds. */
export const microsOf: Readonly<Record<string, number>> = {
  ns: 0.001,
  us: 1,
  µs: 1,
  ms: 1_000,
  s: 1_000_000,
  m: 60_000_000,
  h: 3_600_000_000,
};

/** Reads Go's duration syntax (`1m30s`) or whole seconds (`8`), as microseconds. */
export function parseGoDuration(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1_000_000;
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  let micros = 0;
  for (const [, number, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    micros += Number(number) * (microsOf[unit] ?? 0);
  }
  return Math.round(micros);
}

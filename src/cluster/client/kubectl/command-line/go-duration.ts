/** Durations as people write them for Go: `8s`, `1m30s`, `250ms`, `1.5h`. */
import { microsOf } from '#k8s.io/apimachinery/duration';

/**
 * Reads a duration into microseconds; undefined when the text is none.
 * Source: Go time.ParseDuration.
 */
export function parseGoDuration(text: string): number | undefined {
  const body = /^[+-]?/.test(text) ? text.replace(/^[+-]/, '') : text;
  const sign = text.startsWith('-') ? -1 : 1;
  if (body === '0') return 0;
  const parts = body.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h)/g);
  let total = 0;
  let length = 0;
  for (const [whole, number = '', unit = ''] of parts) {
    total += Number(number) * (microsOf[unit] ?? 0);
    length += whole.length;
  }
  return length > 0 && length === body.length ? sign * Math.round(total) : undefined;
}

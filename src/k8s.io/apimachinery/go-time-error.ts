/**
 * What Go says about a text that is no RFC 3339 time.
 *
 * Models Go's time.Parse with the layout time.RFC3339, and time.ParseError.Error. In: a text. Out:
 * the message of the error, or undefined if it is a time.
 */
import { daysInMonth } from '#base/civil-time';
import { goQuote } from './field-error.ts';

const layout = '2006-01-02T15:04:05Z07:00';

interface Part {
  /** As the layout writes it. */
  readonly element: string;
  readonly shape: RegExp;
  /** What it counts, and the numbers that it may have. */
  readonly range?: readonly [name: string, from: number, to: number];
}

const parts: readonly Part[] = [
  { element: '2006', shape: /^\d{4}/ },
  { element: '-', shape: /^-/ },
  { element: '01', shape: /^\d\d/, range: ['month', 1, 12] },
  { element: '-', shape: /^-/ },
  { element: '02', shape: /^\d\d/, range: ['day', 1, 31] },
  { element: 'T', shape: /^T/ },
  { element: '15', shape: /^\d\d/, range: ['hour', 0, 23] },
  { element: ':', shape: /^:/ },
  { element: '04', shape: /^\d\d/, range: ['minute', 0, 59] },
  { element: ':', shape: /^:/ },
  // A fraction may follow the seconds although the layout has none.
  { element: '05', shape: /^\d\d(?:[.,]\d+)?/, range: ['second', 0, 59] },
  { element: 'Z07:00', shape: /^(?:Z|[+-]\d\d:\d\d)/ },
];

export function goTimeError(text: string): string | undefined {
  const wrong = (why: string): string => `parsing time ${goQuote(text)}${why}`;
  let rest = text;
  for (const { element, shape, range } of parts) {
    const found = shape.exec(rest)?.[0];
    if (found === undefined) {
      return wrong(` as "${layout}": cannot parse ${goQuote(rest)} as ${goQuote(element)}`);
    }
    const number = Number.parseInt(found, 10);
    if (range !== undefined && (number < range[1] || number > range[2])) {
      return wrong(`: ${range[0]} out of range`);
    }
    rest = rest.slice(found.length);
  }
  if (rest !== '') return wrong(`: extra text: ${goQuote(rest)}`);
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return day > daysInMonth(year, month) ? wrong(': day out of range') : undefined;
}

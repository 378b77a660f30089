/** A message of HTTP/1.1 as text: its first line, its headers and its body. */
import { type SimTime, unixDate } from '#base/sim-time';

/** What ends the head of a message. */
export const headersEnd = '\r\n\r\n';

/** A message's head without its last line ends, and its body. */
export function splitMessage(text: string): { readonly head: string; readonly body: string } {
  const end = text.indexOf(headersEnd);
  return { head: text.slice(0, end), body: text.slice(end + headersEnd.length) };
}

/** Answers with one of these codes have no body. */
const withoutBody = /^HTTP\/1\.\d (?:1\d\d|204|304)\b/;

/**
 * Whether a text is one whole message: its head, and as much body as the head says. An answer that
 * does not say ends with its connection; one to HEAD ends with its head.
 */
export function isWholeMessage(text: string, isHead = false): boolean {
  const end = text.indexOf(headersEnd);
  if (end < 0) return false;
  if (isHead || withoutBody.test(text)) return true;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end + 2))?.[1];
  if (length === undefined) return !text.startsWith('HTTP/');
  return text.length >= end + headersEnd.length + Number(length);
}

export interface HttpMessage {
  /** `GET / HTTP/1.1` or `HTTP/1.1 200 OK`. */
  readonly start: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Reads a message whose head is whole. */
export function readMessage(text: string): HttpMessage {
  const { head, body } = splitMessage(text);
  const [start = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { start, headers, body };
}

/** `Thu, 01 Jan 2026 00:00:05 GMT` */
export function httpDate(time: SimTime): string {
  const [weekday, month, day = '', clock, year] = unixDate(time).split(/ +/);
  return `${weekday}, ${day.padStart(2, '0')} ${month} ${year} ${clock} GMT`;
}

/** The time in an access log: `01/Jan/2026:00:00:05 +0000` */
export function logTime(time: SimTime): string {
  const [, month, day = '', clock, year] = unixDate(time).split(/ +/);
  return `${day.padStart(2, '0')}/${month}/${year}:${clock} +0000`;
}

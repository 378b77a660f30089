/**
 * The dates of a run on the wire. The calendar of every run begins on the same day, so that a
 * recording replays to the same bytes; clients compare dates with their own clocks (the ages that
 * `kubectl describe` shows, the leases of an operator). So each date goes out as the real one, and
 * comes in as the run's.
 *
 * A date is a whole text in RFC 3339, as metav1.Time and MicroTime are, wherever it stands. At
 * another speed than 1, dates run ahead of the client's clock or fall behind it.
 */
import { parseRfc3339, rfc3339, rfc3339Micro, runEpoch, second } from '#base/sim-time';
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';

const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const dateAtLineStart = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?=\.\d+Z )/gm;
const sinceTime = /([?&]sinceTime=)([^&]+)/;

export class Calendar {
  #offset = 0;

  /** `real`: the real microseconds since 1970 at the moment `at` of the run. */
  constructor(real: number, at: number) {
    this.turnTo(real, at);
  }

  /** From now on the dates are those of another run, or of the same one after a pause. */
  turnTo(real: number, at: number): void {
    this.#offset = Math.round((real - runEpoch - at) / second) * second;
  }

  /** How far the client's clock is ahead of the run's, in seconds. */
  get ahead(): number {
    return this.#offset / second;
  }

  /** An object of the run as clients see it. What is no object has dates of its own: `/version`. */
  outgoing(value: JsonValue): JsonValue {
    const isObject = isJsonObject(value) && typeof value['kind'] === 'string';
    return isObject ? shifted(value, this.#offset) : value;
  }

  /** A date in a header, as HTTP writes it. */
  outgoingHttpDate(text: string): string {
    return new Date(Date.parse(text) + this.#offset / 1000).toUTCString().replace('GMT', 'UTC');
  }

  /** The lines of a log that begin with their time. */
  outgoingText(text: string): string {
    return text.replace(dateAtLineStart, (found) =>
      shiftedDate(`${found}Z`, this.#offset).slice(0, -1),
    );
  }

  /** A body from a client as the run sees it. */
  incoming(value: JsonValue): JsonValue {
    return shifted(value, -this.#offset);
  }

  /** The time from which on a log is asked for is part of the address. */
  incomingUrl(url: string): string {
    return url.replace(sinceTime, (_all, name: string, value: string) => {
      const shiftedValue = shiftedDate(decodeURIComponent(value), -this.#offset);
      return name + encodeURIComponent(shiftedValue);
    });
  }
}

/** The same value with other dates; parts without a date stay what they are. */
function shifted(value: JsonValue, offset: number): JsonValue {
  if (typeof value === 'string') return shiftedDate(value, offset);
  if (isJsonArray(value)) {
    let items: JsonValue[] | undefined;
    for (const [at, item] of value.entries()) {
      const other = shifted(item, offset);
      if (other === item) continue;
      items ??= [...value];
      items[at] = other;
    }
    return items ?? value;
  }
  if (!isJsonObject(value)) return value;
  let changed: Record<string, JsonValue> | undefined;
  for (const name in value) {
    const member = value[name];
    if (member === undefined) continue;
    const other = shifted(member, offset);
    if (other === member) continue;
    changed ??= { ...value } as Record<string, JsonValue>;
    changed[name] = other;
  }
  return changed ?? value;
}

function shiftedDate(text: string, offset: number): string {
  // Most texts are none; this is the quickest way to see it.
  if (text.length < 20 || text.length > 30 || text[4] !== '-' || !date.test(text)) return text;
  const time = parseRfc3339(text);
  if (time === undefined) return text;
  return text.includes('.') ? rfc3339Micro(time + offset) : rfc3339(time + offset);
}

/**
 * Whether a write changes the same fields as the write before it, seen without the kind's types.
 *
 * Heartbeats write the same few values again and again: the renewTime of a lease, the times of a
 * condition. Who owns which fields is the same after each of them, so only the time moves on.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../json-value.ts';
import { type Managers, managerId } from './managers.ts';
import type { Writer } from './updater.ts';

/**
 * The paths of the values that differ, as one text. Undefined when more changed than plain values
 * of members that both states have, since then it takes the types to say what it means.
 */
export function changedValues(live: JsonObject, sent: JsonObject): string | undefined {
  const paths: string[] = [];
  return collect(live, sent, '', paths) ? paths.join(' ') : undefined;
}

function collect(live: JsonObject, sent: JsonObject, path: string, paths: string[]): boolean {
  for (const key in sent) {
    if (live[key] === undefined && sent[key] !== undefined) return false;
  }
  for (const key in live) {
    const before = live[key];
    const after = sent[key];
    if (before === after) continue;
    const at = `${path}/${key}`;
    if (isPlain(before) && isPlain(after)) paths.push(at);
    else if (!isJsonObject(before) || !isJsonObject(after)) return false;
    else if (!collect(before, after, at, paths)) return false;
  }
  return true;
}

const isPlain = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Whether a write gave the writer an entry of its own time. */
export function hasSigned(before: Managers, after: Managers, writer: Writer): boolean {
  const id = managerId(writer);
  const entry = after.get(id);
  return entry !== undefined && entry.time === writer.time && entry !== before.get(id);
}

/** The managers when the writer does once more what gave it its present entry. */
export function signedAgain(managers: Managers, writer: Writer): Managers {
  const id = managerId(writer);
  const entry = managers.get(id);
  if (entry === undefined || entry.time === writer.time) return managers;
  return new Map(managers).set(id, { ...entry, time: writer.time });
}

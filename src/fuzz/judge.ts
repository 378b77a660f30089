/**
 * Judges what a door answered: nothing throws, no component panics, no word is nobody's, and none
 * takes long.
 *
 * In: a door and an input. Out: what is wrong, if anything. The time is the processor's, not the
 * clock's, and only the fuzz program asks for it: in a test it would depend on the machine.
 */
import fc from 'fast-check';
import type { Door } from './fuzz-kind.ts';

export const findingTypes = ['panic', 'exception', 'hang', 'word', 'memory'] as const;
export type FindingType = (typeof findingTypes)[number];

export interface Finding {
  readonly type: FindingType;
  readonly message: string;
}

/**
 * Words that JavaScript says where it was not asked, and those of a Go program that ends. An
 * `undefined field` is one of the checker of CEL, `undefined function` of awk, `undefined behavior`
 * what the disruption controller warns of.
 */
const nobodysWords = new RegExp(
  [
    /\bundefined\b(?! field| behavior| function)/,
    /\bNaN\b|\[object \w+\]|native code|\bpanic\b|goroutine/,
    /\b\w*(Type|Range|Reference|Syntax)Error\b|Cannot read prop|is not a function/,
    /is not iterable|Maximum call stack/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** An input that is computed for longer is a hang. Milliseconds. */
const longest = 1000;

/** Milliseconds: to ask for the processor's time costs as much as many an input. */
const askedEvery = 50;

/** The processor's time at a moment that lies at most `askedEvery` back. */
const asked = { at: Number.NEGATIVE_INFINITY, user: 0 };

/** Microseconds; up to `askedEvery` too few. */
function processorTime(): number {
  const now = performance.now();
  if (now - asked.at > askedEvery) {
    asked.user = process.cpuUsage().user;
    asked.at = now;
  }
  return asked.user;
}

/** So many characters of a text are shown. */
const shown = 600;

/** What is wrong with the answer to an input. `timed`: whether a slow one is. */
export async function judge<T>(
  door: Door<T>,
  input: T,
  timed: boolean,
): Promise<Finding | undefined> {
  const before = processorTime();
  const begun = performance.now();
  try {
    const { said, panics = [] } = await door(input);
    // The clock is never behind the processor, so most answers need no second look.
    const isShort = performance.now() - begun <= longest;
    const took = isShort ? 0 : (process.cpuUsage().user - before) / 1000;
    const [panic] = panics;
    if (panic !== undefined) return { type: 'panic', message: panic };
    const word = nobodysWordIn(said, input);
    if (word !== undefined) return { type: 'word', message: word };
    if (!timed || took <= longest) return undefined;
    return { type: 'hang', message: `${Math.round(took)} ms` };
  } catch (fault) {
    return { type: 'exception', message: stackOf(fault) };
  }
}

/** The first such word with what stands around it, unless the input has it too. */
function nobodysWordIn(said: string, input: unknown): string | undefined {
  const given = typeof input === 'string' ? input : fc.stringify(input);
  for (const { 0: word, index } of said.matchAll(nobodysWords)) {
    if (given.includes(word)) continue;
    return said.slice(Math.max(0, index - shown / 2), index + shown / 2);
  }
  return undefined;
}

function stackOf(fault: unknown): string {
  const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  return text.slice(0, shown);
}

/** The same for findings that probably have one reason: without numbers, names and addresses. */
export function signatureOf({ type, message }: Finding): string {
  if (type === 'hang') return type;
  const [first = '', second = ''] = message.split('\n');
  const plain = first.replace(/(["'`]).*?\1/g, '…').replace(/\d+/g, '0');
  return `${type} ${plain.slice(0, 90)} ${second.replace(/\(.*\/|\d+/g, '').trim()}`;
}

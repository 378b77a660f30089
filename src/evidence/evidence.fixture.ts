/**
 * What the claims of a text rest on, as data beside the words: a file per words file, from the id
 * of a text to a list of pieces of evidence.
 *
 * `has` quotes what the named thing contains; the numbers and names of the text must stand in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oldTexts } from '#scenarios/tours/old-texts';
import symbols from './symbols.generated.json' with { type: 'json' };

export type Evidence =
  /**
   * `FILE: SYMBOL` of Kubernetes v1.36.3, or `MODULE@VERSION/FILE: SYMBOL`; `count`: it has that
   * piece so many times.
   */
  | { readonly source: string; readonly has?: string; readonly count?: number }
  /** `SCENARIO/FILE` of `conformance/recordings`: what a real cluster did. */
  | { readonly recording: string; readonly has: string }
  /** `here`: the step that the text is bound to. Or the beginning of another step's id. */
  | { readonly step: string }
  /**
   * How many keys of etcd are like this (`*` is any part of one) at a step of the run, or at the
   * step of the text.
   */
  | { readonly stored: string; readonly count: number; readonly at?: string }
  /** Seconds from one step of the run to a later one. */
  | { readonly from: string; readonly to: string; readonly seconds: number }
  /** An old text, by its id in `old-texts.json`, which says how its years are known. */
  | { readonly old: string }
  /** A file of this project that decides it, and a piece of it; `count`: so many times. */
  | { readonly file: string; readonly has: string; readonly count?: number };

/** The evidence of one words file. */
export type EvidenceFile = Readonly<Record<string, readonly Evidence[]>>;

const read: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = symbols;
const root = join(import.meta.dirname, '../..');

/** Why a piece of evidence names something that does not exist; `undefined`: it does. */
export function missing(evidence: Evidence): string | undefined {
  if ('source' in evidence) {
    const [file = '', symbol = ''] = evidence.source.split(': ');
    const quotes = read[file]?.[symbol];
    if (quotes === undefined) return `${evidence.source} was not read`;
    const { has, count } = evidence;
    const quote = count === undefined ? has : `${count} × ${has}`;
    return quote === undefined || quotes.includes(quote)
      ? undefined
      : `${evidence.source}: ${quote}`;
  }
  if ('recording' in evidence)
    return lacks(`src/conformance/recordings/${evidence.recording}`, evidence.has);
  if ('file' in evidence) return lacks(evidence.file, evidence.has, evidence.count);
  return undefined;
}

function lacks(file: string, has: string, count?: number): string | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return `there is no file ${file}`;
  const times = readFileSync(path, 'utf8').split(has).length - 1;
  const right = count === undefined ? times > 0 : times === count;
  return right ? undefined : `${file} has ${times} times: ${has}`;
}

/** The words of a piece of evidence that is no step. */
export function textOf(evidence: Evidence): string {
  if ('source' in evidence) return `${evidence.source} ${evidence.has ?? ''}`;
  if ('recording' in evidence) return `${evidence.recording} ${evidence.has}`;
  if ('file' in evidence) return `${evidence.file} ${evidence.has}`;
  if ('stored' in evidence) return evidence.stored;
  if ('old' in evidence) return oldTexts.find(({ id }) => id === evidence.old)?.evidence ?? '';
  return '';
}

/** HTTP's codes by the names that Go has for them. */
const statusNames: Readonly<Record<string, number>> = {
  StatusOK: 200,
  StatusCreated: 201,
  StatusUnauthorized: 401,
  StatusForbidden: 403,
  StatusNotFound: 404,
  StatusConflict: 409,
  StatusUnprocessableEntity: 422,
  StatusTooManyRequests: 429,
  StatusServiceUnavailable: 503,
  StatusGatewayTimeout: 504,
};

/** The numbers that a piece of evidence gives, apart from those in the facts of its step. */
export function valuesOf(evidence: Evidence): readonly number[] {
  if ('count' in evidence && evidence.count !== undefined) return [evidence.count];
  if ('seconds' in evidence) return [evidence.seconds];
  if ('old' in evidence) {
    const text = oldTexts.find(({ id }) => id === evidence.old);
    return text === undefined ? [] : [text.from, text.to ?? text.from];
  }
  if (!('has' in evidence) || evidence.has === undefined) return [];
  // Code writes 10_019 for 10,019.
  const whole = evidence.has.replace(/(?<=\d)_(?=\d{3})/g, '');
  const found = [...(whole.match(/\d+(?:\.\d+)?/g) ?? [])].map(Number);
  // Go writes 5 * time.Minute where a text says 300 s, and the other way round.
  const minutes = /Minute/.test(evidence.has) ? found.map((value) => value * 60) : [];
  const seconds = /Second/.test(evidence.has) ? found.map((value) => value / 60) : [];
  const codes = Object.entries(statusNames).flatMap(([name, code]) =>
    evidence.has?.includes(name) === true ? [code] : [],
  );
  // 1500m of CPU are 1.5.
  const thousandths = [...evidence.has.matchAll(/(\d+)m\b/g)].map(([, n]) => Number(n) / 1000);
  return [...found, ...minutes, ...seconds, ...codes, ...thousandths];
}

/**
 * Holds the words of a tour's stops against the facts of the steps that they are bound to: each
 * number, HTTP method and name in code form, and each program, is in these facts or in what the
 * evidence quotes.
 *
 * The facts of a step: its own, those that it follows from up to the key press, and those of the
 * same request up to its answer.
 */
import type { TraceLog } from '#player/trace-log';
import { stepPattern } from '#scenarios/lessons/step-pattern';
import { type BoundBeat, beatWords } from '#scenarios/tours/bind-tour';
import { withYears } from '#scenarios/tours/old-texts';
import type { Tour } from '#scenarios/tours/tour';
import { causesOf } from '#trace/causality';
import type { Fact } from '#trace/facts';
import { numbersIn, wantedBy } from './claims.fixture.ts';
import { type Evidence, type EvidenceFile, textOf, valuesOf } from './evidence.fixture.ts';

export interface ToldRun {
  readonly tour: Tour;
  readonly log: TraceLog;
  readonly bound: readonly BoundBeat[];
  readonly words: Readonly<Record<string, string>>;
  readonly evidence: EvidenceFile;
}

/** One line for each word of a stop that neither its steps nor its quotes contain. */
export const stepProblems = (run: ToldRun): readonly string[] =>
  run.bound.flatMap((stop) => {
    const id = beatWords(run.tour, stop.chapter, stop.beat);
    return ['', '.ask', '.ask.why'].flatMap((part) => problemsOf(run, stop, id, `${id}${part}`));
  });

function problemsOf(run: ToldRun, stop: BoundBeat, id: string, key: string): readonly string[] {
  const text = withYears(run.words[key] ?? '');
  const evidence = [...(run.evidence[id] ?? []), ...(key === id ? [] : (run.evidence[key] ?? []))];
  const facts: Fact[] = [];
  const problems: string[] = [];
  for (const each of evidence) {
    if ('step' in each) {
      const at = each.step === 'here' ? stop.fact : stepAt(run.log, each.step);
      if (at === undefined) problems.push(`no step ${each.step}`);
      else facts.push(...factsOfStep(run.log, at));
    }
    problems.push(...wrongIn(each, run, stop));
  }
  const known = {
    text: `${knownText(facts, evidence)}\n${resourcesAt(run.log, stop.fact)}`,
    numbers: knownNumbers(facts, evidence),
  };
  return [...problems, ...missingWords(text, known)].map((problem) => `${key}: ${problem}`);
}

/** What the run says otherwise than a piece of evidence. */
function wrongIn(evidence: Evidence, { log }: ToldRun, stop: BoundBeat): readonly string[] {
  if ('stored' in evidence) {
    const like = new RegExp(
      `/${evidence.stored
        .split('*')
        .map((part) => part.replace(/[.]/g, '\\.'))
        .join('[^/]*')}$`,
    );
    const at = evidence.at === undefined ? stop.fact : (stepAt(log, evidence.at) ?? 0);
    const keys = [...log.sceneAt(at).etcd.keys.keys()].filter((key) => like.test(key));
    const found = keys.length;
    return found === evidence.count ? [] : [`etcd has ${found} of ${evidence.stored}`];
  }
  if ('seconds' in evidence) {
    const placeOf = (step: string, after = 0): number =>
      step === 'here' ? stop.fact : (stepAt(log, step, after) ?? 0);
    const start = placeOf(evidence.from);
    const [from, to] = [log.fact(start), log.fact(placeOf(evidence.to, start))];
    if (from === undefined || to === undefined) return [`no step ${evidence.from} ${evidence.to}`];
    const seconds = (to.at - from.at) / 1_000_000;
    const near = Math.abs(seconds - evidence.seconds) <= Math.max(0.1 * evidence.seconds, 0.5);
    return near ? [] : [`${seconds} s from ${evidence.from} to ${evidence.to}`];
  }
  return [];
}

/** The first step like this after a fact. */
const stepAt = (log: TraceLog, pattern: string, after = 0): number | undefined => {
  const like = stepPattern(pattern);
  return log.steps.find(({ id, fact }) => fact > after && like.test(id))?.fact;
};

/** The facts of a step, its own first. */
function factsOfStep(log: TraceLog, at: number): readonly Fact[] {
  const chain = causesOf(log.facts.slice(), at);
  const request = chain.find((fact) => 'request' in fact);
  if (request === undefined || !('request' in request)) return chain;
  const same = log.facts
    .slice()
    .filter((fact) => 'request' in fact && fact.request === request.request);
  return [...chain, ...same];
}

/** The resources of which the cluster has an object: words may name their kinds. */
const resourcesAt = (log: TraceLog, at: number): string => {
  const keys = [...log.sceneAt(at).etcd.keys.keys()];
  return [...new Set(keys.map((key) => key.split('/').slice(2, -1).join(' ')))].join('\n');
};

interface Known {
  readonly text: string;
  readonly numbers: readonly number[];
}

function missingWords(text: string, known: Known): readonly string[] {
  const wanted = wantedBy(text);
  const has = (word: string): boolean => known.text.includes(word.toLowerCase());
  return [
    ...wanted.numbers
      .filter(({ value, about }) => !known.numbers.some((number) => isNear(number, value, about)))
      .map(({ value }) => `the number ${value}`),
    ...wanted.versions.filter((version) => !has(version.slice(1))),
    ...[...wanted.methods, ...wanted.names].filter((word) => !has(word)),
    ...wanted.actors.filter((actor) => !has(actor)),
  ];
}

const isNear = (number: number, value: number, about: boolean): boolean =>
  Math.abs(number - value) <= (about ? 0.12 * value : 0);

const knownText = (facts: readonly Fact[], evidence: readonly Evidence[]): string =>
  [...facts.map((fact) => JSON.stringify(fact)), ...evidence.map(textOf)].join('\n').toLowerCase();

/** "Two articles" are as many as the evidence names. */
const knownNumbers = (facts: readonly Fact[], evidence: readonly Evidence[]): readonly number[] => [
  ...facts.flatMap((fact) => numbersOf(fact)),
  ...evidence.flatMap(valuesOf),
  evidence.filter((each) => 'old' in each).length,
];

/** What identifies a fact or an object and is no number of what happened. */
const identity = new Set(
  ['id', 'at', 'cause', 'request', 'uid', 'auditId', 'resourceVersion', 'revision', 'lease'].concat(
    ['createRevision', 'receivedAt', 'headers', 'time', 'creationTimestamp', 'generation'],
  ),
);

/** The numbers in the fields of a fact, how many items its lists have, and parts its keys. */
function numbersOf(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return numbersOfText(value);
  if (Array.isArray(value)) return [value.length, workingIn(value), ...value.flatMap(numbersOf)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inside]) =>
    identity.has(field) && typeof inside !== 'object' ? [] : numbersOf(inside),
  );
}

/** How many of a list's plugins are switched on. */
const workingIn = (items: readonly unknown[]): number =>
  items.filter((item) => !JSON.stringify(item).includes('"outcome":"off"')).length;

/** Not the 1 of `node-1` or the 28 of `nginx:1.28`. */
function numbersOfText(text: string): readonly number[] {
  const free = text.match(/(?<![\w.:-])\d+(?:\.\d+)?(?=(?:ms|s|m|h|Ki|Mi|Gi|k|%)?(?![\w.-]))/g);
  const parts = text.startsWith('/registry/') ? [text.split('/').length - 1] : [];
  return [...(free ?? []).map(Number), ...parts, ...numbersIn(text.replace(/\d/g, ''))];
}

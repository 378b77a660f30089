/** Which facts are the two ends of a frame, found as they arrive. */
import type { Enclosure } from '#facts/fact-kind';
import { kindOf } from '#facts/facts';
import { pairOf } from '#facts/names';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { type Journal, NotedMap } from './journal.ts';

/** The kinds of frames; a request is one as its client sees it. */
const frames: ReadonlySet<Enclosure> = new Set<Enclosure>([
  'command',
  'request',
  'sync',
  'cycle',
  'pod-sync',
  'call',
]);

/** The frame that a fact begins. */
export function begunBy(fact: Fact): Enclosure | undefined {
  const { begins } = kindOf(fact);
  return begins !== undefined && frames.has(begins) ? begins : undefined;
}

/** The frame that a fact may end. */
const endedBy = (fact: Fact): Enclosure | undefined =>
  kindOf(fact).ends?.find((each) => frames.has(each));

/** Which facts are the two ends of a frame, as they arrive. */
export class FrameIndex {
  readonly #open: Map<string, FactId>;
  readonly #ends = new Map<FactId, FactId>();
  readonly #begins = new Map<FactId, FactId>();

  constructor(journal: Journal) {
    this.#open = new NotedMap(journal);
  }

  /** Forgets the last of all facts; open frames are cut with the journal. */
  forget(last: FactId): void {
    const begin = this.#begins.get(last);
    if (begin === undefined) return;
    this.#begins.delete(last);
    this.#ends.delete(begin);
  }

  add(fact: Fact): void {
    const begun = begunBy(fact);
    if (begun !== undefined) this.#open.set(frameKey(begun, fact), fact.id);
    const ended = endedBy(fact);
    if (ended === undefined) return;
    const key = frameKey(ended, fact);
    const begin = this.#open.get(key);
    if (begin === undefined) return;
    this.#open.delete(key);
    this.#ends.set(begin, fact.id);
    this.#begins.set(fact.id, begin);
  }

  /**
   * The fact that ends the frame that this one begins; `undefined` without a frame or before its
   * end.
   */
  endOf(begin: FactId): FactId | undefined {
    return this.#ends.get(begin);
  }

  /** The fact that began the frame that this one ends. */
  beginOf(end: FactId): FactId | undefined {
    return this.#begins.get(end);
  }
}

function frameKey(frame: Enclosure, fact: Fact): string {
  const component = fact.component === 'person' ? 'kubectl' : fact.component;
  return `${frame} ${component} ${pairOf(fact)}`;
}

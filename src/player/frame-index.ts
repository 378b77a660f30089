/** Which facts are the two ends of a frame, found as they arrive. */
import type { Enclosure } from '#facts/fact-kind';
import { kindOf } from '#facts/facts';
import { pairOf } from '#facts/names';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { Column } from './column.ts';
import type { Copying, Journal, Revertible } from './journal.ts';

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
export class FrameIndex implements Revertible {
  #open = new Map<string, FactId>();
  /** The frames that are over: their ends in order, their beginnings, and the way from these. */
  #ended = new Column();
  #begun = new Column();
  #ends = new Map<FactId, FactId>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /**
   * Forgets what came after a fact; the journal has been cut there before. `factOf` is asked for
   * the beginnings of the frames that are open again.
   */
  cut(kept: FactId, factOf: (id: FactId) => Fact | undefined): void {
    for (const [key, begin] of this.#open) if (begin > kept) this.#open.delete(key);
    const left = this.#ended.countUpTo(kept);
    for (let index = left; index < this.#ended.length; index++) {
      const begin = this.#begun.at(index);
      this.#ends.delete(begin);
      const fact = begin <= kept ? factOf(begin) : undefined;
      const frame = fact && begunBy(fact);
      if (frame !== undefined && fact !== undefined) this.#open.set(frameKey(frame, fact), begin);
    }
    this.#ended.cut(left);
    this.#begun.cut(left);
  }

  add(fact: Fact): void {
    const begun = begunBy(fact);
    if (begun !== undefined) this.#begin(frameKey(begun, fact), fact.id);
    const ended = endedBy(fact);
    if (ended === undefined) return;
    const key = frameKey(ended, fact);
    const begin = this.#open.get(key);
    if (begin === undefined) return;
    this.#open.delete(key);
    this.#ends.set(begin, fact.id);
    this.#ended.push(fact.id);
    this.#begun.push(begin);
  }

  /** Nearly always nothing is open under that key; otherwise that is noted. */
  #begin(key: string, id: FactId): void {
    const before = this.#open.get(key);
    if (before !== undefined) this.#journal.note(this, key, before);
    this.#open.set(key, id);
  }

  revert(key: string, before: FactId): void {
    this.#open.set(key, before);
  }

  copy(copying: Copying): FrameIndex {
    const copy = new FrameIndex(copying.journal);
    copying.isTwin(this, copy);
    copy.#open = new Map(this.#open);
    copy.#ended = this.#ended.copy();
    copy.#begun = this.#begun.copy();
    copy.#ends = new Map(this.#ends);
    return copy;
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
    const index = this.#ended.countUpTo(end) - 1;
    return this.#ended.at(index) === end ? this.#begun.at(index) : undefined;
  }
}

function frameKey(frame: Enclosure, fact: Fact): string {
  const component = fact.component === 'person' ? 'kubectl' : fact.component;
  return `${frame} ${component} ${pairOf(fact)}`;
}

/**
 * Which facts are steps of the walk, and the ids of steps in links.
 *
 * A stage is a hop between rooms or a station inside one, on the main line. Beside the main line,
 * each write and each finished piece of a node's work is one step. Everything else is an event.
 */
import { kindOf, stepSubject, stepVerb } from '#facts/facts';
import type { FactId } from '#trace/fact';
import type { Fact, FactType } from '#trace/facts';
import { beginsTale } from './begins-tale.ts';
import { type ChapterId, chapterOf } from './chapters.ts';
import { type Copying, type Journal, NotedMap, NotedSet } from './journal.ts';
import type { FactRole } from './story.ts';

export interface Step {
  /** Describes what happens, and is the same in every run that comes to it: for links. */
  readonly id: string;
  /** From 0, over the whole run. */
  readonly index: number;
  readonly fact: FactId;
  readonly at: number;
  readonly type: FactType;
  /** Whether it is on the main line; otherwise it is a sibling's. */
  readonly main: boolean;
  /**
   * The chapter it belongs to, an index into `chapters`: the latest of its command. The index is
   * lower than that of the step before it if another command was typed in between.
   */
  readonly chapter: number;
}

export interface Chapter {
  readonly id: ChapterId;
  readonly index: number;
  /** The command of the run that it belongs to, from 0. */
  readonly command: number;
  /** Its first step, an index into `steps`. */
  readonly step: number;
  readonly fact: FactId;
  readonly at: number;
}

export class StepIndex {
  readonly steps: Step[] = [];
  readonly chapters: Chapter[] = [];
  readonly #names: NotedMap<string, number>;
  /** For each command: what is told only once. */
  readonly #seen: NotedSet<string>;
  /** The commands for which something was typed while they ran. */
  readonly #typedInto: NotedSet<number>;
  /** Command → its latest chapter. */
  readonly #latest: NotedMap<number, Chapter>;
  /** Request → its subject, for facts of the request that do not name it. */
  readonly #requests: NotedMap<number, string>;

  constructor(journal: Journal) {
    this.#names = new NotedMap(journal);
    this.#seen = new NotedSet(journal);
    this.#typedInto = new NotedSet(journal);
    this.#latest = new NotedMap(journal);
    this.#requests = new NotedMap(journal);
  }

  copy(copying: Copying): StepIndex {
    const copy = new StepIndex(copying.journal);
    for (const step of this.steps) copy.steps.push(step);
    for (const chapter of this.chapters) copy.chapters.push(chapter);
    copying.map(this.#names, copy.#names);
    copying.set(this.#seen, copy.#seen);
    copying.set(this.#typedInto, copy.#typedInto);
    copying.map(this.#latest, copy.#latest);
    copying.map(this.#requests, copy.#requests);
    return copy;
  }

  /** Forgets the steps after a fact; the journal has been cut there before. */
  cut(kept: FactId): void {
    for (const list of [this.steps, this.chapters]) {
      while ((list.at(-1)?.fact ?? 0) > kept) list.pop();
    }
  }

  /** Takes the next fact with its role; returns whether it became a step. */
  add(fact: Fact, { role, detail, command }: FactRole, request: number): boolean {
    if (role === 'noise') return false;
    if (fact.type === 'RequestSent') this.#requests.set(request, stepSubject(fact));
    const taken =
      role === 'side'
        ? kindOf(fact).sideStep?.(fact) === true && !this.#isRepeated(fact, command)
        : this.#isMainStep(fact, request === 0 ? 'full' : detail, command);
    if (!taken) return false;
    const chapter = this.#chapterFor(fact, role === 'main', command);
    this.steps.push({
      id: this.#name(fact, request),
      index: this.steps.length,
      fact: fact.id,
      at: fact.at,
      type: fact.type,
      main: role === 'main',
      chapter,
    });
    return true;
  }

  /** A refusal is told once: its sender tries again and again. */
  #isRepeated(fact: Fact, command: number): boolean {
    if (fact.type !== 'ResponseReceived') return false;
    const key = `${command} refused ${fact.component} ${fact.code}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }

  #isMainStep(fact: Fact, detail: FactRole['detail'], command: number): boolean {
    const { requestStep, hop } = kindOf(fact);
    if (requestStep !== undefined) return requestStep(fact, detail);
    if (fact.type === 'TerminalTyped') this.#typedInto.add(command);
    const once = hop?.(fact, this.#typedInto.has(command));
    if (once === undefined) return false;
    if (once === '') return true;
    const key = `${command} ${fact.type} ${fact.component} ${once}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  #chapterFor(fact: Fact, main: boolean, command: number): number {
    const last = this.#latest.get(command);
    const id = main ? chapterOf(fact, last?.id) : undefined;
    const begins = beginsTale(fact) || (id !== undefined && id !== last?.id);
    if (last !== undefined && !begins) return last.index;
    const index = this.chapters.length;
    const { id: first, at } = fact;
    const step = this.steps.length;
    const chapter: Chapter = { id: id ?? 'command', index, command, step, fact: first, at };
    this.chapters.push(chapter);
    this.#latest.set(command, chapter);
    return index;
  }

  #name(fact: Fact, request: number): string {
    const subject = stepSubject(fact) || (this.#requests.get(request) ?? '');
    const name = `${fact.component}/${stepVerb(fact)}/${subject}`.replace(/\/$/, '');
    const count = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, count);
    return count === 1 ? name : `${name}~${count}`;
  }
}

/**
 * What the rule of beats asks of the run so far: what was told already, whose request a fact
 * belongs to, which of a command's Pods have a node. It hears of every fact once, in order.
 */

import type { RunSoFar, ShownChange } from '#facts/standing';
import type { Fact } from '#trace/trace-event';
import { ShownWords } from './shown-words.ts';
import type { Step } from './steps.ts';

export interface FactContext {
  /** Which command of the run the fact tells of, from 0; −1: of none. */
  readonly command: number;
  /** The request that it belongs to; 0: none. */
  readonly request: number;
}

/** The Pods beside the main line of one command. */
interface Siblings {
  created: number;
  selected: number;
  /** Where Pods of the command went, and with how many points. */
  readonly outcomes: Set<string>;
}

export class RunUpTo implements RunSoFar {
  readonly #told = new Set<string>();
  readonly #persons = new Set<number>();
  /** Pods with a call to stop one of their containers under way, with how many of them. */
  readonly #stopping = new Map<string, number>();
  readonly #shown = new ShownWords();
  readonly #siblings = new Map<number, Siblings>();
  #firstWrite = 0;
  #command = -1;
  #request = 0;

  /** Whether the fact is on the main line; otherwise it is a sibling's. */
  main = false;
  /** What the write changed, when the fact is one. */
  change: ShownChange | undefined;

  note(fact: Fact, step: Step | undefined, { command, request }: FactContext): void {
    this.#command = command;
    this.#request = request;
    this.main = step?.main === true;
    this.change = fact.type === 'TxnCommitted' ? this.#shown.changeOf(fact) : undefined;
    switch (fact.type) {
      case 'RequestSent':
        if (fact.component !== 'kubectl' || fact.method === 'GET') return;
        this.#persons.add(fact.request);
        if (this.#firstWrite === 0) this.#firstWrite = fact.request;
        return;
      case 'CriCalled':
      case 'CriReturned':
        if (fact.method === 'StopContainer') this.#noteStop(fact.pod, fact.type === 'CriCalled');
        return;
      case 'TxnCommitted':
        if (step?.main === false && this.change?.what === 'created') this.#noteCreated();
        return;
      case 'HostSelected':
        this.#ofCommand().outcomes.add(`${fact.node} ${fact.total}`);
        if (step?.main === false) this.#ofCommand().selected++;
        return;
      default:
    }
  }

  /** Whether this is asked for the first time in the run. */
  first(what: string): boolean {
    if (this.#told.has(what)) return false;
    this.#told.add(what);
    return true;
  }

  /** Whether this is asked for the first time in the story of the fact's command. */
  firstOfCommand(what: string): boolean {
    return this.first(`${this.#command} ${what}`);
  }

  /** Whether the fact belongs to a write that a command of a person sent. */
  get isAPersons(): boolean {
    return this.#persons.has(this.#request);
  }

  /** Whether it belongs to the first such write of the run, whose checks are told one by one. */
  get isFirstWrite(): boolean {
    return this.#request !== 0 && this.#request === this.#firstWrite;
  }

  /** Whether a container of the pod is being stopped because somebody asked for it. */
  isStopped(pod: string): boolean {
    return (this.#stopping.get(pod) ?? 0) > 0;
  }

  /** Whether every sibling there is has a node now, and not all Pods the same with the same sum. */
  get siblingsSelected(): boolean {
    const { created, selected, outcomes } = this.#ofCommand();
    return selected >= created && outcomes.size > 1;
  }

  #noteStop(pod: string, begins: boolean): void {
    this.#stopping.set(pod, (this.#stopping.get(pod) ?? 0) + (begins ? 1 : -1));
  }

  #noteCreated(): void {
    if (this.change?.resource === 'pods') this.#ofCommand().created++;
  }

  #ofCommand(): Siblings {
    const known = this.#siblings.get(this.#command);
    if (known !== undefined) return known;
    const siblings: Siblings = { created: 0, selected: 0, outcomes: new Set() };
    this.#siblings.set(this.#command, siblings);
    return siblings;
  }
}

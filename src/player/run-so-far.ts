/**
 * What the rule of beats needs to know of the run so far: what was told already, which request a
 * fact belongs to, which of a command's Pods have a node. It receives every fact once, in order.
 */

import type { RunSoFar, ShownChange } from '#facts/standing';
import type { Fact } from '#trace/facts';
import { type Copying, type Journal, NotedMap, NotedSet, type Revertible } from './journal.ts';
import { ShownWords } from './shown-words.ts';
import type { Step } from './steps.ts';

export interface FactContext {
  /** The command of the run that the fact belongs to, from 0; −1 for none. */
  readonly command: number;
  /** The request that it belongs to; 0 for none. */
  readonly request: number;
}

/** The Pods beside the main line of one command. */
interface Siblings {
  readonly created: number;
  readonly selected: number;
  /** The node of the first Pod of the command, with its points. */
  readonly outcome: string | undefined;
  /** Whether another one went elsewhere, or with other points. */
  readonly differ: boolean;
}

const noSiblings: Siblings = { created: 0, selected: 0, outcome: undefined, differ: false };

export class RunUpTo implements RunSoFar, Revertible {
  readonly #journal: Journal;
  readonly #seen: NotedSet<string>;
  readonly #persons: NotedSet<number>;
  /** Pods with a call to stop one of their containers under way, with the number of such calls. */
  readonly #stopping: NotedMap<string, number>;
  #shown: ShownWords;
  readonly #siblings: NotedMap<number, Siblings>;
  /** How often a person has typed a command or acted on a machine, under one key. */
  readonly #turns: NotedMap<'all', number>;
  #firstWrite = 0;
  #command = -1;
  #request = 0;

  /** Whether the fact is on the main line; otherwise it is a sibling's. */
  main = false;
  /** What the write changed, if the fact is a write. */
  change: ShownChange | undefined;

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#seen = new NotedSet(journal);
    this.#persons = new NotedSet(journal);
    this.#stopping = new NotedMap(journal);
    this.#shown = new ShownWords(journal);
    this.#siblings = new NotedMap(journal);
    this.#turns = new NotedMap(journal);
  }

  note(fact: Fact, step: Step | undefined, { command, request }: FactContext): void {
    this.#command = command;
    this.#request = request;
    this.main = step?.main === true;
    this.change = fact.type === 'TxnCommitted' ? this.#shown.changeOf(fact) : undefined;
    switch (fact.type) {
      case 'RequestSent':
        if (fact.component !== 'kubectl' || fact.method === 'GET') return;
        this.#persons.add(fact.request);
        if (this.#firstWrite === 0) this.#noteFirstWrite(fact.request);
        return;
      case 'CommandEntered':
      case 'HostActionTaken':
        this.#turns.set('all', (this.#turns.get('all') ?? 0) + 1);
        return;
      case 'CriCalled':
      case 'CriReturned':
        if (fact.method === 'StopContainer') this.#noteStop(fact.pod, fact.type === 'CriCalled');
        return;
      case 'TxnCommitted':
        if (step?.main === false && this.change?.what === 'created') this.#noteCreated();
        return;
      case 'HostSelected':
        this.#noteSelected(`${fact.node} ${fact.total}`, step?.main === false);
        return;
      default:
    }
  }

  /** Whether this question is the first with this text in the run. */
  first(what: string): boolean {
    if (this.#seen.has(what)) return false;
    this.#seen.add(what);
    return true;
  }

  /** Whether this question is the first with this text in the story of the fact's command. */
  firstOfCommand(what: string): boolean {
    return this.first(`${this.#command} ${what}`);
  }

  /** The same, but asked again after a person has done something more: what follows is news. */
  firstSinceAct(what: string): boolean {
    return this.firstOfCommand(`${this.#turns.get('all') ?? ''} ${what}`);
  }

  /** Whether the fact belongs to a write that a command of a person sent. */
  get isAPersons(): boolean {
    return this.#persons.has(this.#request);
  }

  /** Whether it belongs to the first such write of the run, whose checks are told one by one. */
  get isFirstWrite(): boolean {
    return this.#request !== 0 && this.#request === this.#firstWrite;
  }

  /** Whether a container of the pod is being stopped on request. */
  isStopped(pod: string): boolean {
    return (this.#stopping.get(pod) ?? 0) > 0;
  }

  /**
   * Whether all siblings so far have a node now, and not all Pods the same node with the same sum.
   */
  get siblingsSelected(): boolean {
    const { created, selected, differ } = this.#ofCommand();
    return selected >= created && differ;
  }

  #noteStop(pod: string, begins: boolean): void {
    this.#stopping.set(pod, (this.#stopping.get(pod) ?? 0) + (begins ? 1 : -1));
  }

  #noteCreated(): void {
    if (this.change?.resource !== 'pods') return;
    const known = this.#ofCommand();
    this.#siblings.set(this.#command, { ...known, created: known.created + 1 });
  }

  #noteSelected(outcome: string, isSibling: boolean): void {
    const known = this.#ofCommand();
    this.#siblings.set(this.#command, {
      ...known,
      selected: known.selected + (isSibling ? 1 : 0),
      outcome: known.outcome ?? outcome,
      differ: known.differ || (known.outcome ?? outcome) !== outcome,
    });
  }

  #noteFirstWrite(request: number): void {
    this.#firstWrite = request;
    this.#journal.note(this);
  }

  /** Of its own changes only the first write is one that the journal takes back. */
  revert(): void {
    this.#firstWrite = 0;
  }

  copy(copying: Copying): RunUpTo {
    const copy = new RunUpTo(copying.journal);
    copying.isTwin(this, copy);
    copying.set(this.#seen, copy.#seen);
    copying.set(this.#persons, copy.#persons);
    copying.map(this.#stopping, copy.#stopping);
    copying.map(this.#siblings, copy.#siblings);
    copying.map(this.#turns, copy.#turns);
    copy.#shown = this.#shown.copy(copying);
    copy.#firstWrite = this.#firstWrite;
    return copy;
  }

  #ofCommand(): Siblings {
    return this.#siblings.get(this.#command) ?? noSiblings;
  }
}

/**
 * The facts of a run as they arrive, with everything that is derived from them once: roles, steps,
 * chapters, history of keys, checkpoints. Facts are only appended, or cut at the end.
 */
import type { FactId } from '#trace/fact';
import type { Fact, FactOf } from '#trace/facts';
import { type Beat, BeatIndex } from './beats.ts';
import { Chains } from './chains.ts';
import { Checkpoints } from './checkpoints.ts';
import { Column } from './column.ts';
import { countUpTo, FactStore } from './fact-store.ts';
import { FrameIndex } from './frame-index.ts';
import { Copying, Journal } from './journal.ts';
import type { Scene } from './scene.ts';
import { type Chapter, type Step, StepIndex } from './steps.ts';
import { type FactRole, Story } from './story.ts';

/** What is derived of the told facts by a part of the page that may come later than the facts. */
export interface Follower {
  /** Takes the next fact that is told, with its role. */
  add(fact: Fact, role: FactRole): void;
  /** Forgets what came after a fact; `factOf` gives the facts before. */
  cut(kept: FactId, factOf: (id: FactId) => Fact | undefined): void;
  /** For another log of the same facts. */
  copy(): Follower;
}

export class TraceLog {
  readonly #facts: FactStore;
  #journal = new Journal();
  #story = new Story(this.#journal);
  #index = new StepIndex(this.#journal);
  #beats = new BeatIndex(this.#journal);
  #frames = new FrameIndex(this.#journal);
  /** By their classes. */
  #followers = new Map<new () => Follower, Follower>();
  #checkpoints = new Checkpoints();
  #revisions = new Map<string, FactId[]>();
  #effects = new Chains();
  #requests = new Chains();
  #calls = new Map<string, FactId[]>();
  #output = new Map<string, FactId[]>();
  #ofComponent = new Map<string, Column>();

  constructor(facts = new FactStore()) {
    this.#facts = facts;
  }

  get facts(): FactStore {
    return this.#facts;
  }

  /** Steps of all commands so far. A new array whenever it grew. */
  steps: readonly Step[] = [];
  chapters: readonly Chapter[] = [];
  /** Chapters of all commands so far. A new array whenever one came, or the last one grew. */
  beats: readonly Beat[] = [];

  /** Facts before the first step that are shown where they happen. */
  prologue: ReadonlySet<FactId> = new Set();

  fact(id: FactId): Fact | undefined {
    return id > 0 ? this.#facts.at(id - 1) : undefined;
  }

  append(facts: readonly Fact[]): void {
    for (const fact of facts) {
      this.#facts.push(fact);
      this.#derive(fact);
    }
    this.#checkpoints.follow(this.#facts);
    this.#facts.tidy();
    this.#publish();
  }

  /** Keeps the facts up to this one, because the run goes another way from there. */
  truncate(kept: FactId): void {
    if (kept >= this.#facts.length) return;
    this.#facts.cut(kept);
    this.#cutDerived(kept);
    this.#checkpoints.truncate(kept);
    this.#publish();
  }

  #cutDerived(kept: FactId): void {
    this.#journal.cut(kept);
    this.#frames.cut(kept, (id) => this.fact(id));
    for (const follower of this.#followers.values()) follower.cut(kept, (id) => this.fact(id));
    this.#effects.cut(kept);
    this.#requests.cut(kept);
    for (const lists of [this.#calls, this.#output, this.#revisions]) cutLists(lists, kept);
    for (const [component, ids] of this.#ofComponent) {
      ids.cut(ids.countUpTo(kept));
      if (ids.length === 0) this.#ofComponent.delete(component);
    }
    this.#story.cut(kept);
    this.#index.cut(kept);
  }

  /**
   * Another log of the facts up to this one, for a run that goes another way from there. What was
   * derived is copied and cut: to examine all facts again takes much longer.
   */
  forkAt(kept: FactId): TraceLog {
    const log = new TraceLog(this.#facts.copyTo(kept));
    log.#checkpoints = this.#checkpoints.copyTo(kept);
    log.#copyDerived(this);
    log.#cutDerived(kept);
    log.#publish();
    return log;
  }

  #copyDerived(from: TraceLog): void {
    const copying = new Copying();
    this.#journal = copying.journal;
    this.#story = from.#story.copy(copying);
    this.#index = from.#index.copy(copying);
    this.#beats = from.#beats.copy(copying);
    this.#frames = from.#frames.copy(copying);
    copying.finish(from.#journal);
    const followers = [...from.#followers].map(([kind, each]) => [kind, each.copy()] as const);
    this.#followers = new Map(followers);
    this.#effects = from.#effects.copy();
    this.#requests = from.#requests.copy();
    this.#revisions = copyOfLists(from.#revisions);
    this.#calls = copyOfLists(from.#calls);
    this.#output = copyOfLists(from.#output);
    const columns = [...from.#ofComponent].map(([key, ids]) => [key, ids.copy()] as const);
    this.#ofComponent = new Map(columns);
  }

  /** The follower of a class: it has all facts since the first command, and gets those to come. */
  following<F extends Follower>(kind: new () => F): F {
    const known = this.#followers.get(kind);
    if (known !== undefined) return known as F;
    const follower = new kind();
    this.#followers.set(kind, follower);
    const first = this.#index.steps[0]?.fact ?? Number.POSITIVE_INFINITY;
    for (let id = first; id <= this.#facts.length; id++) {
      // Of quiet time no fact is looked at.
      const fact = this.isNoise(id) ? undefined : this.fact(id);
      if (fact !== undefined) follower.add(fact, this.roleOf(id));
    }
    return follower;
  }

  /** The frames: what encloses what. */
  get frames(): FrameIndex {
    return this.#frames;
  }

  sceneAt(cursor: FactId, near?: Scene): Scene {
    return this.#checkpoints.sceneAt(this.#facts, cursor, near);
  }

  /** Makes seeking to the end of the run cheaper, a little at a time; returns whether it did. */
  keepScene(): boolean {
    return this.#checkpoints.keepOne(this.#facts);
  }

  roleOf(fact: FactId): FactRole {
    return this.#story.roleOf(fact);
  }

  /** The request that a fact belongs to, also for the work of etcd on it; 0 for none. */
  requestOf(fact: FactId): number {
    return this.#story.requestOf(fact);
  }

  /** All facts of a request, oldest first, those of etcd included. */
  factsOfRequest(request: number): readonly FactId[] {
    return request > 0 ? this.#requests.of(request) : [];
  }

  /** The `CriCalled` facts for a pod (`namespace/name`), oldest first. */
  callsOf(pod: string): readonly FactId[] {
    return this.#calls.get(pod) ?? [];
  }

  /**
   * The output of the containers of a pod (`namespace/name`), oldest first: `ContainerLogged`, and
   * `ContainerLogRotated` where what came before went into another file.
   */
  outputOf(pod: string): readonly FactId[] {
    return this.#output.get(pod) ?? [];
  }

  /** The pods whose containers wrote something. */
  get podsWithOutput(): readonly string[] {
    return [...this.#output.keys()];
  }

  /** All facts of a component, oldest first. */
  factsOf(component: string): readonly FactId[] {
    return this.#ofComponent.get(component)?.list() ?? [];
  }

  /** The last fact of a component up to a given fact; 0 if there is none yet. */
  lastFactOf(component: string, cursor: FactId): FactId {
    const ids = this.#ofComponent.get(component);
    return ids?.at(ids.countUpTo(cursor) - 1) ?? 0;
  }

  /** Every component with facts, in the order of its first fact. */
  get components(): readonly string[] {
    return [...this.#ofComponent.keys()];
  }

  /** The facts that name this one as their cause. */
  effectsOf(fact: FactId): readonly FactId[] {
    return this.#effects.of(fact);
  }

  /** The writes to a key of etcd, oldest first. */
  revisionsOf(key: string): readonly FactId[] {
    return this.#revisions.get(key) ?? [];
  }

  /**
   * The keys of etcd with this beginning that were ever written, in the order of their first write.
   */
  keysUnder(prefix: string): readonly string[] {
    return [...this.#revisions.keys()].filter((key) => key.startsWith(prefix));
  }

  /** The last fact at or before a moment; 0 if there is none. */
  lastFactAt(at: number): FactId {
    return this.#facts.countUpTo(at);
  }

  /** Whether a fact belongs to the background, and to nothing that a person did or will see. */
  isNoise(fact: FactId): boolean {
    return this.#story.roleOf(fact).role === 'noise';
  }

  /** The facts that are not noise. */
  *toldFacts(): Generator<FactId, void, void> {
    for (let id = 1; id <= this.#facts.length; id++) if (!this.isNoise(id)) yield id;
  }

  /** The last step at or before a fact. */
  stepAt(cursor: FactId): Step | undefined {
    return this.steps[countUpTo(this.steps, cursor, (step) => step.fact) - 1];
  }

  #derive(fact: Fact): void {
    this.#journal.fact = fact.id;
    const role = this.#story.add(fact);
    const request = this.#story.requestOf(fact.id);
    const step = this.#index.add(fact, role, request) ? this.#index.steps.at(-1) : undefined;
    this.#beats.add(fact, step, { command: role.command, request });
    if (role.role !== 'noise' && this.#index.steps.length > 0) {
      for (const follower of this.#followers.values()) follower.add(fact, role);
    }
    if (request !== 0 && !fact.type.startsWith('Watch')) this.#requests.add(request, fact.id);
    this.#frames.add(fact);
    if (fact.cause > 0) this.#effects.add(fact.cause, fact.id);
    if (fact.type === 'CriCalled' && fact.pod !== '') push(this.#calls, fact.pod, fact.id);
    if (isOutput(fact)) push(this.#output, fact.pod, fact.id);
    this.#noteComponent(fact);
    if (fact.type === 'TxnCommitted') push(this.#revisions, fact.key, fact.id);
  }

  #noteComponent({ component, id }: Fact): void {
    const known = this.#ofComponent.get(component) ?? new Column();
    if (known.length === 0) this.#ofComponent.set(component, known);
    known.push(id);
  }

  #publish(): void {
    const { steps, chapters } = this.#index;
    if (steps.length !== this.steps.length) this.steps = [...steps];
    if (chapters.length !== this.chapters.length) this.chapters = [...chapters];
    if (this.#beats.changed) this.beats = this.#beats.take();
  }
}

function push<K>(map: Map<K, FactId[]>, key: K, id: FactId): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [id]);
  else known.push(id);
}

const copyOfLists = <K>(map: ReadonlyMap<K, FactId[]>): Map<K, FactId[]> =>
  new Map([...map].map(([key, ids]) => [key, [...ids]]));

/** Keeps the facts up to this one; an empty list leaves the map. */
function cutLists<K>(map: Map<K, FactId[]>, kept: FactId): void {
  for (const [key, ids] of map) {
    while ((ids.at(-1) ?? 0) > kept) ids.pop();
    if (ids.length === 0) map.delete(key);
  }
}

const isOutput = (fact: Fact): fact is FactOf<'ContainerLogged' | 'ContainerLogRotated'> =>
  fact.type === 'ContainerLogged' || fact.type === 'ContainerLogRotated';

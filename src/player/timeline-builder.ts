/** Keeps the timeline of a run up to date as its facts arrive: each fact is examined once. */
import type { Enclosure } from '#facts/fact-kind';
import { kindOf } from '#facts/facts';
import { pairOf } from '#facts/names';
import type { ComponentId, FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { QuietStretches } from './quiet-stretches.ts';
import type { FactRole } from './tale.ts';
import {
  type Bar,
  type BarKind,
  type Diamond,
  type Family,
  type Lane,
  laneOf,
  type Timeline,
} from './timeline.ts';
import type { Follower, TraceLog } from './trace-log.ts';

/** Microseconds: longer stretches without a mark are told to the axes. */
const longPause = 5_000;
const longIdle = 200_000;

/** The frames that are drawn as bars; a request is drawn where it is served. */
const barKinds: { readonly [E in Enclosure]?: BarKind } = {
  command: 'command',
  served: 'request',
  sync: 'sync',
  'pod-sync': 'sync',
  cycle: 'cycle',
  call: 'call',
};

/** The end of a bar that the fact is, if it is one. */
function barEndOf(fact: Fact): { readonly kind: BarKind; readonly begins: boolean } | undefined {
  const { begins, ends = [] } = kindOf(fact);
  const begun = begins === undefined ? undefined : barKinds[begins];
  if (begun !== undefined) return { kind: begun, begins: true };
  for (const each of ends) {
    const kind = barKinds[each];
    if (kind !== undefined) return { kind, begins: false };
  }
  return undefined;
}

/** What is drawn along time of all facts of a log so far; nothing before the first command. */
export const timelineOf = (log: TraceLog): Timeline =>
  log.following(TimelineBuilder).timeline(log.steps[0]?.at ?? 0);

/** A lane, and the fact with which it came. */
interface LaneSince {
  readonly lane: Lane;
  readonly since: FactId;
}

export class TimelineBuilder implements Follower {
  /** In the order of their beginnings. */
  #bars: Bar[] = [];
  /** The places of those that are over, in the order of their ends. */
  #over: number[] = [];
  #diamonds: Diamond[] = [];
  #lanes = new Map<string, LaneSince>();
  /** What is under way, by lane, kind and what pairs its two ends: its place in the bars. */
  #open = new Map<string, number>();
  /** Bars that are open for good: another one has begun under their key. */
  #hidden: { readonly fact: FactId; readonly key: string; readonly index: number }[] = [];
  /** The moments of facts on the timeline that are no mark of it, such as what a person did. */
  #unmarked: { readonly fact: FactId; readonly at: number }[] = [];
  #pauses = new QuietStretches(longPause);
  #idle = new QuietStretches(longIdle);
  /** As it was asked for last, if nothing came since. */
  #drawn: Timeline | undefined;
  /** A run has few components, and each of them thousands of facts. */
  readonly #lanesOf = new Map<ComponentId, Lane | undefined>();

  /** The timeline so far, as a value that does not change; it begins at this moment. */
  timeline(from: number): Timeline {
    if (this.#drawn?.from !== from) this.#drawn = this.#draw(from);
    return this.#drawn;
  }

  #draw(from: number): Timeline {
    const to = Math.max(from, this.#lastMoment());
    return {
      lanes: inPipelineOrder([...this.#lanes.values()].map(({ lane }) => lane)),
      bars: this.#bars.slice(),
      diamonds: this.#diamonds.slice(),
      pauses: this.#pauses.between(from, to),
      idle: this.#idle.between(from, to),
      from,
      to,
    };
  }

  add(fact: Fact, { role }: FactRole): void {
    this.#drawn = undefined;
    const { at, id } = fact;
    const lane = this.#laneOf(fact.component);
    if (lane === undefined) return;
    const main = role === 'main';
    if (fact.type === 'TxnCommitted') {
      this.#diamonds.push({ lane: 'etcd', at, fact: id, revision: fact.revision, main });
      this.#mark(at);
    } else if (!this.#addBarEnd(fact, lane.id, main)) {
      if (!main) return;
      this.#unmarked.push({ fact: id, at });
    }
    if (!this.#lanes.has(lane.id)) this.#lanes.set(lane.id, { lane, since: id });
  }

  cut(kept: FactId, factOf: (id: FactId) => Fact | undefined): void {
    this.#drawn = undefined;
    for (let index = this.#over.at(-1); index !== undefined; index = this.#over.at(-1)) {
      const bar = this.#bars[index];
      if (bar === undefined || (bar.endFact ?? 0) <= kept) break;
      this.#over.pop();
      this.#bars[index] = { ...bar, to: undefined, endFact: undefined };
      const begun = bar.fact <= kept ? factOf(bar.fact) : undefined;
      if (begun !== undefined) this.#open.set(barKey(bar, begun), index);
    }
    for (const list of [this.#bars, this.#diamonds, this.#unmarked]) {
      while ((list.at(-1)?.fact ?? 0) > kept) list.pop();
    }
    for (const [key, index] of this.#open) if (index >= this.#bars.length) this.#open.delete(key);
    for (let last = this.#hidden.at(-1); last !== undefined && last.fact > kept; ) {
      this.#open.set(last.key, last.index);
      this.#hidden.pop();
      last = this.#hidden.at(-1);
    }
    for (const [id, { since }] of this.#lanes) if (since > kept) this.#lanes.delete(id);
    this.#findQuietAgain();
  }

  copy(): TimelineBuilder {
    const copy = new TimelineBuilder();
    copy.#bars = [...this.#bars];
    copy.#over = [...this.#over];
    copy.#diamonds = [...this.#diamonds];
    copy.#unmarked = [...this.#unmarked];
    copy.#lanes = new Map(this.#lanes);
    copy.#open = new Map(this.#open);
    copy.#hidden = [...this.#hidden];
    copy.#findQuietAgain();
    return copy;
  }

  #laneOf(component: ComponentId): Lane | undefined {
    if (!this.#lanesOf.has(component)) this.#lanesOf.set(component, laneOf(component));
    return this.#lanesOf.get(component);
  }

  /** Whether the fact is an end of a bar. */
  #addBarEnd(fact: Fact, lane: string, main: boolean): boolean {
    const end = barEndOf(fact);
    if (end === undefined) return false;
    const { at, id } = fact;
    const { kind } = end;
    const key = barKey({ lane, kind }, fact);
    if (end.begins) {
      const hidden = this.#open.get(key);
      if (hidden !== undefined) this.#hidden.push({ fact: id, key, index: hidden });
      this.#open.set(key, this.#bars.length);
      this.#bars.push({ lane, kind, from: at, to: undefined, fact: id, endFact: undefined, main });
      this.#mark(at);
      return true;
    }
    const index = this.#open.get(key);
    const bar = index === undefined ? undefined : this.#bars[index];
    if (index === undefined || bar === undefined) {
      this.#unmarked.push({ fact: id, at });
      return true;
    }
    this.#open.delete(key);
    this.#bars[index] = { ...bar, to: at, endFact: id };
    this.#over.push(index);
    this.#mark(at);
    this.#idle.cover(bar.from);
    return true;
  }

  #mark(at: number): void {
    this.#pauses.mark(at);
    this.#idle.mark(at);
  }

  #lastMoment(): number {
    const over = this.#bars[this.#over.at(-1) ?? -1]?.to ?? 0;
    const others = [this.#bars.at(-1)?.from, this.#diamonds.at(-1)?.at, this.#unmarked.at(-1)?.at];
    return others.reduce<number>((last, at) => Math.max(last, at ?? 0), over);
  }

  /** All marks once more, in the order of time: three lists are in it. */
  #findQuietAgain(): void {
    this.#pauses = new QuietStretches(longPause);
    this.#idle = new QuietStretches(longIdle);
    let [begun, over, stored] = [0, 0, 0];
    for (;;) {
      const from = this.#bars[begun]?.from ?? Number.POSITIVE_INFINITY;
      const ended = this.#bars[this.#over[over] ?? -1];
      const to = ended?.to ?? Number.POSITIVE_INFINITY;
      const at = this.#diamonds[stored]?.at ?? Number.POSITIVE_INFINITY;
      const next = Math.min(from, to, at);
      if (next === Number.POSITIVE_INFINITY) return;
      this.#mark(next);
      if (from === next) begun++;
      else if (at === next) stored++;
      else {
        over++;
        if (ended !== undefined) this.#idle.cover(ended.from);
      }
    }
  }
}

const barKey = ({ lane, kind }: Pick<Bar, 'lane' | 'kind'>, fact: Fact): string =>
  `${lane} ${kind} ${pairOf(fact)}`;

const laneOrder = [
  'kubectl',
  'kube-apiserver',
  'etcd',
  'deployment-controller',
  'replicaset-controller',
];
const familyOrder: readonly Family[] = [
  'client',
  'apiserver',
  'etcd',
  'controllers',
  'scheduler',
  'kubelet',
];

function inPipelineOrder(lanes: readonly Lane[]): readonly Lane[] {
  const place = ({ id, family }: Lane): number => {
    const known = laneOrder.indexOf(id);
    return familyOrder.indexOf(family) * 100 + (known < 0 ? 99 : known);
  };
  return lanes.toSorted((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

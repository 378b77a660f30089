/**
 * The timeline as data: a lane for each component, bars where it worked, a diamond for each
 * revision, arrows from cause to effect. Only facts that belong to a command are drawn.
 */
import type { Enclosure } from '#facts/fact-kind';
import { kindOf } from '#facts/facts';
import { pairOf } from '#facts/names';
import type { ComponentId, FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { roomOf } from './place.ts';
import type { TraceLog } from './trace-log.ts';

export type Family =
  | 'client'
  | 'apiserver'
  | 'etcd'
  | 'controllers'
  | 'scheduler'
  | 'kubelet'
  | 'runtime'
  | 'network';

export interface Lane {
  /** `kubectl`, `kube-apiserver`, `deployment-controller`, `node-1`, … */
  readonly id: string;
  readonly family: Family;
}

export type BarKind = 'command' | 'request' | 'sync' | 'cycle' | 'call';

export interface Bar {
  readonly lane: string;
  readonly kind: BarKind;
  readonly from: number;
  /** `undefined` if the end is not known yet. */
  readonly to: number | undefined;
  /** The facts at its ends. */
  readonly fact: FactId;
  readonly endFact: FactId | undefined;
  readonly main: boolean;
}

/** A revision of etcd. */
export interface Diamond {
  readonly lane: 'etcd';
  readonly at: number;
  readonly fact: FactId;
  readonly revision: number;
  readonly main: boolean;
}

export interface Timeline {
  readonly lanes: readonly Lane[];
  readonly bars: readonly Bar[];
  readonly diamonds: readonly Diamond[];
  /** From the first command to the last mark, in virtual time. */
  readonly from: number;
  readonly to: number;
}

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

/** Computes the timeline of the known part of a run. */
export const timelineOf = (log: TraceLog): Timeline => new TimelineBuilder().update(log);

/** Keeps a timeline up to date as facts arrive: each fact is examined once. */
export class TimelineBuilder {
  #bars: Bar[] = [];
  #diamonds: Diamond[] = [];
  readonly #lanes = new Map<string, Lane>();
  readonly #open = new Map<string, number>();
  /**
   * How many facts were examined, and the last one: another fact in its place means another run.
   */
  #count = 0;
  #last: Fact | undefined;
  #end = 0;

  update(log: TraceLog): Timeline {
    if (this.#count > 0 && log.fact(this.#count) !== this.#last) this.#reset();
    const first = log.steps[0];
    // Before the first command nothing is drawn, and nothing is known to be before it.
    if (first !== undefined) {
      this.#count = Math.max(this.#count, first.fact - 1);
      for (const end = log.facts.length; this.#count < end; this.#count++) {
        // Of quiet time no fact is looked at.
        const fact = log.isNoise(this.#count + 1) ? undefined : log.fact(this.#count + 1);
        if (fact !== undefined) this.#add(log, fact);
      }
      this.#last = log.fact(this.#count);
    }
    const from = first?.at ?? 0;
    return {
      lanes: inPipelineOrder(this.#lanes),
      bars: this.#bars.slice(),
      diamonds: this.#diamonds.slice(),
      from,
      to: Math.max(from, this.#end),
    };
  }

  #reset(): void {
    this.#bars = [];
    this.#diamonds = [];
    this.#lanes.clear();
    this.#open.clear();
    this.#count = 0;
    this.#end = 0;
  }

  #add(log: TraceLog, fact: Fact): void {
    const { role } = log.roleOf(fact.id);
    const lane = laneOf(fact.component);
    if (lane === undefined) return;
    const main = role === 'main';
    const { at, id } = fact;
    if (fact.type === 'TxnCommitted') {
      this.#diamonds.push({ lane: 'etcd', at, fact: id, revision: fact.revision, main });
    } else if (!this.#addBarEnd(fact, lane.id, main) && !main) return;
    if (!this.#lanes.has(lane.id)) this.#lanes.set(lane.id, lane);
    this.#end = Math.max(this.#end, at);
  }

  #addBarEnd(fact: Fact, lane: string, main: boolean): boolean {
    const end = barEndOf(fact);
    if (end === undefined) return false;
    const { kind } = end;
    const key = `${lane} ${kind} ${pairOf(fact)}`;
    if (end.begins) {
      this.#open.set(key, this.#bars.length);
      const { at: from, id } = fact;
      this.#bars.push({ lane, kind, from, to: undefined, fact: id, endFact: undefined, main });
      return true;
    }
    const index = this.#open.get(key);
    const bar = index === undefined ? undefined : this.#bars[index];
    this.#open.delete(key);
    if (index !== undefined && bar !== undefined)
      this.#bars[index] = { ...bar, to: fact.at, endFact: fact.id };
    return true;
  }
}

/** The lane of a component; `undefined` outside of the picture. */
export function laneOf(component: ComponentId): Lane | undefined {
  const room = roomOf(component);
  switch (room) {
    case undefined:
      return undefined;
    case 'kubectl':
      return { id: room, family: 'client' };
    case 'kube-apiserver':
      return { id: room, family: 'apiserver' };
    case 'etcd':
      return { id: room, family: 'etcd' };
    case 'kube-scheduler':
      return { id: component, family: 'scheduler' };
    case 'kube-controller-manager': {
      const [program, part] = component.split('/');
      if (part === undefined) {
        return component === room ? undefined : { id: component, family: 'controllers' };
      }
      // The second manager has controllers with the same names.
      const number = program?.slice(room.length + 1);
      const id = number ? `${part} (${number})` : part;
      return { id, family: 'controllers' };
    }
    default:
      return { id: room, family: 'kubelet' };
  }
}

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

function inPipelineOrder(lanes: ReadonlyMap<string, Lane>): readonly Lane[] {
  const place = ({ id, family }: Lane): number => {
    const known = laneOrder.indexOf(id);
    return familyOrder.indexOf(family) * 100 + (known < 0 ? 99 : known);
  };
  return [...lanes.values()].sort(
    (a, b) => place(a) - place(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

export interface LanePoint {
  readonly lane: string;
  readonly at: number;
  readonly fact: FactId;
}

/** An arrow from cause to effect; `ahead` when its end has not happened at the cursor. */
export interface CauseArrow {
  readonly from: LanePoint;
  readonly to: LanePoint;
  readonly ahead: boolean;
}

/**
 * The chain of causes of a fact as arrows between lanes, oldest first, and `ahead` arrows to the
 * steps of the main line that follow from it.
 */
export function causeArrows(log: TraceLog, cursor: FactId, ahead = 2): readonly CauseArrow[] {
  return [
    ...arrowsBetween(causesOf(log, cursor) ?? [], false),
    ...arrowsAhead(log, cursor).slice(0, ahead),
  ];
}

/**
 * The facts in a chain of causes that have a lane, oldest first: from the root, or from `since`;
 * `undefined` if `since` is no cause of the fact.
 */
function causesOf(log: TraceLog, id: FactId, since?: FactId): LanePoint[] | undefined {
  const points: LanePoint[] = [];
  for (let fact = log.fact(id); fact !== undefined; fact = log.fact(fact.cause)) {
    const lane = laneOf(fact.component)?.id;
    if (lane !== undefined) points.unshift({ lane, at: fact.at, fact: fact.id });
    if (fact.id === since) return points;
    if (fact.id < (since ?? 0)) break;
  }
  return since === undefined ? points : undefined;
}

function arrowsBetween(points: readonly LanePoint[], ahead: boolean): CauseArrow[] {
  const arrows: CauseArrow[] = [];
  for (let index = 1; index < points.length; index++) {
    const from = points[index - 1];
    const to = points[index];
    if (from !== undefined && to !== undefined && from.lane !== to.lane) {
      arrows.push({ from, to, ahead });
    }
  }
  return arrows;
}

/** How many steps after the present one are examined for its effects. */
const furthest = 24;

/**
 * Arrows to what follows from the fact at the cursor; a later step that does not follow has none.
 */
function arrowsAhead(log: TraceLog, cursor: FactId): CauseArrow[] {
  const step = log.stepAt(cursor);
  if (step === undefined) return [];
  const { command } = log.roleOf(step.fact);
  const arrows = new Map<string, CauseArrow>();
  for (const { fact, main } of log.steps.slice(step.index + 1, step.index + 1 + furthest)) {
    if (!main || log.roleOf(fact).command !== command) continue;
    const points = causesOf(log, fact, cursor);
    // The step does not follow from the cursor: it would have happened without it.
    if (points === undefined) continue;
    for (const arrow of arrowsBetween(points, true)) {
      arrows.set(`${arrow.from.fact} ${arrow.to.fact}`, arrow);
    }
  }
  return [...arrows.values()];
}

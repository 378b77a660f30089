/**
 * The timeline as data: a lane for each component, bars where it worked, a diamond for each
 * revision, arrows from cause to effect. Only facts that belong to a command are drawn.
 */
import type { ComponentId, FactId } from '#trace/fact';
import { roomOf } from './place.ts';
import type { Stretch } from './quiet-stretches.ts';
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
  /** Long stretches in which nothing begins, nothing ends and nothing is marked. */
  readonly pauses: readonly Stretch[];
  /** Longer stretches in which also nothing goes on. */
  readonly idle: readonly Stretch[];
  /** From the first command to the last mark, in virtual time. */
  readonly from: number;
  readonly to: number;
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

/**
 * When a fact is a beat of the story: the type of the answer for each kind of fact, and what such a
 * rule may ask.
 *
 * A step stands when it changes an object, a decision, a process or what a person sees. A step that
 * was explained once, or that only passes something on, folds into the next that stands. A failure
 * is never folded. Which facts stand is defined in their records, for every run, and by no object's
 * name.
 */

/** What a beat is about: it decides how long it is held, and how it moves. */
export type BeatKind = 'act' | 'check' | 'store' | 'watch' | 'decide' | 'start' | 'report';

export interface Standing {
  readonly kind: BeatKind;
  /**
   * The new state, without the object that has it: siblings in the same state are told together.
   */
  readonly state: string;
  /** Whether a step with the same state as the last beat is told with it. */
  readonly joins?: boolean;
  /** Whether it is a beat of its own when it joins none; only `false` prevents that. */
  readonly alone?: boolean;
  /** Who does what again and again; the third and later times are one beat. */
  readonly round?: string;
}

/** What a write did to its object, as a person sees it. */
export interface ShownChange {
  /** The plural, without the group. */
  readonly resource: string;
  /**
   * `bound`: a Pod got its node. `shown`: kubectl would print other words. `kept`: only counts
   * changed.
   */
  readonly what: 'created' | 'bound' | 'shown' | 'kept' | 'deleted';
  /** `Running 1/1`, `complete`; empty for an object without such words. */
  readonly words: string;
  /** A failure, or less of something than before: it is told for siblings too. */
  readonly alarming: boolean;
  /** A Pod that had failed has all its containers ready: it is told for siblings too. */
  readonly recovered: boolean;
}

/** What a fact may ask about the run up to it. */
export interface RunSoFar {
  /** Whether the fact is on the main line; otherwise it is a sibling's. */
  readonly main: boolean;
  /** What the write changed, if the fact is a write. */
  readonly change: ShownChange | undefined;
  /** Whether the fact belongs to a write that a command of a person sent. */
  readonly isAPersons: boolean;
  /** Whether it belongs to the first such write of the run, whose checks are told one by one. */
  readonly isFirstWrite: boolean;
  /**
   * Whether all siblings so far have a node now, and not all Pods the same node with the same sum.
   */
  readonly siblingsSelected: boolean;
  /** Whether this question is the first with this text in the run. */
  first(what: string): boolean;
  /** Whether this question is the first with this text in the story of the fact's command. */
  firstOfCommand(what: string): boolean;
  /** The same, but asked again after a person has done something more: what follows is news. */
  firstSinceAct(what: string): boolean;
  /** Whether a container of the pod is being stopped on request. */
  isStopped(pod: string): boolean;
}

export const refuses = (state: string): Standing => ({ kind: 'check', state: `refused ${state}` });

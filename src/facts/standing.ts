/**
 * When a fact is a beat of the story: what kinds of facts answer with, and what they may ask.
 *
 * A step stands when it changes an object, a decision, a process or what a person sees; what was
 * explained once, and what only passes on, folds into the next that stands. Nobody's failure is
 * folded. Which facts stand is said in their records, for every run, by nobody's name.
 */

/** What a beat is about: it decides how long it is held, and how it moves. */
export type BeatKind = 'act' | 'check' | 'store' | 'watch' | 'decide' | 'start' | 'report';

export interface Standing {
  readonly kind: BeatKind;
  /** What is come to, without who came to it: siblings in the same state are told together. */
  readonly state: string;
  /** A step that comes to the state of the last beat is told with it. */
  readonly joins?: boolean;
  /** Whether it is a beat of its own when it joins none; it is unless this says no. */
  readonly alone?: boolean;
  /** Who does what again and again; the third and later times are one beat. */
  readonly round?: string;
}

/** What a write did to its object, as a person sees it. */
export interface ShownChange {
  /** Plural, without the group. */
  readonly resource: string;
  /** `bound`: a Pod got its node. `shown`: other words are printed. `kept`: only counts changed. */
  readonly what: 'created' | 'bound' | 'shown' | 'kept' | 'deleted';
  /** `Running 1/1`, `complete`; empty for what shows none. */
  readonly words: string;
  /** A failure, or less of something than before: it is told of siblings too. */
  readonly alarming: boolean;
}

/** What a fact may ask of the run up to it. */
export interface RunSoFar {
  /** Whether the fact is on the main line; otherwise it is a sibling's. */
  readonly main: boolean;
  /** What the write changed, when the fact is one. */
  readonly change: ShownChange | undefined;
  /** Whether the fact belongs to a write that a command of a person sent. */
  readonly isAPersons: boolean;
  /** Whether it belongs to the first such write of the run, whose checks are told one by one. */
  readonly isFirstWrite: boolean;
  /** Whether every sibling there is has a node now, and not all Pods the same with the same sum. */
  readonly siblingsSelected: boolean;
  /** Whether this is asked for the first time in the run. */
  first(what: string): boolean;
  /** Whether this is asked for the first time in the story of the fact's command. */
  firstOfCommand(what: string): boolean;
  /** Whether a container of the pod is being stopped because somebody asked for it. */
  isStopped(pod: string): boolean;
}

export const refuses = (state: string): Standing => ({ kind: 'check', state: `refused ${state}` });

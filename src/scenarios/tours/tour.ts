/**
 * A guided tour as data: what is done to a cluster and when, and at which steps of the run its
 * words stand. Nothing is prepared: the run is the simulator's own, like any other.
 *
 * The words are in `i18n/tours/LANGUAGE/`: `short-walk.api-server` is a chapter's title (all titles
 * are in `titles.json`), `….store` a beat's text, `….store.ask` what is asked there (`TOUR.json`).
 */

import { defined } from '#base/defined';
import type { FactType } from '#trace/facts';
import type { HostAction } from '#trace/host-action';
import { readHostAction } from '#trace/host-words';
import type { GalleryId } from '../gallery/gallery.ts';
import type { StepPattern } from '../lessons/step-pattern.ts';
import type { ScenarioId } from '../scenario.ts';

export type TourId =
  | 'short-walk'
  | 'full-walk'
  | 'kubelet-modules'
  | 'components'
  | 'refused'
  | 'pending'
  | 'loss'
  | 'owners'
  | 'broken-start';

export interface Tour {
  /** `lesson`: one that a person wrote; it has no words in the catalogues. */
  readonly id: TourId | GalleryId | 'lesson';
  /** Whose cluster it runs in. */
  readonly scenario: ScenarioId;
  /** What is done, in this order. */
  readonly drive: readonly TourAct[];
  readonly chapters: readonly TourChapter[];
}

interface Timing {
  /** Seconds since the act before it, or since the cluster was ready: time to settle. */
  readonly after?: number;
}

export interface TourCommand extends Timing {
  readonly line: string;
  /** `admin` unless said. */
  readonly user?: string;
  /** A manifest, for `-f -`. */
  readonly stdin?: string;
}

export interface TourHostAction extends Timing {
  /** As `trace/host-words.ts` reads it. */
  readonly action: string;
}

export type TourAct = TourCommand | TourHostAction;

export interface TourChapter {
  readonly id: string;
  readonly beats: readonly Beat[];
  /** Ids of `coverage.json`: which sentences of the old texts are shown here. */
  readonly covers: readonly string[];
}

export interface Beat {
  readonly id: string;
  /** The step it begins at: the first whose id matches after the beat before it. */
  readonly at?: StepPattern;
  /**
   * For what is too small to be a step: from that step on (absent: from the beat before it), the
   * first fact that is like this. The beat begins there instead.
   */
  readonly fact?: FactPattern;
  readonly ask?: Question;
  /**
   * What its words are about besides the fact itself, as anchors (`facts/telling.ts`): for words
   * that name it by no name of its own.
   */
  readonly cast?: readonly string[];
  /** The room that the camera shows from there on, or that is opened. */
  readonly focus?: string;
  readonly zoom?: 'cluster' | 'room';
}

/**
 * Which fact: its type, its component, and what its fields say: each text is a whole field
 * (`data-dirs`), each pattern matches in one. A reference reads as `resource/namespace/name`.
 */
export interface FactPattern {
  readonly type: FactType;
  readonly component?: RegExp;
  readonly says?: string | RegExp | readonly (string | RegExp)[];
}

/** A question about what the run will do; the run itself gives the answer. */
export interface Question {
  /**
   * The deciding step, after the beat's own: it is asked right before, and answered from there on.
   * Absent: the beat's own step, because its words say the answer.
   */
  readonly before?: StepPattern;
  /** Or the deciding fact, when it is no step. */
  readonly beforeFact?: FactPattern;
  /** Which of them is right, from 0. */
  readonly right: 0 | 1 | 2 | 3;
}

/** An input of a recording. */
export type DriveInput =
  | {
      readonly at: number;
      readonly kind: 'command';
      readonly line: string;
      readonly user: string;
      readonly stdin?: string;
    }
  | { readonly at: number; readonly kind: 'host'; readonly action: HostAction };

const microseconds = 1_000_000;

/** The inputs of a tour's recording, for a cluster that is ready at a moment (microseconds). */
export function driveOf({ drive }: Tour, readyAt: number): readonly DriveInput[] {
  let at = readyAt;
  return drive.map((act): DriveInput => {
    at += Math.round((act.after ?? 0) * microseconds);
    if ('action' in act) return { at, kind: 'host', action: readHostAction(act.action) };
    const { line, user = 'admin', stdin } = act;
    return { at, kind: 'command', line, user, ...defined({ stdin }) };
  });
}

/** The state and the actions of a player. */
import type { FactId } from '#trace/fact';

import type { TerminalInput } from '#trace/terminal-input';

export type { FieldManager } from '#worker/protocol';

import type { AnswerTo, Question, Recording, ServedRequest, ServedWorld } from '#worker/protocol';
import type { Beat } from './beats.ts';
import type { Branch, Change, Typing } from './branches.ts';
import type { Breakpoint } from './breakpoints.ts';
import type { Direction } from './frames.ts';
import type { RunStatus } from './run-status.ts';
import type { Scene } from './scene.ts';
import type { Chapter, Step } from './steps.ts';
import type { TraceLog } from './trace-log.ts';

/** What a debugger calls its steps. */
export type FrameStep = 'into' | 'over' | 'out';

/** The part of the run that is played in a loop. */
export interface Loop {
  readonly from: FactId;
  readonly to: FactId;
}

/**
 * How closely a run is told, coarse to fine: by beats, by stages or by single facts. The cursor is
 * the same fact in all three, and changing the depth never moves it.
 */
export const depths = ['story', 'stages', 'events'] as const;
export type Depth = (typeof depths)[number];

/** A stop of a tour. */
export interface Mark {
  readonly fact: FactId;
  /** Whether the tour asks or answers there, and has no words of its own. */
  readonly question: boolean;
}

/** What keeps a beat from ending while it plays: a pointer on its words, something that is open. */
export type HoldReason = 'pointer' | 'open';

/** Whether a beat's words stay until somebody releases them. */
export const isHeld = ({
  hold,
  playing,
  heldBy,
}: Pick<PlayerState, 'hold' | 'playing' | 'heldBy'>): boolean =>
  hold !== undefined && (!playing || heldBy.length > 0);

export const slowest = 0.25;
export const fastest = 8;

/** Where the cursor goes when facts arrive: the ready cluster, a typed command, a step's id. */
export type Goal =
  | { readonly kind: 'home' }
  | { readonly kind: 'input'; readonly input: number }
  | { readonly kind: 'step'; readonly step: string };

export interface OpenOptions {
  /** When the cluster is ready, in microseconds of virtual time: a person may act from then on. */
  readonly readyAt: number;
  /** The user who types. */
  readonly user: string;
}

/** A run that a server holds and this page shows: what is done in it is done there. */
export interface Served extends ServedWorld {
  /** The connection is lost; what is known of the run stays. */
  readonly lost: boolean;
  readonly act: (request: Exclude<ServedRequest, { readonly type: 'ask' }>) => void;
  /** Does something at the present moment of the server. */
  readonly enter: (change: Change | Typing, user: string) => void;
  readonly reconnect: () => void;
}

export interface PlayerState {
  readonly status: RunStatus;
  readonly recording: Recording | undefined;
  readonly options: OpenOptions;
  readonly log: TraceLog;
  /** Grows with the log: select it to render on new facts. */
  readonly factCount: number;
  readonly steps: readonly Step[];
  readonly chapters: readonly Chapter[];
  readonly beats: readonly Beat[];

  /** The last fact that has happened on the screen. */
  readonly cursor: FactId;
  readonly scene: Scene;
  /** The scene before a forward step; the same as `scene` after a cut. */
  readonly from: Scene;
  /** How far the movement from `from` to `scene` has come: 0 to 1; at 1 everything rests. */
  readonly t: number;
  /** Where a beat's movement goes while the stages folded into it are played; else undefined. */
  readonly toward: FactId | undefined;
  /** The beat whose folded stages are open: steps walk them as long as the cursor is in it. */
  readonly unfolded: number | undefined;
  /** Whether the cursor follows the end of a run that still grows. */
  readonly staysAtEnd: boolean;
  /** The last step at or before the cursor. */
  readonly step: Step | undefined;
  readonly chapter: Chapter | undefined;
  /** Where steps of the story go instead of to beats, oldest first: the stops of a tour. */
  readonly marks: readonly Mark[] | undefined;
  readonly goal: Goal | undefined;
  /** The id of a wanted step that is not in this run: the cursor is near it. */
  readonly missed: string | undefined;

  readonly playing: boolean;
  /** Virtual time of the live clock, in microseconds; `undefined` while it stands. */
  readonly live: number | undefined;
  /** Where the live clock of this run stood last; `undefined` if it never went. */
  readonly lived: number | undefined;
  /** The command that stands at the prompt, which is likely to be entered; empty: none is. */
  readonly atPrompt: string;
  readonly speed: number;
  readonly depth: Depth;
  /**
   * How long the words at the cursor stay before playing goes on, in ms; undefined without a hold.
   */
  readonly hold: number | undefined;
  /** What is left of the hold, in ms: counted down while it runs, kept while it stands still. */
  readonly holdLeft: number;
  /** Why the hold stands still; empty while it runs out. */
  readonly heldBy: readonly HoldReason[];
  readonly reducedMotion: boolean;
  readonly breakpoints: readonly Breakpoint[];
  readonly loop: Loop | undefined;
  /** The breakpoint that stopped at the cursor. */
  readonly stoppedBy: Breakpoint | undefined;

  /** Whose run it is; `undefined`: the page's own, in its worker. */
  readonly served: Served | undefined;

  /** The runs that are kept side by side, with the present one; none before the first fork. */
  readonly branches: readonly Branch[];
  /** The id of the present one. */
  readonly branch: number;
}

export interface PlayerActions {
  /** Begins a run from its seed, at the step with that id, or else at its first command. */
  open(recording: Recording, options: OpenOptions, step?: string): void;
  /** Goes to the next place of a depth, by default the present one; ends a movement on its way. */
  stepForward(depth?: Depth): void;
  stepBack(depth?: Depth): void;
  play(): void;
  /** Puts the cursor at the head of the run, to ride there as time passes; comes back to it. */
  goLive(): void;
  /** The live clock stands; the cursor stays where it is. */
  leaveLive(): void;
  pause(): void;
  /** One step of playing: stops at a breakpoint on its way. */
  playOn(): void;
  /** Cuts to the fact at which the next breakpoint stops, or to the end. */
  runToBreak(): void;
  /** Sets a breakpoint, or removes it. */
  toggleBreakpoint(breakpoint: Breakpoint): void;
  setBreakpoints(breakpoints: readonly Breakpoint[]): void;
  /** Steps into, over or out of the frame at the cursor; cuts. */
  stepFrame(step: FrameStep, direction?: Direction): void;
  setLoop(loop: Loop | undefined): void;
  setMarks(marks: readonly Mark[] | undefined): void;
  togglePlay(): void;
  /** Cuts to a fact; `t` is 1 afterwards. */
  seek(fact: FactId): void;
  seekStep(index: number): void;
  seekTime(at: number): void;
  /** 0: before the first step; 1: the last step. */
  seekFraction(fraction: number): void;
  nextChapter(): void;
  previousChapter(): void;
  toStart(): void;
  toEnd(): void;
  /** Runs the scenario again without any input. */
  restart(): void;
  setSpeed(speed: number): void;
  setDepth(depth: Depth): void;
  /** Sets the command that is likely to be entered. */
  setAtPrompt(line: string): void;
  /** Opens the stages that are folded into a beat, at the first of them, or closes them again. */
  unfold(beat: number | undefined): void;
  /** Sets or clears a reason to keep the words on the screen while playing. */
  keepWords(reason: HoldReason, kept: boolean): void;
  setReducedMotion(reduced: boolean): void;
  /**
   * Types a command at the cursor: what the run did until then stays, later inputs are dropped, and
   * the worker computes what follows. The cursor goes to the command; `play` plays on from there.
   */
  runCommand(
    line: string,
    options?: { readonly play?: boolean; readonly stdin?: string; readonly terminal?: true },
  ): void;
  /** Types for the running command that is the input of that number. */
  type(command: number, typed: TerminalInput): void;
  /**
   * Does something else at the cursor, in a run of its own that has the same trace until then and
   * goes on to `until` at least; the run before is kept as a branch. The cursor goes to the input.
   */
  fork(change: Change, until?: number): void;
  /** Shows another branch, at the same moment of virtual time. */
  switchBranch(id: number): void;
  /** Forgets a branch; if it was the present one, the first one is shown. */
  dropBranch(id: number): void;
  /**
   * Asks the simulator for the run again: from the moment at which somebody would act, where what
   * came later is dropped, or from the end of a run that is over.
   */
  runOn(from: 'here' | 'end'): void;
  /** Help with a manifest, from the worker; `undefined` if there is none. */
  /** Announces that the reader may act at the cursor, so that the simulator gets ready for it. */
  expectHere(): void;
  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q> | undefined>;
  /** Starts the worker before the run is known. */
  prepare(): void;
  /** Pauses and ends the worker; the known part of the run stays. */
  suspend(): void;
  /** Starts a worker again if the run had not come to its end. */
  resume(): void;
  /** Goes to the step that led to this one. */
  goToCause(): void;
  /** Goes to the first step that follows from this one. */
  goToEffect(): void;
  /** For the frame loop only. */
  setT(t: number): void;
  /** For the frame loop only: lets so many milliseconds pass on the live clock. */
  rideOn(milliseconds: number): void;
  /** For the frame loop only: goes to the next of the stages that are folded into a beat. */
  passOn(): void;
  /** For the frame loop only: sets how many milliseconds of a hold are left, or ends it. */
  setHold(hold: number | undefined, left: number): void;
}

export type Player = PlayerState & PlayerActions;

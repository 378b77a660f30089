/**
 * The player's store: facts as they arrive from the worker, and the cursor over them.
 *
 * The worker runs ahead and never waits; all that moves on the screen follows the cursor here.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FactId } from '#trace/fact';
import type { Recording, TimedInput } from '#worker/protocol';
import type { ConnectSimulator, Simulator, SimulatorMessage } from '#worker/worker-client';
import { breakpointText, nextBreak } from './breakpoints.ts';
import { into, out, over } from './frames.ts';
import { back, causeStep, effectStep, forward, homeOf, nearest } from './navigation.ts';
import {
  fastest,
  type Goal,
  type Loop,
  type Player,
  type PlayerActions,
  type PlayerState,
  slowest,
} from './player-state.ts';
import { emptyScene } from './scene.ts';
import { TraceLog } from './trace-log.ts';

type Get = StoreApi<Player>['getState'];
type Set = (change: Partial<PlayerState>) => void;

/** A player whose runs come from the given simulator; it is connected at the first run. */
export function createPlayerStore(connect: ConnectSimulator): StoreApi<Player> {
  return createStore<Player>((set, get) => {
    const run = new Run(connect, set, get);
    return {
      ...initialState,
      ...cursorActions(set, get),
      ...playbackActions(set, get),
      ...breakActions(set, get),
      ...runActions(run, get),
    };
  });
}

const initialState: PlayerState = {
  status: { kind: 'loading' },
  recording: undefined,
  options: { readyAt: 0, user: 'admin' },
  log: new TraceLog(),
  factCount: 0,
  steps: [],
  chapters: [],
  cursor: 0,
  scene: emptyScene,
  from: emptyScene,
  t: 1,
  step: undefined,
  chapter: undefined,
  marks: undefined,
  goal: undefined,
  missed: undefined,
  playing: false,
  speed: 1,
  stepSize: 'stage',
  reducedMotion: false,
  breakpoints: [],
  loop: undefined,
  stoppedBy: undefined,
};

/** All that depends on where the cursor is. */
function at(state: PlayerState, cursor: FactId): Partial<PlayerState> {
  const { log } = state;
  const scene = log.sceneAt(cursor, state.scene);
  const step = log.stepAt(cursor);
  const chapter = step === undefined ? undefined : log.chapters[step.chapter];
  return { cursor, scene, from: scene, t: 1, step, chapter, stoppedBy: undefined };
}

type CursorActions = Omit<
  PlayerActions,
  | 'open'
  | 'restart'
  | 'runCommand'
  | 'suspend'
  | 'resume'
  | 'play'
  | 'setSpeed'
  | 'setStepSize'
  | 'setReducedMotion'
  | BreakAction
>;

const turned = ({ from, to }: Loop): Loop => ({ from: to, to: from });

type BreakAction = 'playOn' | 'runToBreak' | 'toggleBreakpoint' | 'setBreakpoints';

function cursorActions(set: Set, get: Get): CursorActions {
  const seek = (cursor: FactId | undefined): void => {
    if (cursor === undefined) return;
    const end = get().log.facts.length;
    set({ ...at(get(), Math.max(0, Math.min(cursor, end))), goal: undefined });
  };
  const cut = (cursor: FactId | undefined): void => {
    set({ playing: false });
    seek(cursor);
  };
  return {
    stepForward(size = get().stepSize) {
      const state = get();
      const next = forward(state, size);
      if (next === undefined) return;
      const moved = { ...at(state, next), goal: undefined };
      const moves = size !== 'chapter' && !state.reducedMotion;
      set(moves ? { ...moved, from: state.scene, t: 0 } : moved);
    },
    stepBack: (size = get().stepSize) => cut(back(get(), size)),
    pause: () => set({ playing: false, t: 1 }),
    togglePlay: () => (get().playing ? get().pause() : get().play()),
    seek,
    seekStep: (index) => seek(get().steps[index]?.fact),
    seekTime: (moment) => seek(get().log.lastFactAt(moment)),
    seekFraction(fraction) {
      const { steps } = get();
      const index = Math.round(fraction * steps.length) - 1;
      seek(index < 0 ? homeOf(get()) : steps[Math.min(index, steps.length - 1)]?.fact);
    },
    nextChapter: () => cut(forward(get(), 'chapter')),
    previousChapter: () => cut(back(get(), 'chapter')),
    toStart: () => cut(homeOf(get())),
    toEnd: () => cut(get().steps.at(-1)?.fact),
    goToCause: () => cut(causeStep(get())),
    goToEffect: () => cut(effectStep(get())),
    setT: (t) => set({ t }),
    setMarks: (marks) => set({ marks }),
    stepFrame(step, direction = 'forward') {
      cut({ into, over, out }[step](get(), direction));
    },
    setLoop: (loop) =>
      set({ loop: loop === undefined || loop.from < loop.to ? loop : turned(loop) }),
  };
}

function breakActions(set: Set, get: Get): Pick<PlayerActions, BreakAction> {
  const stop = ({ fact, breakpoint }: NonNullable<ReturnType<typeof nextBreak>>): void => {
    set({ ...at(get(), fact), goal: undefined, playing: false, stoppedBy: breakpoint });
  };
  return {
    playOn() {
      const state = get();
      const next = forward(state, state.stepSize);
      if (state.loop !== undefined && (next === undefined || next > state.loop.to)) {
        state.seek(state.loop.from);
        return;
      }
      const found = next === undefined ? undefined : nextBreak(state, next);
      state.stepForward(state.stepSize);
      if (found === undefined) return;
      if (found.fact === next) set({ playing: false, stoppedBy: found.breakpoint });
      else stop(found);
    },
    runToBreak() {
      const found = nextBreak(get());
      if (found === undefined) get().toEnd();
      else stop(found);
    },
    toggleBreakpoint(breakpoint) {
      const text = breakpointText(breakpoint);
      const others = get().breakpoints.filter((each) => breakpointText(each) !== text);
      const had = others.length < get().breakpoints.length;
      set({ breakpoints: had ? others : [...others, breakpoint] });
    },
    setBreakpoints: (breakpoints) => set({ breakpoints }),
  };
}

function playbackActions(
  set: Set,
  get: Get,
): Pick<PlayerActions, 'play' | 'setSpeed' | 'setStepSize' | 'setReducedMotion'> {
  return {
    play() {
      const { status, cursor, steps, loop, seek, toStart } = get();
      if (loop !== undefined) {
        if (cursor < loop.from || cursor >= loop.to) seek(loop.from);
      } else if (status.kind === 'done' && cursor >= (steps.at(-1)?.fact ?? 0)) toStart();
      set({ playing: true });
    },
    setSpeed: (speed) => set({ speed: Math.min(fastest, Math.max(slowest, speed)) }),
    setStepSize: (stepSize) => set({ stepSize }),
    setReducedMotion: (reducedMotion) =>
      set(reducedMotion ? { reducedMotion, t: 1 } : { reducedMotion }),
  };
}

function runActions(
  run: Run,
  get: Get,
): Pick<PlayerActions, 'open' | 'restart' | 'runCommand' | 'suspend' | 'resume'> {
  return {
    suspend() {
      get().pause();
      run.suspend();
    },
    resume: () => run.resume(),
    open(recording, options, step) {
      run.begin(recording, options, step);
    },
    restart() {
      const { recording, options } = get();
      if (recording !== undefined) run.begin({ ...recording, inputs: [] }, options);
    },
    runCommand(line, { play = false, stdin } = {}) {
      const { recording, options, log, scene } = get();
      if (recording === undefined) return;
      const moment = Math.max(scene.at + 1, options.readyAt);
      const inputs = recording.inputs.filter((input) => input.at < moment);
      const input: TimedInput = {
        at: moment,
        kind: 'command',
        line,
        user: options.user,
        ...(stdin === undefined ? {} : { stdin }),
      };
      run.continue({ ...recording, inputs: [...inputs, input] }, log.lastFactAt(moment - 1), play);
    },
  };
}

/** The present run: asks the simulator, and puts what it answers into the store. */
class Run {
  readonly #connect: ConnectSimulator;
  readonly #set: Set;
  readonly #get: Get;
  #simulator: Simulator | undefined;
  #number = 0;

  constructor(connect: ConnectSimulator, set: Set, get: Get) {
    this.#connect = connect;
    this.#set = set;
    this.#get = get;
  }

  begin(recording: Recording, options: PlayerState['options'], step?: string): void {
    const { speed, stepSize, reducedMotion, breakpoints } = this.#get();
    const kept = { speed, stepSize, reducedMotion, breakpoints };
    const begun = recording.inputs.length > 0;
    const first: Goal = begun ? { kind: 'input', input: 0 } : { kind: 'home' };
    const goal: Goal = begun && step !== undefined ? { kind: 'step', step } : first;
    this.#set({ ...initialState, ...kept, log: new TraceLog(), recording, options, goal });
    this.#ask(recording, 0);
  }

  /** Goes on from what is kept of the present run with another recording. */
  continue(recording: Recording, kept: FactId, playing: boolean): void {
    const { log, scene } = this.#get();
    log.truncate(kept);
    const cursor = Math.min(this.#get().cursor, kept);
    const near = scene.cursor <= kept ? scene : emptyScene;
    this.#set({
      ...published(log),
      ...at({ ...this.#get(), scene: near }, cursor),
      recording,
      playing,
      missed: undefined,
      goal: { kind: 'input', input: recording.inputs.length - 1 },
      status: { kind: 'running', at: 0, horizon: 0 },
    });
    this.#ask(recording, kept);
  }

  suspend(): void {
    this.#simulator?.close();
    this.#simulator = undefined;
  }

  /** Asks for what is missing of a run that was suspended on its way. */
  resume(): void {
    const { recording, status, log } = this.#get();
    const unfinished = status.kind === 'running' || status.kind === 'loading';
    if (this.#simulator !== undefined || recording === undefined || !unfinished) return;
    this.#ask(recording, log.facts.length);
  }

  #ask(recording: Recording, after: FactId): void {
    this.#simulator ??= this.#connect((message) => this.#hear(message));
    this.#simulator.run(++this.#number, recording, after);
  }

  #hear(message: SimulatorMessage): void {
    if (message.type === 'unsupported') {
      this.#set({ status: { kind: 'unsupported', message: message.message }, playing: false });
      return;
    }
    if (message.run !== this.#number) return;
    switch (message.type) {
      case 'facts':
        this.#append(message.facts);
        break;
      case 'progress':
        this.#set({ status: { kind: 'running', at: message.at, horizon: message.horizon } });
        break;
      case 'done': {
        const { reason, at: end, hash } = message;
        this.#set({ status: { kind: 'done', reason, at: end, hash } });
        this.#reachGoal();
        break;
      }
      case 'crashed': {
        const { recording, message: text, stack } = message;
        this.#set({ status: { kind: 'crashed', recording, message: text, stack }, playing: false });
        break;
      }
    }
  }

  #append(facts: Parameters<TraceLog['append']>[0]): void {
    const { log } = this.#get();
    log.append(facts);
    this.#set(published(log));
    this.#reachGoal();
  }

  #reachGoal(): void {
    const state = this.#get();
    const { goal, log, options, status } = state;
    if (goal?.kind === 'home') {
      const cursor = log.lastFactAt(options.readyAt);
      const reached = cursor < log.facts.length || status.kind === 'done';
      this.#set({ ...at(state, cursor), goal: reached ? undefined : goal });
    } else if (goal !== undefined) {
      const found = log.steps.find((step) =>
        goal.kind === 'step' ? step.id === goal.step : inputOf(log, step.fact) === goal.input,
      );
      if (found === undefined && status.kind !== 'done') return;
      const reached =
        found ?? (goal.kind === 'step' ? nearest(log.steps, goal.step) : log.steps[0]);
      const missed = found === undefined && goal.kind === 'step' ? goal.step : undefined;
      const moved = reached === undefined ? {} : at(state, reached.fact);
      this.#set({ ...moved, goal: undefined, missed });
    }
  }
}

function published(log: TraceLog): Pick<PlayerState, 'factCount' | 'steps' | 'chapters'> {
  return { factCount: log.facts.length, steps: log.steps, chapters: log.chapters };
}

function inputOf(log: TraceLog, id: FactId): number | undefined {
  const fact = log.fact(id);
  return fact?.type === 'CommandEntered' ? fact.input : undefined;
}

/**
 * The player's store: facts as they arrive from the worker, and the cursor over them.
 *
 * The worker runs ahead and never waits; all that moves on the screen follows the cursor here.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { defined } from '#base/defined';
import type { FactId } from '#trace/fact';
import type { Recording, TimedInput } from '#worker/protocol';
import type { ConnectSimulator } from '#worker/worker-client';
import type { Change, Typing } from './branches.ts';
import { breakpointText, nextBreak } from './breakpoints.ts';
import { into, out, over } from './frames.ts';
import { type LiveAction, liveActions } from './live.ts';
import {
  back,
  causeStep,
  effectStep,
  forward,
  homeOf,
  momentToAct,
  nextChapter,
  passing,
  previousChapter,
  walked,
} from './navigation.ts';
import {
  fastest,
  isHeld,
  type Loop,
  type Player,
  type PlayerActions,
  slowest,
} from './player-state.ts';
import { at, type Get, initialState, Run, type SetState } from './run.ts';
import { atOnce, type ShowPace } from './show-pace.ts';

/**
 * A player whose runs come from the given simulator; it is connected at the first run. What comes
 * of a run is shown at the given pace.
 */
export function createPlayerStore(
  connect: ConnectSimulator,
  pace: ShowPace = atOnce,
): StoreApi<Player> {
  return createStore<Player>((set, get) => {
    const run = new Run(connect, pace, set, get);
    return {
      ...initialState,
      ...cursorActions(set, get),
      ...playbackActions(set, get),
      ...breakActions(set, get),
      ...liveActions(run, set, get),
      ...runActions(run, get),
      ...inputActions(run, get),
    };
  });
}

type PlaybackAction =
  | 'play'
  | 'setSpeed'
  | 'setDepth'
  | 'setAtPrompt'
  | 'setReducedMotion'
  | 'keepWords'
  | 'setHold';

type NotOfCursor = RunAction | InputAction | PlaybackAction | BreakAction | LiveAction;
type CursorActions = Omit<PlayerActions, NotOfCursor>;

const turned = ({ from, to }: Loop): Loop => ({ from: to, to: from });

/** Before the first facts of a command there is no end to go to yet; it comes with them. */
const stayingAtEnd = ({ goal, status }: Player): Partial<Player> => ({
  goal: goal?.kind === 'home' ? goal : undefined,
  staysAtEnd: status.kind !== 'done',
});

type BreakAction = 'playOn' | 'runToBreak' | 'toggleBreakpoint' | 'setBreakpoints';

function cursorActions(set: SetState, get: Get): CursorActions {
  const seek = (cursor: FactId | undefined): void => {
    if (cursor === undefined) return;
    const end = get().log.facts.length;
    set({ ...at(get(), Math.max(0, Math.min(cursor, end))), goal: undefined, live: undefined });
  };
  const cut = (cursor: FactId | undefined): void => {
    set({ playing: false });
    seek(cursor);
  };
  return {
    stepForward(depth = walked(get(), 'forward')) {
      const state = get();
      if (state.toward !== undefined) {
        seek(state.toward);
        return;
      }
      const next = forward(state, depth);
      if (next === undefined) return;
      const first = depth === 'story' && !state.reducedMotion ? passing(state, next) : next;
      const moved = { ...at(state, first), goal: undefined, live: undefined };
      const toward = first < next ? next : undefined;
      set(state.reducedMotion ? moved : { ...moved, from: state.scene, t: 0, toward });
    },
    passOn() {
      const state = get();
      if (state.toward === undefined) return;
      const next = passing(state, state.toward);
      const toward = next < state.toward ? state.toward : undefined;
      set({ ...at(state, next), from: state.scene, t: 0, toward });
    },
    stepBack: (depth = walked(get(), 'back')) => cut(back(get(), depth)),
    pause() {
      const { toward } = get();
      if (toward !== undefined) seek(toward);
      set({ playing: false, t: 1 });
    },
    togglePlay() {
      const { playing, pause, play, live, leaveLive } = get();
      if (live !== undefined) leaveLive();
      else if (!playing) play();
      // Somebody who presses play while a pointer holds the words wants to go on: the hold is
      // released.
      else if (isHeld(get())) set({ heldBy: [] });
      else pause();
    },
    seek,
    seekStep: (index) => seek(get().steps[index]?.fact),
    seekTime: (moment) => seek(get().log.lastFactAt(moment)),
    seekFraction(fraction) {
      const { steps } = get();
      const index = Math.round(fraction * steps.length) - 1;
      seek(index < 0 ? homeOf(get()) : steps[Math.min(index, steps.length - 1)]?.fact);
    },
    nextChapter: () => cut(nextChapter(get())),
    previousChapter: () => cut(previousChapter(get())),
    toStart: () => cut(homeOf(get())),
    toEnd() {
      const { lived, goLive, steps } = get();
      if (lived !== undefined) {
        goLive();
        return;
      }
      cut(steps.at(-1)?.fact);
      set(stayingAtEnd(get()));
    },
    unfold(index) {
      const { beats, unfolded, steps } = get();
      const beat = beats[index ?? unfolded ?? -1];
      if (beat === undefined) return;
      const to = index === undefined ? beat.fact : steps[beat.first]?.fact;
      set({ unfolded: index });
      cut(to);
    },
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

function breakActions(set: SetState, get: Get): Pick<PlayerActions, BreakAction> {
  const stop = ({ fact, breakpoint }: NonNullable<ReturnType<typeof nextBreak>>): void => {
    set({ ...at(get(), fact), goal: undefined, live: undefined });
    set({ playing: false, stoppedBy: breakpoint });
  };
  return {
    playOn() {
      const state = get();
      const next = forward(state, state.depth);
      if (state.loop !== undefined && (next === undefined || next > state.loop.to)) {
        state.seek(state.loop.from);
        return;
      }
      const found = next === undefined ? undefined : nextBreak(state, next);
      state.stepForward();
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

function playbackActions(set: SetState, get: Get): Pick<PlayerActions, PlaybackAction> {
  return {
    play() {
      const { status, cursor, steps, loop, seek, toStart } = get();
      if (loop !== undefined) {
        if (cursor < loop.from || cursor >= loop.to) seek(loop.from);
      } else if (status.kind === 'done' && cursor >= (steps.at(-1)?.fact ?? 0)) toStart();
      set({ playing: true });
    },
    setSpeed: (speed) => set({ speed: Math.min(fastest, Math.max(slowest, speed)) }),
    setDepth: (depth) => set({ depth }),
    setAtPrompt: (atPrompt) => set({ atPrompt }),
    setHold: (hold, holdLeft) => set({ hold, holdLeft }),
    keepWords(reason, kept) {
      const others = get().heldBy.filter((each) => each !== reason);
      set({ heldBy: kept ? [...others, reason] : others });
    },
    setReducedMotion: (reducedMotion) =>
      set(reducedMotion ? { reducedMotion, t: 1 } : { reducedMotion }),
  };
}

type RunAction =
  | 'prepare'
  | 'open'
  | 'restart'
  | 'ask'
  | 'expectHere'
  | 'runOn'
  | 'switchBranch'
  | 'dropBranch'
  | 'suspend'
  | 'resume';

type InputAction = 'runCommand' | 'type' | 'fork';

function runActions(run: Run, get: Get): Pick<PlayerActions, RunAction> {
  return {
    prepare: () => void run.prepare(),
    suspend() {
      get().pause();
      run.suspend();
    },
    resume: () => run.resume(),
    ask: (question) => run.help(question),
    expectHere() {
      const { atPrompt: line, options } = get();
      const entered = withInput(get(), by(options.user, { kind: 'command', line }));
      run.expect(momentToAct(get()) - 1, line === '' ? undefined : entered);
    },
    runOn(from) {
      const { recording, log, status } = get();
      if (from === 'end') run.extend(status.kind === 'done' ? status.at : 0);
      else if (recording !== undefined) {
        const until = momentToAct(get());
        const inputs = recording.inputs.filter(({ at: moment }) => moment < until);
        run.continue({ ...recording, inputs, until }, log.lastFactAt(until - 1), false);
      }
    },
    switchBranch: (id) => run.switchBranch(id),
    dropBranch: (id) => run.dropBranch(id),
    open(recording, options, step) {
      run.begin(recording, options, step);
    },
    restart() {
      const { recording, options, served } = get();
      // A server's run begins once, for all who watch it.
      if (recording === undefined || served !== undefined) return;
      const { until: _, ...again } = recording;
      run.begin({ ...again, inputs: [] }, options);
    },
  };
}

/** The run that goes on with something done at the cursor; what came later is dropped. */
function withInput(state: Player, done: (at: number) => TimedInput): Recording | undefined {
  const { recording } = state;
  const moment = momentToAct(state);
  const inputs = recording?.inputs.filter((input) => input.at < moment) ?? [];
  return recording && { ...recording, inputs: [...inputs, done(moment)] };
}

type Command = Omit<Extract<TimedInput, { kind: 'command' }>, 'at' | 'user'>;

/** Always with its fields in this order: the simulator compares what it is asked for as text. */
const by =
  (user: string, command: Command) =>
  (at: number): TimedInput => ({ at, user, ...command });

function act(run: Run, get: Get, done: (at: number) => TimedInput, play: boolean): void {
  const next = withInput(get(), done);
  if (next === undefined) return;
  run.continue(next, get().log.lastFactAt(momentToAct(get()) - 1), play);
}

/** What a person does in the run: at the cursor, or, in the run of a server, at its head. */
function inputActions(run: Run, get: Get): Pick<PlayerActions, InputAction> {
  const entered = (change: Change | Typing): boolean => {
    const { served, options, goLive } = get();
    served?.enter(change, options.user);
    if (served !== undefined) goLive();
    return served !== undefined;
  };
  return {
    fork(change, until) {
      if (!entered(change)) run.fork(change, until);
    },
    runCommand(line, { play = false, stdin, terminal } = {}) {
      const { recording, options } = get();
      if (recording === undefined) return;
      const command = { kind: 'command', line, ...defined({ stdin, terminal }) } as const;
      if (entered(command)) return;
      act(run, get, by(options.user, command), play);
    },
    type(command, typed) {
      const typing = { kind: 'stdin', command, typed } as const;
      if (!entered(typing)) act(run, get, (at) => ({ at, ...typing }), false);
    },
  };
}

/**
 * The runs of a player: requests the present one from the simulator, puts its facts into the store,
 * and keeps the other branches.
 *
 * The simulator has one run at a time. It goes on with a run that is not on the screen until the
 * one on the screen needs it.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { FactId } from '#trace/fact';
import type { FactType } from '#trace/facts';
import type { AnswerTo, Question, Recording } from '#worker/protocol';
import type { ConnectSimulator, Simulator, SimulatorMessage } from '#worker/worker-client';
import { type Branch, type Change, forkRecording, liveBranches, mostBranches } from './branches.ts';
import { momentToAct, nearest } from './navigation.ts';
import type { Goal, Player, PlayerState } from './player-state.ts';
import type { RunStatus } from './run-status.ts';
import { emptyScene } from './scene.ts';
import type { ShowPace } from './show-pace.ts';
import { TraceLog } from './trace-log.ts';

export type Get = StoreApi<Player>['getState'];
export type SetState = (change: Partial<PlayerState>) => void;

export const initialState: PlayerState = {
  status: { kind: 'loading' },
  recording: undefined,
  options: { readyAt: 0, user: 'admin' },
  log: new TraceLog(),
  factCount: 0,
  steps: [],
  chapters: [],
  beats: [],
  cursor: 0,
  scene: emptyScene,
  from: emptyScene,
  t: 1,
  toward: undefined,
  unfolded: undefined,
  staysAtEnd: false,
  step: undefined,
  chapter: undefined,
  marks: undefined,
  goal: undefined,
  missed: undefined,
  playing: false,
  live: undefined,
  lived: undefined,
  atPrompt: '',
  speed: 1,
  depth: 'story',
  hold: undefined,
  holdLeft: 0,
  heldBy: [],
  reducedMotion: false,
  breakpoints: [],
  loop: undefined,
  stoppedBy: undefined,
  served: undefined,
  branches: [],
  branch: 0,
};

/** All state that depends on the place of the cursor. */
export function at(state: PlayerState, cursor: FactId): Partial<PlayerState> {
  const { log } = state;
  const scene = log.sceneAt(cursor, state.scene);
  const step = log.stepAt(cursor);
  const chapter = step === undefined ? undefined : log.chapters[step.chapter];
  const rests = { from: scene, t: 1, toward: undefined, hold: undefined, stoppedBy: undefined };
  return { cursor, scene, step, chapter, ...rests, staysAtEnd: false };
}

/** The present run: requests it from the simulator, and puts its facts into the store. */
export class Run {
  readonly #connect: ConnectSimulator;
  readonly #set: SetState;
  readonly #get: Get;
  #simulator: Simulator | undefined;
  #number = 0;
  /** The branch that the simulator works for, until it is done. */
  #working: number | undefined;
  readonly #pace: ShowPace;
  /** What has come of the present run and is not shown yet; its facts are in the log. */
  #unshown: Partial<PlayerState> | undefined;
  #hasShown = false;

  constructor(connect: ConnectSimulator, pace: ShowPace, set: SetState, get: Get) {
    this.#connect = connect;
    this.#pace = pace;
    this.#set = set;
    this.#get = get;
  }

  /** Starts a simulator, which takes a while, before the run is known. */
  prepare(): Simulator {
    this.#simulator ??= this.#connect((message) => this.#hear(message));
    return this.#simulator;
  }

  begin(recording: Recording, options: PlayerState['options'], step?: string): void {
    const { speed, depth, reducedMotion, breakpoints, heldBy, atPrompt } = this.#get();
    const kept = { speed, depth, reducedMotion, breakpoints, heldBy, atPrompt };
    const begun = recording.inputs.length > 0;
    const first: Goal = begun ? { kind: 'input', input: 0 } : { kind: 'home' };
    const goal: Goal = begun && step !== undefined ? { kind: 'step', step } : first;
    this.#set({ ...initialState, ...kept, log: new TraceLog(), recording, options, goal });
    this.#ask(recording, 0);
  }

  /** Goes on with another recording from the facts of the present run that stay. */
  continue(recording: Recording, kept: FactId, playing: boolean): void {
    const { log } = this.#get();
    // The simulator works while the page makes itself ready.
    this.#ask(recording, Math.min(kept, log.facts.length));
    log.truncate(kept);
    this.#goOn(log, recording, recording.inputs.length - 1, playing);
  }

  /** Keeps the present run and goes on beside it with one input more. */
  fork(change: Change, until: number | undefined): void {
    this.#show();
    const state = this.#get();
    const { recording, options, log } = state;
    if (recording === undefined) return;
    const at = momentToAct(state);
    const input =
      change.kind === 'host' ? { ...change, at } : { ...change, at, user: options.user };
    const forked = forkRecording(recording, input, until);
    const own = { log, factCount: log.facts.length, status: state.status, cursor: state.cursor };
    const first: Branch = { id: state.branch, by: undefined, recording, ...own };
    const all = state.branches.length === 0 ? [first] : liveBranches(state);
    const full = all.length >= mostBranches;
    const oldest = all.find(({ id, by }) => by !== undefined && id !== state.branch)?.id;
    const branches = full ? all.filter(({ id }) => id !== oldest) : all;
    const id = Math.max(...all.map((each) => each.id)) + 1;
    const left = log.lastFactAt(at - 1);
    this.#ask(forked, left, id);
    const kept = log.forkAt(left);
    this.#set({ branches: [...branches, { ...first, id, by: input, log: kept }], branch: id });
    this.#goOn(kept, forked, forked.inputs.indexOf(input), false);
  }

  /** Goes on with a run that is over, to a moment at least. */
  extend(until: number): void {
    const { recording, log, status } = this.#get();
    if (recording === undefined || status.kind !== 'done') return;
    const longer = { ...recording, until: Math.ceil(until) };
    this.#set({ recording: longer, status: { kind: 'running', at: status.at, horizon: until } });
    this.#ask(longer, log.facts.length);
  }

  /** Announces that the reader may do something after this moment: ask for this run, it seems. */
  expect(moment: number, next?: Recording): void {
    this.#simulator?.expect?.(this.#number, Math.floor(moment), next);
  }

  switchBranch(id: number): void {
    this.#show();
    const state = this.#get();
    const target = state.branches.find((each) => each.id === id);
    if (target === undefined || id === state.branch) return;
    this.#showBranch(target, liveBranches(state), state.scene.at);
  }

  dropBranch(id: number): void {
    this.#show();
    const state = this.#get();
    const left = liveBranches(state).filter((each) => each.id !== id);
    const [first] = left;
    if (first === undefined || left.length === state.branches.length) return;
    const branches = left.length === 1 ? [] : left;
    if (id === state.branch) this.#showBranch(first, branches, state.scene.at);
    else this.#set({ branches });
  }

  help<Q extends Question>(question: Q): Promise<AnswerTo<Q> | undefined> {
    return this.prepare().ask?.(question) ?? Promise.resolve(undefined);
  }

  suspend(): void {
    this.#simulator?.close();
    this.#simulator = undefined;
    this.#working = undefined;
  }

  /** Requests the rest of a run that was suspended on its way. */
  resume(): void {
    if (this.#simulator === undefined) this.#work();
  }

  #showBranch(
    { id, recording, log, status }: Branch,
    branches: readonly Branch[],
    moment: number,
  ): void {
    const near = { ...this.#get(), log, scene: emptyScene };
    this.#set({
      ...published(log),
      ...at(near, log.lastFactAt(moment)),
      ...{ branches, branch: id, recording, log, status },
      ...{ playing: false, goal: undefined, missed: undefined, loop: undefined },
      ...{ live: undefined, lived: undefined },
    });
    this.#work();
  }

  /** Shows the known part of a run, whose rest was asked for: up to one of its inputs. */
  #goOn(log: TraceLog, recording: Recording, input: number, playing: boolean): void {
    const { scene, from, t, cursor, live } = this.#get();
    const kept = log.facts.length;
    const stays = scene.cursor <= kept;
    const near = stays ? scene : emptyScene;
    this.#set({
      ...published(log),
      ...at({ ...this.#get(), log, scene: near }, Math.min(cursor, kept)),
      // A picture that stays goes on until the first facts are there: not two cuts.
      ...(stays ? { from, t } : {}),
      log,
      recording,
      playing,
      missed: undefined,
      // On the live clock the cursor comes there by itself.
      goal: live === undefined ? { kind: 'input', input } : undefined,
      lived: live,
      status: { kind: 'running', at: 0, horizon: 0 },
    });
  }

  /** The simulator goes on with what is missing: first of the present run, then of another one. */
  #work(): void {
    const state = this.#get();
    const { recording, status, log, branch } = state;
    if (recording === undefined) return;
    const present = { id: branch, recording, status, log };
    const next = [present, ...state.branches.filter(({ id }) => id !== branch)].find(isUnfinished);
    if (next === undefined || next.id === this.#working) return;
    this.#ask(next.recording, next.log.facts.length, next.id);
  }

  #ask(recording: Recording, after: FactId, branch = this.#get().branch): void {
    this.#working = branch;
    this.#unshown = undefined;
    this.#hasShown = false;
    this.prepare().run(++this.#number, recording, after);
  }

  #hear(message: SimulatorMessage): void {
    if (message.type === 'unsupported') {
      // The next run tries again: the network may have failed.
      this.#simulator = undefined;
      this.#set({ status: { kind: 'unsupported', message: message.message }, playing: false });
      return;
    }
    if (message.run !== this.#number) return;
    const { branch, branches } = this.#get();
    const aside =
      this.#working === branch ? undefined : branches.find(({ id }) => id === this.#working);
    if (aside === undefined) this.#hearPresent(message);
    else if (message.type === 'facts') {
      aside.log.append(message.facts);
      this.#note({ ...aside, factCount: aside.log.facts.length });
    } else this.#note({ ...aside, status: statusOf(message, aside.status) });
    if (message.type !== 'hashed' && !isFailure(message)) return;
    this.#working = undefined;
    this.#work();
  }

  #hearPresent(message: RunMessage): void {
    const { log, status: before } = this.#get();
    if (message.type === 'facts') {
      log.append(message.facts);
      this.#showLater({});
      return;
    }
    const status = statusOf(message, before);
    if (message.type === 'progress') {
      this.#showLater({ status });
      return;
    }
    this.#show();
    this.#set(status.kind === 'done' ? { status } : { status, playing: false });
    if (message.type === 'done') this.#reachEnd();
  }

  #showLater(more: Partial<PlayerState>): void {
    const isAsked = this.#unshown !== undefined;
    this.#unshown = { ...this.#unshown, ...more };
    if (isAsked) return;
    const run = this.#number;
    this.#pace(() => {
      if (run === this.#number) this.#show();
    }, !this.#hasShown);
  }

  #note(branch: Branch): void {
    const { branches } = this.#get();
    this.#set({ branches: branches.map((each) => (each.id === branch.id ? branch : each)) });
  }

  /** Shows what has come. */
  #show(): void {
    if (this.#unshown === undefined) return;
    const { log } = this.#get();
    this.#set({ ...this.#unshown, ...published(log) });
    this.#unshown = undefined;
    this.#hasShown = true;
    this.#reachGoal();
    const state = this.#get();
    const end = log.steps.at(-1)?.fact;
    if (state.staysAtEnd && end !== undefined && end > state.cursor) {
      this.#set({ ...at(state, end), staysAtEnd: true });
    }
  }

  #reachEnd(): void {
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

function published(log: TraceLog): Pick<PlayerState, 'factCount' | 'steps' | 'chapters' | 'beats'> {
  const { facts, steps, chapters, beats } = log;
  return { factCount: facts.length, steps, chapters, beats };
}

/** The first facts of what a person or a client outside did. */
const inputTypes: ReadonlySet<FactType> = new Set<FactType>([
  'CommandEntered',
  'HostActionTaken',
  'OutsideActionTaken',
  'TerminalTyped',
]);

function inputOf(log: TraceLog, id: FactId): number | undefined {
  const fact = log.fact(id);
  return fact !== undefined && 'input' in fact && inputTypes.has(fact.type)
    ? fact.input
    : undefined;
}

/** Whether something of the run is not known yet, even if only its hash. */
const isUnfinished = ({ status }: { readonly status: RunStatus }): boolean =>
  status.kind === 'running' ||
  status.kind === 'loading' ||
  (status.kind === 'done' && status.hash === undefined);

type RunMessage = Exclude<SimulatorMessage, { readonly type: 'unsupported' }>;
type StatusMessage = Exclude<RunMessage, { readonly type: 'facts' }>;

/** The simulator has given up the run. */
const isFailure = ({ type }: RunMessage): boolean =>
  type === 'refused' || type === 'crashed' || type === 'stuck';

function statusOf(message: StatusMessage, before: RunStatus): RunStatus {
  switch (message.type) {
    case 'progress':
      return { kind: 'running', at: message.at, horizon: message.horizon };
    case 'done': {
      const { reason, at: end } = message;
      return { kind: 'done', reason, at: end };
    }
    case 'hashed':
      return before.kind === 'done' ? { ...before, hash: message.hash } : before;
    case 'prepared':
      return before.kind === 'done' ? { ...before, prepared: true } : before;
    case 'refused':
      return { kind: 'refused', problems: message.problems };
    case 'crashed': {
      const { recording, message: text, stack } = message;
      return { kind: 'crashed', recording, message: text, stack };
    }
    case 'stuck':
      return { kind: 'stuck', recording: message.recording, seconds: message.seconds };
  }
}

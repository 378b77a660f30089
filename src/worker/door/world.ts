/**
 * What is between the real clock and the simulation: virtual time follows real time, times the
 * speed, and whatever a client does becomes a timed input of the run.
 *
 * In: a simulation that stands at a moment, and actions of clients. Out: the answers, in the moment
 * in which the simulation reaches them, and the recording of all that was done. A machine that is
 * too slow for the speed lets virtual time fall behind; no event is skipped.
 */
import { second } from '#base/sim-time';
import type { OutsideCall } from '#cluster/client/outside/outside-servers';
import type { ClusterSimulation } from '#cluster/run/cluster-simulation';
import type { Fact } from '#trace/facts';
import type {
  IdentityAction,
  OutsideAction,
  OutsideAnswer,
  OutsidePiece,
  OutsideRequest,
} from '#trace/outside-action';
import type { PortForwardFrame } from '#trace/port-forward-frame';
import type { Recording, TimedInput, WorldInput } from '../protocol.ts';
import type { OutsideDoor, Receiver } from './outside-door.ts';

/** Real milliseconds that one portion of work may take before sockets are looked at again. */
const portion = 2;
/**
 * Real milliseconds that virtual time may be ahead of the clock for a client that waits: no timer
 * is as fine as a run, and the way over the network, which the run has counted, takes real time.
 */
const mostAhead = 2;
/** Real milliseconds: no timer is shorter. */
const shortestTimer = 1;
/** The longest pause between two looks at the clock, in real milliseconds. */
const longestPause = 5;
/** How far virtual time may fall behind the clock before the clock is set back to it. */
const mostBehind = second;
/** A page keeps every fact, and so does the world for it; with so many it keeps no more. */
const mostFacts = 1_000_000;

export interface WorldOptions {
  /** Virtual seconds in a real one. */
  readonly speed: number;
  readonly paused: boolean;
  /** Calls a server outside; absent: the cluster reaches none. */
  readonly call?: CallOutside;
  /** Whether inputs and trace are kept; without them memory is bounded. Absent: they are. */
  readonly keeps?: boolean;
  /** Does something as soon as what waits in this thread is heard; gives what takes it back. */
  readonly soon: (work: () => void) => () => void;
  /** The simulator has failed, and the world stands for good; absent: the error is thrown. */
  readonly failed?: (error: unknown) => void;
}

/** Calls a server that is no part of the run; never rejects. */
export type CallOutside = (call: OutsideCall, signal: AbortSignal) => Promise<OutsideAnswer>;

export class World implements OutsideDoor {
  readonly #recording: Recording;
  readonly #simulation: ClusterSimulation;
  readonly #options: WorldOptions;
  readonly #keeps: boolean;
  readonly #inputs: TimedInput[];
  #lastInput = 0;
  #speed: number;
  #paused: boolean;
  /** A moment of virtual time, and the reading of the real clock at which it was due. */
  #anchor = { at: 0, real: 0 };
  /** Takes back what is planned next. */
  #planned: (() => void) | undefined;
  #closed = false;
  #requests: number;
  readonly #receivers = new Map<number, Receiver>();
  /** The requests whose answer has not begun. */
  readonly #waiting = new Set<number>();
  /** The calls of the cluster to servers outside. */
  readonly #calls = new Map<number, AbortController>();

  /** The simulation is the world's from now on, and has done the inputs of the recording. */
  constructor(simulation: ClusterSimulation, recording: Recording, options: WorldOptions) {
    const { speed, paused, keeps = true, call } = options;
    this.#recording = recording;
    this.#inputs = [...recording.inputs];
    this.#requests = lastRequest(recording.inputs);
    this.#options = options;
    this.#speed = speed;
    this.#paused = paused;
    this.#keeps = keeps;
    this.#simulation = simulation;
    this.#listen();
    this.#setAnchor();
    if (call !== undefined) this.#callOut(call);
    this.#plan();
  }

  /** The present moment of virtual time: all before it has happened. */
  get at(): number {
    return this.#simulation.sim.now;
  }

  get facts(): readonly Fact[] {
    return this.#simulation.tracer.facts;
  }

  /** What was done so far, if it is kept; it only grows. */
  get inputs(): readonly TimedInput[] {
    return this.#inputs;
  }

  /** The run so far as a value, if it is kept. */
  get recording(): Recording {
    return { ...this.#recording, inputs: [...this.#inputs], until: this.at };
  }

  /** How many requests of clients there were so far. */
  get requests(): number {
    return this.#requests;
  }

  get listens(): boolean {
    return this.#simulation.cluster.process('kube-apiserver')?.running !== false;
  }

  get paused(): boolean {
    return this.#paused;
  }

  get speed(): number {
    return this.#speed;
  }

  /** Whether the trace has as many facts as are kept: what happens later is not in it. */
  get full(): boolean {
    return this.facts.length >= mostFacts;
  }

  /** Does what a person did in a page of this run; the moment is the present one. */
  enter(input: WorldInput): void {
    this.#input(input);
  }

  /** Sends a request into the run; returns its number. */
  send(http: OutsideRequest, receiver: Receiver): number {
    const request = ++this.#requests;
    this.#receivers.set(request, receiver);
    this.#waiting.add(request);
    this.#act({ kind: 'request', request, http });
    return request;
  }

  /** Sends a piece through the upgraded connection of a request. */
  sendPiece(request: number, piece: OutsidePiece): void {
    if (this.#receivers.has(request)) this.#act({ kind: 'piece', request, piece });
  }

  /** Goes on with a port-forward. */
  forward(request: number, frame: PortForwardFrame): void {
    if (this.#receivers.has(request)) this.#act({ kind: 'frame', request, frame });
  }

  /** Ends a request whose client has gone; nothing more is received for it. */
  hangUp(request: number): void {
    if (!this.#receivers.delete(request)) return;
    this.#waiting.delete(request);
    this.#act({ kind: 'hangup', request });
  }

  /** Says whose tokens the API server accepts from now on. */
  trust(action: IdentityAction): void {
    this.#act(action);
  }

  /** Virtual time stands; clients wait, as with a slow server. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#setAnchor();
    this.#plan();
  }

  /** Lets a length of virtual time pass while the world stands. */
  step(duration: number): void {
    this.#paused = true;
    this.#simulation.sim.run(this.at + duration);
  }

  setSpeed(speed: number): void {
    if (speed === this.#speed) return;
    const due = this.#due();
    this.#speed = speed;
    this.#anchor = { at: Math.max(due, this.at), real: performance.now() };
  }

  /** Hangs up for all clients, as when their network is gone. */
  hangUpAll(): void {
    for (const request of [...this.#receivers.keys()]) this.hangUp(request);
  }

  close(): void {
    this.#closed = true;
    for (const call of this.#calls.values()) call.abort();
    this.#unplan();
  }

  /**
   * Ends the world, and leaves the simulation for whoever goes on with it: all moments up to the
   * present one are over, nobody waits for an answer, and each call outside has broken.
   */
  leave(): void {
    this.hangUpAll();
    for (const call of this.#calls.keys()) {
      this.#act({ kind: 'answer', call, answer: { error: 'EOF' } });
    }
    this.close();
    this.#simulation.sim.run(Math.max(this.#lastInput, this.at));
    const { outside, outsideServers } = this.#simulation.cluster;
    outside.listener = undefined;
    outsideServers.listener = undefined;
  }

  #listen(): void {
    const take = (request: number, isLast: boolean): Receiver | undefined => {
      const receiver = this.#receivers.get(request);
      this.#waiting.delete(request);
      if (isLast) this.#receivers.delete(request);
      return receiver;
    };
    this.#simulation.cluster.outside.listener = {
      answered: (request, response, streams) =>
        take(request, !streams)?.answered(response, streams),
      received: (request, piece) => take(request, false)?.received(piece),
      streamed: (request, piece) => take(request, false)?.streamed?.(piece),
      forwarded: (request, frame) => take(request, false)?.forwarded?.(frame),
      ended: (request) => take(request, true)?.ended(),
      failed: (request, message) => take(request, true)?.failed(message),
    };
  }

  /** The answer of a server outside becomes an input of the run. */
  #callOut(callOutside: CallOutside): void {
    this.#simulation.cluster.outsideServers.listener = {
      called: (call, request) => {
        const controller = new AbortController();
        this.#calls.set(call, controller);
        void callOutside(request, controller.signal).then((answer) => {
          if (this.#calls.has(call)) this.#act({ kind: 'answer', call, answer });
        });
      },
      dropped: (call) => {
        this.#calls.get(call)?.abort();
        this.#calls.delete(call);
      },
    };
    this.#act({ kind: 'outbound' });
  }

  #act(action: OutsideAction): void {
    this.#input({ kind: 'outside', action });
  }

  #input(done: WorldInput): void {
    if (this.#closed) return;
    const at = this.#nextMoment();
    const input = { at, ...done };
    this.#lastInput = at;
    if (this.#keeps) this.#inputs.push(input);
    this.#simulation.plan(input);
    this.#unplan();
    this.#plan();
  }

  /**
   * When what comes from outside happens: now. A run that is behind the clock is not waited for, as
   * then every client would wait for all that is still to be done before.
   */
  #nextMoment(): number {
    const { nextAt = Number.POSITIVE_INFINITY } = this.#simulation.sim;
    const now = Math.min(Math.ceil(this.#due()), nextAt);
    return Math.max(now, this.at + 1, this.#lastInput + 1);
  }

  /** The moment that the real clock says it is. */
  #due(): number {
    if (this.#paused) return this.at;
    const passed = (performance.now() - this.#anchor.real) * 1000 * this.#speed;
    return this.#anchor.at + Math.floor(passed);
  }

  #setAnchor(): void {
    this.#anchor = { at: this.at, real: performance.now() };
  }

  /** Whether somebody waits for an answer of the run. */
  get #isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Sleeps until the next event is due; a client that waits gets its answer in that moment. */
  #plan(): void {
    if (this.#closed || this.#paused || this.#planned !== undefined) return;
    const { nextAt = Number.POSITIVE_INFINITY } = this.#simulation.sim;
    const left = (nextAt - this.#due()) / (1000 * this.#speed);
    const pause = Math.min(this.#isAwaited ? left - mostAhead : left, longestPause);
    const isAwaited = this.#isAwaited || this.#calls.size > 0;
    if (isAwaited && pause < shortestTimer) {
      this.#planned = this.#options.soon(() => this.#advance());
      return;
    }
    const timer = setTimeout(() => this.#advance(), Math.max(pause, shortestTimer));
    this.#planned = () => clearTimeout(timer);
  }

  #unplan(): void {
    this.#planned?.();
    this.#planned = undefined;
  }

  #advance(): void {
    this.#planned = undefined;
    if (this.#closed || this.#paused) return;
    const { sim } = this.#simulation;
    const due = this.#due();
    const end = performance.now() + portion;
    const isOver = (): boolean => performance.now() > end;
    try {
      sim.run(due, isOver);
      if (this.#isAwaited && !isOver()) {
        const ahead = Math.floor(due + mostAhead * 1000 * this.#speed);
        sim.run(ahead, () => !this.#isAwaited || isOver());
      }
    } catch (error) {
      this.close();
      if (this.#options.failed === undefined) throw error;
      this.#options.failed(error);
      return;
    }
    if (this.full) this.#simulation.tracer.stopKeeping();
    const behind = due - this.at;
    if (behind > mostBehind * this.#speed) this.#setAnchor();
    if (behind <= 0) this.#plan();
    else this.#planned = this.#options.soon(() => this.#advance());
  }
}

/** The greatest number of a request in a run so far. */
const lastRequest = (inputs: readonly TimedInput[]): number =>
  inputs.reduce(
    (last, { kind, ...input }) =>
      kind === 'outside' && 'action' in input && 'request' in input.action
        ? Math.max(last, Number(input.action.request))
        : last,
    0,
  );

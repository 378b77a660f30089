/**
 * The bridge between the real clock and the simulation: virtual time follows real time, times the
 * speed, and whatever a client does becomes a timed input of the run.
 *
 * In: a recording to begin with, and actions of clients. Out: the answers, in the moment in which
 * the simulation reaches them, and the recording of all that was done. A machine that is too slow
 * for the speed lets virtual time fall behind; no event is skipped.
 */
import { second } from '#base/sim-time';
import type { OutsideListener } from '#cluster/client/outside/outside-clients';
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import type { ClusterSimulation } from '#cluster/run/cluster-simulation';
import type { Fact } from '#trace/facts';
import type { OutsideAction } from '#trace/outside-action';
import { scenarioOf, simulationOf } from '#worker/live-simulation';
import type { Recording, TimedInput } from '#worker/protocol';

/** Real milliseconds that one portion of work may take before sockets are looked at again. */
const portion = 8;
/** Real milliseconds between two looks at the clock: while a client waits, and otherwise. */
const shortPause = 1;
const longPause = 5;
/** How far virtual time may fall behind the clock before the clock is set back to it. */
const mostBehind = second;

export interface WorldOptions {
  /** Virtual seconds in a real one. */
  readonly speed: number;
  readonly paused: boolean;
}

export class World {
  readonly #recording: Recording;
  readonly #simulation: ClusterSimulation;
  readonly #inputs: TimedInput[] = [];
  #speed: number;
  #paused: boolean;
  /** A moment of virtual time, and the reading of the real clock at which it was due. */
  #anchor = { at: 0, real: 0 };
  #timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  #closed = false;
  #requests = 0;
  /** How many clients wait for an answer that has not begun. */
  #waiting = 0;

  /** Starts the cluster and runs it until it is ready, as fast as the machine can. */
  constructor(
    recording: Omit<Recording, 'inputs'>,
    parts: ClusterParts,
    { speed, paused }: WorldOptions,
  ) {
    this.#recording = { ...recording, inputs: [] };
    this.#speed = speed;
    this.#paused = paused;
    this.#simulation = simulationOf(this.#recording, parts);
    this.#simulation.sim.run(scenarioOf(this.#recording).readyAt);
    this.#setAnchor();
    this.#plan();
  }

  /** The present moment of virtual time: all before it has happened. */
  get at(): number {
    return this.#simulation.sim.now;
  }

  get facts(): readonly Fact[] {
    return this.#simulation.tracer.facts;
  }

  /** The run so far as a value. */
  get recording(): Recording {
    return { ...this.#recording, inputs: [...this.#inputs], until: this.at };
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Who hears the answers. */
  listen(listener: OutsideListener): void {
    this.#simulation.cluster.outside.listener = {
      answered: (request, response, streams) => {
        this.#waiting--;
        listener.answered(request, response, streams);
      },
      failed: (request, message) => {
        this.#waiting--;
        listener.failed(request, message);
      },
      received: (request, piece) => listener.received(request, piece),
      ended: (request) => listener.ended(request),
    };
  }

  /** Sends a request into the run; returns its number. */
  send(http: Extract<OutsideAction, { readonly kind: 'request' }>['http']): number {
    const request = ++this.#requests;
    this.#waiting++;
    this.#act({ kind: 'request', request, http });
    return request;
  }

  /** Ends a request whose client has gone. `waited`: its answer had not begun. */
  hangUp(request: number, waited: boolean): void {
    if (waited) this.#waiting--;
    this.#act({ kind: 'hangup', request });
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

  close(): void {
    this.#closed = true;
    this.#unplan();
  }

  #act(action: OutsideAction): void {
    if (this.#closed) return;
    const last = this.#inputs.at(-1)?.at ?? 0;
    const input = {
      at: Math.max(Math.ceil(this.#due()), this.at + 1, last + 1),
      kind: 'outside',
      action,
    } as const;
    this.#inputs.push(input);
    this.#simulation.plan(input);
    this.#unplan();
    this.#plan();
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

  #plan(): void {
    if (this.#closed || this.#paused || this.#timer !== undefined) return;
    const pause = this.#waiting > 0 ? shortPause : longPause;
    this.#timer = setTimeout(() => this.#advance(), pause);
  }

  #unplan(): void {
    clearTimeout(this.#timer as NodeJS.Timeout);
    clearImmediate(this.#timer as NodeJS.Immediate);
    this.#timer = undefined;
  }

  #advance(): void {
    this.#timer = undefined;
    if (this.#closed || this.#paused) return;
    const due = this.#due();
    const end = performance.now() + portion;
    this.#simulation.sim.run(due, () => performance.now() > end);
    const behind = due - this.at;
    if (behind > mostBehind * this.#speed) this.#setAnchor();
    if (behind <= 0) this.#plan();
    else this.#timer = setImmediate(() => this.#advance());
  }
}

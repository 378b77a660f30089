/**
 * A cluster together with its clock and trace: the one way to run it, for the worker, the
 * conformance command and the bench alike.
 *
 * In: configuration, seed, inputs at moments of virtual time. Out: the trace.
 */
import { defined } from '#base/defined';
import { makeProtoAnOrdinaryKey } from '#base/own';
import { createPrng } from '#base/prng';
import type { Result } from '#base/result';
import { type Duration, type SimTime, second } from '#base/sim-time';
import { wellFormedText } from '#base/well-formed-text';
import type { CommandResult } from '#cluster/client/kubectl/kubectl';
import { Simulation } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { HostAction } from '#trace/host-action';
import { writeHostAction } from '#trace/host-words';
import { isOfServers, type OutsideAction, withoutSecrets } from '#trace/outside-action';
import type { TerminalInput } from '#trace/terminal-input';
import { Tracer } from '#trace/tracer';
import { Cluster, type Command } from '../cluster.ts';
import type { ClusterConfig } from '../config/cluster-config.ts';
import { takeHostAction } from '../machine/take-host-action.ts';
import type { ClusterParts } from '../parts/cluster-parts.ts';
import { QuietWatch } from './quiet-watch.ts';

/** An input at its moment; the same shape as the worker's `TimedInput`. */
export type ClusterInput =
  | {
      readonly at: SimTime;
      readonly kind: 'command';
      readonly line: string;
      readonly user: string;
      readonly stdin?: string;
      readonly terminal?: true;
    }
  | {
      readonly at: SimTime;
      readonly kind: 'stdin';
      readonly command: number;
      readonly typed: TerminalInput;
    }
  | { readonly at: SimTime; readonly kind: 'host'; readonly action: HostAction }
  | { readonly at: SimTime; readonly kind: 'outside'; readonly action: OutsideAction };

makeProtoAnOrdinaryKey();

/** Standard input of the command. */
function asBytesCarryIt<T extends Omit<Command, 'input'>>(command: T): T {
  const { line, argv, stdin } = command;
  return {
    ...command,
    ...(line === undefined ? {} : { line: wellFormedText(line) }),
    ...(argv === undefined ? {} : { argv: argv.map(wellFormedText) }),
    ...(stdin === undefined ? {} : { stdin: wellFormedText(stdin) }),
  };
}

export class ClusterSimulation {
  readonly sim = new Simulation();
  readonly tracer: Tracer;
  readonly cluster: Cluster;
  readonly #quiet: QuietWatch;
  #inputs = 0;
  #running = 0;

  /**
   * `keepsTrace`: whether facts are kept. Without them memory stays bounded however long it runs.
   */
  constructor(config: ClusterConfig, seed: number, parts: ClusterParts, keepsTrace = true) {
    this.tracer = new Tracer(this.sim, keepsTrace);
    this.#quiet = new QuietWatch(this.tracer);
    const prng = createPrng(seed);
    this.cluster = new Cluster({ sim: this.sim, tracer: this.tracer, prng }, config, parts);
  }

  /** Adds parts that were fetched after the cluster was made. */
  provide(parts: ClusterParts): void {
    this.cluster.provide(parts);
  }

  /**
   * Schedules an input for its moment, which must be in the future: it is the first event of that
   * moment.
   */
  plan(input: ClusterInput): void {
    this.sim.input(input.at, () => {
      if (input.kind === 'command') this.#enter(input);
      else if (input.kind === 'stdin') this.#type(input.command, input.typed);
      else if (input.kind === 'host') this.hostAction(input.action);
      else this.#outsideAction(input.action);
    });
  }

  /** Enters a command now and runs until it has exited, or `limit` of virtual time has passed. */
  runCommand(
    command: { line?: string; argv?: readonly string[]; user: string; stdin?: string },
    limit: Duration,
  ): CommandResult | undefined {
    const task = this.#enter({ line: (command.argv ?? []).join(' '), ...command });
    this.sim.run(this.sim.now + limit, () => task.done);
    let result: CommandResult | undefined;
    const join = task.join();
    const step = join.next();
    if (step.done === true) result = step.value;
    return result;
  }

  /**
   * Runs until only heartbeats have happened for `quiet`, or `limit` has passed. Returns whether
   * the cluster settled.
   */
  runUntilQuiet(quiet: Duration, limit: Duration): boolean {
    const end = this.sim.now + limit;
    this.#quiet.touch(this.sim.now);
    for (;;) {
      const settled = this.#quiet.lastWrite + quiet;
      if (settled <= this.sim.now && this.#running === 0) return true;
      if (this.sim.now >= end) return false;
      this.sim.run(Math.min(end, Math.max(settled, this.sim.now + second / 10)));
    }
  }

  /** Since when only heartbeats happen; `undefined` while a command runs. */
  quietSince(): SimTime | undefined {
    return this.#running > 0 ? undefined : this.#quiet.lastWrite;
  }

  /** Lets go of the facts before this place. */
  letGo(before: number): void {
    this.tracer.letGo(before);
  }

  #enter(typed: Omit<Command, 'input'>): Task<CommandResult> {
    const command = asBytesCarryIt(typed);
    const input = this.#inputs++;
    const { user, stdin, terminal } = command;
    this.tracer.emitRoot({
      type: 'CommandEntered',
      component: 'person',
      input,
      line: command.line ?? '',
      user,
      ...defined({ stdin, terminal }),
    });
    // In a terminal it may wait for a person, and a run does not wait for one.
    if (terminal !== true) this.#running++;
    const task = this.cluster.execute({ ...command, input });
    this.sim.spawn('command', this.#finish(task, terminal !== true));
    return task;
  }

  *#finish(task: Task<CommandResult>, isCounted: boolean) {
    yield* task.join();
    if (isCounted) this.#running--;
    this.#quiet.touch(this.sim.now);
  }

  /** Somebody types for a running command. */
  #type(command: number, typed: TerminalInput): void {
    const input = this.#inputs++;
    const given = typed.kind === 'text' ? { ...typed, text: wellFormedText(typed.text) } : typed;
    const echo = this.cluster.echoOf(command, given);
    this.tracer.emitRoot({
      type: 'TerminalTyped',
      component: 'person',
      input,
      command,
      typed: given,
      echo,
    });
    this.#quiet.touch(this.sim.now);
    this.cluster.type(command, given);
  }

  /**
   * Does something to a machine now. Returns the output of a script on the host, or an error text.
   */
  hostAction(action: HostAction): Result<string, string> {
    return this.sim.under(0, () => this.#hostAction(action));
  }

  /** Lets a client outside the simulation act now. */
  #outsideAction(action: OutsideAction): void {
    const input = this.#inputs++;
    const shown = withoutSecrets(action);
    this.tracer.emitRoot({
      type: 'OutsideActionTaken',
      component: 'outside',
      input,
      action: shown,
    });
    const { outside, outsideServers } = this.cluster;
    if (isOfServers(action)) outsideServers.take(action);
    else outside.take(action);
  }

  #hostAction(action: HostAction): Result<string, string> {
    const input = this.#inputs++;
    this.tracer.emitRoot({ type: 'HostActionTaken', component: 'person', input, action });
    const done = takeHostAction(this.cluster, action);
    if (!done.ok) {
      this.tracer.emit({
        type: 'Noted',
        component: 'cluster',
        message: 'host-action.unsupported',
        params: { action: writeHostAction(action), reason: done.error },
      });
    }
    return done;
  }
}

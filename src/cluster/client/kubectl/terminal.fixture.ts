/** A person at a terminal: types a command, and more while it runs, and sees what it shows. */
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { type ClusterInput, ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import type { Fact } from '#trace/facts';
import type { TerminalInput } from '#trace/terminal-input';

export class PersonAtTerminal {
  readonly simulation = new ClusterSimulation(clusterOf(1), 3, allParts);
  /** Everything that was done, in order. */
  readonly inputs: ClusterInput[] = [];
  #command = 0;
  #seen = 0;

  constructor() {
    this.wait(25);
  }

  get facts(): readonly Fact[] {
    return this.simulation.tracer.facts;
  }

  /** Lets so many seconds pass; returns what the terminal has shown since the last look. */
  wait(time: number): string {
    const { sim } = this.simulation;
    sim.run(sim.now + seconds(time));
    const shown = this.facts.slice(this.#seen).map((fact) => {
      if (fact.type === 'OutputPrinted') return fact.text;
      return fact.type === 'TerminalTyped' ? fact.echo : '';
    });
    this.#seen = this.facts.length;
    return shown.join('').replaceAll('\r\n', '\n');
  }

  /** Enters a command in the terminal. */
  enter(line: string, time = 5): string {
    return this.enterLine(`kubectl ${line}`, time);
  }

  /** Enters a line that is not kubectl alone. */
  enterLine(line: string, time = 5): string {
    this.#command = this.inputs.length;
    const at = this.simulation.sim.now + 1;
    this.#plan({ at, kind: 'command', line, user: 'admin', terminal: true });
    return this.wait(time);
  }

  /** Runs a line of another program, beside the command that is in the terminal. */
  beside(line: string, time = 5): string {
    this.#plan({ at: this.simulation.sim.now + 1, kind: 'command', line, user: 'admin' });
    return this.wait(time);
  }

  /** Types for the command: `^C`, `^D`, or a line. */
  type(text: string, time = 1): string {
    const at = this.simulation.sim.now + 1;
    this.#plan({ at, kind: 'stdin', command: this.#command, typed: typedOf(text) });
    return this.wait(time);
  }

  /** The exit code of the last command; undefined while it runs. */
  get exitCode(): number | undefined {
    const found = this.facts.findLast(
      (fact) => fact.type === 'CommandExited' && fact.input === this.#command,
    );
    return found?.type === 'CommandExited' ? found.exitCode : undefined;
  }

  #plan(input: ClusterInput): void {
    this.inputs.push(input);
    this.simulation.plan(input);
  }
}

function typedOf(text: string): TerminalInput {
  if (text === '^C') return { kind: 'interrupt' };
  if (text === '^D') return { kind: 'end' };
  return { kind: 'text', text: `${text}\n` };
}

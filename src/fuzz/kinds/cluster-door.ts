/**
 * The door that leads into a cluster: kubectl at a terminal, and what the cluster then does.
 *
 * In: the words of a command. Out: what it said, and the faults that any component survived since.
 */
import { type Duration, ms, seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import type { Answer } from '../fuzz-kind.ts';

export interface Typed {
  readonly line?: string;
  readonly argv?: readonly string[];
  readonly stdin?: string;
}

/** A command that has not ended by then goes on, and is not waited for. */
const usualPatience: Duration = seconds(3);
/** What controllers and kubelets do with it. */
const afterwards: Duration = ms(200);

export class ClusterDoor {
  readonly #simulation: ClusterSimulation;
  readonly #patience: Duration;
  #facts = 0;

  constructor(seed: number, patience = usualPatience, begin: readonly Typed[] = []) {
    this.#patience = patience;
    this.#simulation = new ClusterSimulation(clusterOf(2), seed, allParts);
    this.#simulation.sim.run(seconds(20));
    for (const typed of begin) this.#type(typed, seconds(60));
  }

  /** Types a command and lets the cluster go on for a moment. */
  type(typed: Typed): Answer {
    const said = this.#type(typed, this.#patience);
    const { sim } = this.#simulation;
    sim.run(sim.now + afterwards);
    return { said, panics: this.#panics() };
  }

  /** A look at a machine with a shell of its own. */
  look(command: string): Answer {
    const looked = this.#simulation.hostAction({ kind: 'look', command });
    return { said: looked.ok ? looked.value : looked.error, panics: this.#panics() };
  }

  #type(typed: Typed, limit: Duration): string {
    const answer = this.#simulation.runCommand({ ...typed, user: 'admin' }, limit);
    return answer === undefined ? '' : `${answer.stdout}\n${answer.stderr}`;
  }

  #panics(): readonly string[] {
    const { facts } = this.#simulation.tracer;
    const from = this.#facts;
    this.#facts = facts.length;
    return facts.slice(from).flatMap((fact) => {
      if (fact.type !== 'PanicRecovered') return [];
      return [`${fact.component}: ${fact.message}: ${fact.doing}`];
    });
  }
}

/** Several answers as one. */
export const joined = (answers: readonly Answer[]): Answer => ({
  said: answers.map(({ said }) => said).join('\n'),
  panics: answers.flatMap(({ panics = [] }) => panics),
});

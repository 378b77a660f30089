/**
 * Takes turns among the backends of a rule, and among the endpoints of each.
 *
 * Models traefik pkg/server/service/loadbalancer/wrr: earliest deadline first, where a backend's
 * deadline comes the sooner the larger its weight. What has been counted is lost when the
 * configuration changes, as there.
 */

interface Turn {
  readonly index: number;
  readonly weight: number;
  deadline: number;
}

export class Turns {
  readonly #turns = new Map<string, readonly Turn[]>();

  /** Forgets what was counted. */
  reset(): void {
    this.#turns.clear();
  }

  /** Whose turn it is, by index; `undefined`: nobody has a weight. */
  next(key: string, weights: readonly number[]): number | undefined {
    let turns = this.#turns.get(key);
    if (turns === undefined) {
      turns = weights.flatMap((weight, index) =>
        weight > 0 ? [{ index, weight, deadline: 1 / weight }] : [],
      );
      this.#turns.set(key, turns);
    }
    let first = turns[0];
    for (const turn of turns) {
      if (first !== undefined && turn.deadline < first.deadline) first = turn;
    }
    if (first === undefined) return undefined;
    first.deadline += 1 / first.weight;
    return first.index;
  }
}

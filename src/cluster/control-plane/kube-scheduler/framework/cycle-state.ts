/**
 * The state that plugins keep during one scheduling cycle of one pod.
 * Models kubernetes/pkg/scheduler/framework/cycle_state.go.
 */

/** A value of one plugin that a dry run may copy and change. */
export interface StateData {
  clone(): StateData;
}

/** Names a value and its type. */
export class StateKey<T extends StateData> {
  readonly name: string;
  /** Never set: it only ties the type to the key. */
  declare readonly type: T;

  constructor(name: string) {
    this.name = name;
  }
}

export class CycleState {
  readonly #data = new Map<string, StateData>();
  /** Plugins whose Filter (after PreFilter) or Score (after PreScore) does not run. */
  readonly skipFilter = new Set<string>();
  readonly skipScore = new Set<string>();

  write<T extends StateData>(key: StateKey<T>, value: T): void {
    this.#data.set(key.name, value);
  }

  read<T extends StateData>(key: StateKey<T>): T | undefined {
    return this.#data.get(key.name) as T | undefined;
  }

  /** A deep copy for a dry run. */
  clone(): CycleState {
    const copy = new CycleState();
    for (const [name, value] of this.#data) copy.#data.set(name, value.clone());
    for (const name of this.skipFilter) copy.skipFilter.add(name);
    for (const name of this.skipScore) copy.skipScore.add(name);
    return copy;
  }
}

/**
 * Scenes kept at regular places of the trace, so that any moment is at most a few hundred facts
 * away from a known one. The maps in them are shared with their neighbours.
 */
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { advance } from './advance.ts';
import { emptyScene, type Scene } from './scene.ts';

/** Facts between two kept scenes. */
const distance = 250;

export class Checkpoints {
  /** The n-th scene stands at fact n × distance. */
  readonly #scenes: Scene[] = [emptyScene];

  /** Keeps scenes up to the end of the trace; called as facts arrive, so that seeking is cheap. */
  extend(facts: readonly Fact[]): void {
    for (;;) {
      const next = this.#scenes.length * distance;
      const last = this.#scenes.at(-1);
      if (last === undefined || next > facts.length) return;
      this.#scenes.push(advance(last, facts, next));
    }
  }

  /** Forgets the scenes after a fact, because the trace goes another way from there. */
  truncate(kept: FactId): void {
    this.#scenes.length = Math.min(this.#scenes.length, Math.floor(kept / distance) + 1);
  }

  /** The scenes up to a fact, for another log of the same facts. */
  copyTo(kept: FactId): Checkpoints {
    const copy = new Checkpoints();
    copy.#scenes.splice(0, 1, ...this.#scenes.slice(0, Math.floor(kept / distance) + 1));
    return copy;
  }

  /**
   * The scene at a fact. `near` is a scene the caller has at hand; if it lies between the
   * checkpoint and the goal, the fold starts there.
   */
  sceneAt(facts: readonly Fact[], cursor: FactId, near: Scene = emptyScene): Scene {
    const index = Math.min(Math.floor(cursor / distance), this.#scenes.length - 1);
    const kept = this.#scenes[index] ?? emptyScene;
    const start = near.cursor <= cursor && near.cursor > kept.cursor ? near : kept;
    return advance(start, facts, cursor);
  }
}

/**
 * Scenes kept on the way through the trace, so that any moment is not far from a known one. The
 * maps in them are shared with their neighbours where nothing changed.
 *
 * A scene is a copy of what changed since the last one, so the more a cluster holds the further
 * they are apart: the memory for a fact stays the same, however long the run. At 350,000 facts, a
 * scene each 250 facts took 350 MB and half of the time of taking in the facts.
 *
 * The end of a run that grows has none yet: they are kept when nothing else is to be done, or when
 * somebody goes there.
 */
import type { FactId } from '#trace/fact';
import type { FactList } from '#trace/fact-list';
import { advance } from './advance.ts';
import { emptyScene, type Scene } from './scene.ts';

/** Facts between two kept scenes, at least. */
const distance = 500;
/** Entries of a scene for each fact between it and the next kept one. */
const entriesForFact = 2;

/** Facts at the end of a trace without a kept scene, at most: folding them takes some ten ms. */
const mostBehind = 12_288;

/** So far behind the end they are thinned, to so many facts between two. */
const near = 100_000;
const farDistance = 4096;
/** Facts between two times of thinning. */
const thinnedEach = 16_384;

/** Where the next scene is kept. */
const nextAfter = (scene: Scene): FactId =>
  scene.cursor + Math.max(distance, Math.ceil(entriesOf(scene) / entriesForFact));

/** How much is copied with a scene: the maps and lists that grow with the cluster. */
const entriesOf = ({ etcd, pods, events, scheduler, requests }: Scene): number =>
  etcd.keys.size + pods.size + events.length + scheduler.bound.size + requests.size;

export class Checkpoints {
  /** In the order of their cursors. */
  #scenes: Scene[] = [emptyScene];
  #thinnedAt = 0;

  /** Called as facts arrive, so that seeking is cheap. */
  follow(facts: FactList): void {
    while (this.keepOne(facts, facts.length - mostBehind));
  }

  /**
   * Keeps the next scene if it stands at or before a fact, by default the last one; returns whether
   * it does.
   */
  keepOne(facts: FactList, to = facts.length): boolean {
    const last = this.#scenes.at(-1) ?? emptyScene;
    const next = nextAfter(last);
    if (next > to) return false;
    this.#scenes.push(advance(last, facts, next));
    this.#thin(facts.length);
    return true;
  }

  #thin(end: FactId): void {
    if (end - this.#thinnedAt < thinnedEach) return;
    this.#thinnedAt = end;
    let last = Number.NEGATIVE_INFINITY;
    this.#scenes = this.#scenes.filter(({ cursor }) => {
      const stays = cursor > end - near || cursor - last >= farDistance;
      if (stays) last = cursor;
      return stays;
    });
  }

  /** Forgets the scenes after a fact, because the trace goes another way from there. */
  truncate(kept: FactId): void {
    this.#scenes.length = this.#countUpTo(kept);
    this.#thinnedAt = Math.min(this.#thinnedAt, kept);
  }

  /** The scenes up to a fact, for another log of the same facts. */
  copyTo(kept: FactId): Checkpoints {
    const copy = new Checkpoints();
    copy.#scenes = this.#scenes.slice(0, this.#countUpTo(kept));
    return copy;
  }

  /**
   * The scene at a fact. `near` is a scene the caller has at hand; if it lies between the
   * checkpoint and the goal, the fold starts there.
   */
  sceneAt(facts: FactList, cursor: FactId, near: Scene = emptyScene): Scene {
    const last = this.#scenes.at(-1) ?? emptyScene;
    const isNear = near.cursor <= cursor && near.cursor > last.cursor;
    if (!isNear) while (this.keepOne(facts, cursor));
    const kept = this.#scenes[this.#countUpTo(cursor) - 1] ?? emptyScene;
    const start = near.cursor <= cursor && near.cursor > kept.cursor ? near : kept;
    return advance(start, facts, cursor);
  }

  /** How many of the kept scenes stand at or before a fact. */
  #countUpTo(fact: FactId): number {
    let low = 0;
    let high = this.#scenes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#scenes[middle]?.cursor ?? 0) <= fact) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * The telling of a beat, or of any fact, within its run. Every beat has one: for a kind of fact
 * without a telling of its own, the caption is the line.
 */
import type { Anchor, ChangedLine, Telling } from '#facts/telling';
import { outerRoom } from '#facts/tellings/anchors';
import type { PodPlace, TellingRun } from '#facts/tellings/telling-run';
import { tellingOf } from '#facts/tellings/tellings';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf, FactType } from '#trace/facts';
import { etcdFolder, etcdKeyOfObject, storedObjectKey } from '#trace/object-key';
import { beatHere } from './beat-here.ts';
import type { Beat } from './beats.ts';
import { captionInLog } from './caption-in-log.ts';
import { kubectlStatus, type PodObject } from './object-words.ts';
import { placeOf, roomAt } from './place.ts';
import type { Scene } from './scene.ts';
import { siblingsOf } from './siblings.ts';
import type { TraceLog } from './trace-log.ts';

/** The telling of a beat, all its steps together. */
export function tellingAt(log: TraceLog, beat: Beat): Telling | undefined {
  const fact = log.fact(beat.fact);
  if (fact === undefined) return undefined;
  // Siblings are told with the main line's own fact, as long as it is of the same kind.
  const main = log.fact(log.steps[beat.main]?.fact ?? 0);
  const own = main?.type === fact.type && fact.type === 'CriReturned' ? main : fact;
  return tell(log, own, beat);
}

/** The telling of a single fact, wherever the cursor stands. */
export function tellingOfFact(log: TraceLog, fact: Fact): Telling {
  const beat = log.beats.find((each) => each.fact === fact.id);
  return tell(log, fact, beat);
}

const tell = (log: TraceLog, fact: Fact, beat: Beat | undefined): Telling =>
  tellingOf(fact, new RunAtFact(log, fact, beat)) ?? byCaption(log, fact);

/** The caption is the line; what is lit are the rooms between which the message goes. */
function byCaption(log: TraceLog, fact: Fact): Telling {
  const { id, params } = captionInLog(log, fact);
  const cast = meetingOf(log, fact);
  const changed: readonly ChangedLine[] = [];
  return {
    line: { id, params },
    anchors: {},
    cast,
    changed,
    why: undefined,
    whatIf: undefined,
    terms: [],
  };
}

/** What works for a Pod on its node is seen there from inside. */
const partOfNode = (fact: Fact): Anchor | undefined =>
  'pod' in fact && fact.pod !== '' && /^node-[^/]+\/(kubelet|containerd|cni)$/.test(fact.component)
    ? fact.component
    : undefined;

/** Who asks, the API server, and where it happens; for news the API server and who hears. */
function meetingOf(log: TraceLog, fact: Fact): readonly Anchor[] {
  const request = log.requestOf(fact.id);
  const sender = request === 0 ? undefined : log.fact(log.factsOfRequest(request)[0] ?? 0);
  const crosses = request !== 0 || fact.type === 'WatchEventReceived';
  return [
    ...new Set([
      ...(sender === undefined ? [] : [outerRoom(sender.component)]),
      ...(crosses ? ['kube-apiserver'] : []),
      partOfNode(fact) ?? outerRoom(fact.component),
      ...(fact.type === 'WatchEventSent' ? [outerRoom(fact.to)] : []),
      ...(fact.type === 'PodAssumed' || fact.type === 'PodBound' ? [fact.node] : []),
    ]),
  ];
}

/** The cast of the beat that a player shows or moves to, and beside the beats that of the fact. */
export function castInLog(player: Parameters<typeof beatHere>[0] & { readonly scene: Scene }) {
  const { log, cursor, toward, scene } = player;
  const beat = beatHere(player);
  if (beat !== undefined) return onMap(scene, tellingAt(log, beat)?.cast ?? []);
  const fact = log.fact(toward ?? cursor);
  if (fact === undefined || placeOf(log, scene) === undefined) return [];
  return onMap(scene, tellingOfFact(log, fact).cast);
}

/** A program in a Pod has no room of its own: where it is seen is where its Pod runs. */
export const onMap = (scene: Scene, cast: readonly Anchor[]): readonly Anchor[] =>
  cast.map((anchor) => (/[ /]/.test(anchor) ? anchor : (roomAt(scene, anchor) ?? anchor)));

class RunAtFact implements TellingRun {
  readonly #log: TraceLog;
  readonly #fact: Fact;
  readonly #beat: Beat | undefined;
  /** The run up to this fact; no later fact is known. */
  readonly #upTo: FactId;

  constructor(log: TraceLog, fact: Fact, beat: Beat | undefined) {
    this.#log = log;
    this.#fact = fact;
    this.#beat = beat;
    this.#upTo = Math.max(fact.id, beat?.fact ?? 0);
  }

  get request(): readonly Fact[] {
    const request = this.#log.requestOf(this.#fact.id);
    return request === 0 ? [] : this.#factsOf(this.#log.factsOfRequest(request));
  }

  get told(): readonly Fact[] {
    const first = this.#log.steps[this.#beat?.first ?? 0]?.fact ?? 0;
    const before = this.#beat === undefined ? this.#fact.id : first;
    return this.#factsOf(this.#log.beats.flatMap(({ fact }) => (fact < before ? [fact] : [])));
  }

  get toldOfCommand(): readonly Fact[] {
    const { command } = this.#log.roleOf(this.#fact.id);
    return this.told.filter(({ id }) => this.#log.roleOf(id).command === command);
  }

  get folded(): readonly Fact[] {
    const beat = this.#beat;
    if (beat === undefined) return [this.#fact];
    return this.#factsOf(this.#log.steps.slice(beat.first, beat.last + 1).map(({ fact }) => fact));
  }

  get rounds(): number {
    return this.#beat?.rounds ?? 1;
  }

  get main(): boolean {
    return this.#log.roleOf(this.#fact.id).role === 'main';
  }

  get before(): unknown {
    if (this.#fact.type !== 'TxnCommitted') return undefined;
    return this.#valueOf(this.#fact.key, this.#fact.id - 1);
  }

  stored(key: string): unknown {
    return this.#valueOf(key.startsWith('/') ? key : etcdKeyOfObject(key), this.#upTo);
  }

  keysOf(resource: string): readonly string[] {
    return this.#log
      .keysUnder(etcdFolder(resource))
      .filter((key) => this.#valueOf(key, this.#upTo) !== undefined)
      .map(storedObjectKey);
  }

  statusOf(pod: unknown): string {
    return pod === undefined ? '' : kubectlStatus(pod as PodObject);
  }

  placeOf(pod: string): PodPlace | undefined {
    return siblingsOf(this.#log, etcdFolder('pods') + pod, this.#upTo);
  }

  latest<T extends FactType>(
    type: T,
    accepts: (fact: FactOf<T>) => boolean = () => true,
  ): FactOf<T> | undefined {
    for (let id = this.#upTo; id > 0; id -= 1) {
      const fact = this.#log.fact(id);
      if (fact?.type === type && accepts(fact as FactOf<T>)) return fact as FactOf<T>;
    }
    return undefined;
  }

  count<T extends FactType>(type: T, nameOf: (fact: FactOf<T>) => string | undefined): number {
    const names = new Set<string>();
    for (const { fact: id, type: of } of this.#log.steps) {
      if (id > this.#upTo) break;
      const fact = of === type ? this.#log.fact(id) : undefined;
      const name = fact === undefined ? undefined : nameOf(fact as FactOf<T>);
      if (name !== undefined) names.add(name);
    }
    return names.size;
  }

  causeOf({ cause }: Fact): Fact | undefined {
    return this.#log.fact(cause);
  }

  #factsOf(ids: readonly FactId[]): readonly Fact[] {
    return ids.flatMap((id) => this.#log.fact(id) ?? []);
  }

  #valueOf(key: string, upTo: FactId): unknown {
    const id = this.#log.revisionsOf(key).findLast((each) => each <= upTo);
    const written = this.#log.fact(id ?? 0);
    return written?.type === 'TxnCommitted' ? written.value : undefined;
  }
}

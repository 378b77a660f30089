/**
 * The page's end of the door (`door.ts`): between the player and its worker.
 *
 * Runs go to the worker as always. When the door is to be opened, the run that the player asks for
 * next is the one in which clients outside act.
 */
import type {
  AnswerTo,
  DoorNews,
  DoorOpening,
  DoorRequest,
  Question,
  Recording,
} from '../protocol.ts';
import type { ConnectSimulator, Simulator } from '../worker-client.ts';

export class DoorClient implements Simulator {
  readonly #ownWorker: ConnectSimulator;
  readonly #hear: (news: DoorNews) => void;
  #own: Simulator | undefined;
  #ask: (request: DoorRequest) => void = () => undefined;
  #opening: Pick<DoorOpening, 'address' | 'speed'> | undefined;
  /** The run whose door is open. */
  #run: number | undefined;

  /** `hear`: what there is to know of the door. */
  constructor(ownWorker: ConnectSimulator, hear: (news: DoorNews) => void) {
    this.#ownWorker = ownWorker;
    this.#hear = hear;
  }

  /** For the player, which gets the messages of the runs. */
  readonly connect: ConnectSimulator = (listener) => {
    this.#own = this.#ownWorker(listener);
    this.#ask = this.#own.door?.((run, news) => this.#heard(run, news)) ?? this.#ask;
    return this;
  };

  /** The next run is asked for with its door open, from its `until` on. */
  openNext(door: Pick<DoorOpening, 'address' | 'speed'>): void {
    this.#opening = door;
  }

  act(request: Exclude<DoorRequest, DoorOpening>): void {
    this.#ask(request);
  }

  run(run: number, recording: Recording, after: number): void {
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening === undefined) this.#own?.run(run, recording, after);
    else {
      const at = recording.until ?? 0;
      this.#run = run;
      this.#ask({ kind: 'open', run, recording, after, at, ...opening });
      return;
    }
    // The worker had not opened it yet, and will not.
    this.#leave();
  }

  expect(run: number, at: number, next?: Recording): void {
    this.#own?.expect?.(run, at, next);
  }

  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q> | undefined> {
    return this.#own?.ask?.(question) ?? Promise.resolve(undefined);
  }

  close(): void {
    this.#own?.close();
    this.#leave();
  }

  #leave(): void {
    if (this.#run !== undefined) this.#heard(this.#run, { kind: 'closed', why: 'left' });
  }

  /** What belongs to a door that was left already is nothing any more. */
  #heard(run: number, news: DoorNews): void {
    if (run !== this.#run) return;
    if (news.kind === 'closed') this.#run = undefined;
    this.#hear(news);
  }
}

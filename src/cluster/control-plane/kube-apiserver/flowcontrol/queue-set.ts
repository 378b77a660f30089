/**
 * The seats of one priority level, and the queues in front of them.
 *
 * Models k8s.io/apiserver pkg/util/flowcontrol/fairqueuing/queueset: a request executes when a seat
 * is free; otherwise its flow is dealt a hand of queues and it waits in the shortest of them; the
 * queue that received the least service is served next. A request takes one seat.
 */
import { fnv1a32 } from '#base/fnv';
import { type Duration, type SimTime, second } from '#base/sim-time';
import { firstOf, Signal } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';

/** The estimated run time of a request until the real one is known. Source: queueset.go G. */
const estimatedService = 60 * second;

export interface QueueSetOptions {
  /** How many requests may execute at the same time. */
  readonly seats: number;
  /** Absent: a request without a free seat is rejected. */
  readonly queuing?:
    | { readonly queues: number; readonly handSize: number; readonly queueLengthLimit: number }
    | undefined;
}

interface Waiting {
  readonly signal: Signal;
  granted: boolean;
}

interface Queue {
  readonly waiting: Waiting[];
  /** The virtual time at which this queue's next request starts. */
  virtualStart: number;
}

/** The right to execute. `release` must be called once, when the request is done. */
export interface Seat {
  readonly release: () => void;
}

export interface Ticket {
  /** The queue that it waits in. */
  readonly queue: number;
  /** Waits for a seat for at most `limit`; `undefined` when it got none. */
  take(limit: Duration): Process<Seat | undefined>;
}

export class QueueSet {
  readonly #sim: Simulation;
  readonly #queues: Queue[] = [];
  #options: QueueSetOptions;
  #executing = 0;
  #waiting = 0;
  /** Virtual time: the service that every busy queue should have received by now. */
  #virtualTime = 0;
  #lastUpdate: SimTime = 0;

  constructor(sim: Simulation, options: QueueSetOptions) {
    this.#sim = sim;
    this.#options = options;
  }

  get executing(): number {
    return this.#executing;
  }

  get seats(): number {
    return this.#options.seats;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** The level has a new configuration; waiting requests keep waiting. */
  configure(options: QueueSetOptions): void {
    this.#options = options;
    this.#dispatch();
  }

  /** Takes a seat at once, if one is free and no request waits for it. */
  tryTake(): Seat | undefined {
    if (this.#waiting > 0 || this.#executing >= this.#options.seats) return undefined;
    return this.#occupy(undefined);
  }

  /** Takes a place in a queue; `undefined` when the level does not queue or the queue is full. */
  enqueue(flow: string): Ticket | undefined {
    const { queuing } = this.#options;
    if (queuing === undefined) return undefined;
    this.#advance();
    const index = this.#shortest(dealHand(flow, queuing.queues, queuing.handSize));
    const queue = this.#queueAt(index);
    if (queue.waiting.length >= queuing.queueLengthLimit) return undefined;
    if (queue.waiting.length === 0) {
      queue.virtualStart = Math.max(queue.virtualStart, this.#virtualTime);
    }
    const item: Waiting = { signal: new Signal(this.#sim), granted: false };
    queue.waiting.push(item);
    this.#waiting++;
    return { queue: index, take: (limit) => this.#wait(queue, item, limit) };
  }

  *#wait(queue: Queue, item: Waiting, limit: Duration): Process<Seat | undefined> {
    // Waits aside, so that the request keeps its own cause whichever request frees the seat.
    let isHere = false;
    try {
      if (!item.granted) {
        yield* this.#sim.asideProcess(firstOf(this.#sim, [item.signal], limit));
      }
      isHere = true;
      if (item.granted) return this.#seatOf(queue);
      this.#removeWaiting(queue, item);
      return undefined;
    } finally {
      // The request was dropped while it waited, or just when it was its turn.
      if (!isHere && item.granted) this.#seatOf(queue).release();
      else if (!isHere) this.#removeWaiting(queue, item);
    }
  }

  #removeWaiting(queue: Queue, item: Waiting): void {
    queue.waiting.splice(queue.waiting.indexOf(item), 1);
    this.#waiting--;
  }

  #shortest(hand: readonly number[]): number {
    let best = hand[0] ?? 0;
    for (const index of hand) {
      if (this.#queueAt(index).waiting.length < this.#queueAt(best).waiting.length) best = index;
    }
    return best;
  }

  #queueAt(index: number): Queue {
    let queue = this.#queues[index];
    if (queue === undefined) {
      queue = { waiting: [], virtualStart: 0 };
      this.#queues[index] = queue;
    }
    return queue;
  }

  #occupy(queue: Queue | undefined): Seat {
    this.#advance();
    this.#executing++;
    return this.#seatOf(queue);
  }

  #seatOf(queue: Queue | undefined): Seat {
    const started = this.#sim.now;
    return {
      release: () => {
        this.#advance();
        this.#executing--;
        // The queue was charged the estimate; the unused part is credited.
        if (queue !== undefined) queue.virtualStart -= estimatedService - (this.#sim.now - started);
        this.#dispatch();
      },
    };
  }

  /** Gives free seats to waiting requests, the least served queue first. */
  #dispatch(): void {
    while (this.#waiting > 0 && this.#executing < this.#options.seats) {
      const queue = this.#leastServed();
      const item = queue?.waiting.shift();
      if (queue === undefined || item === undefined) return;
      this.#waiting--;
      this.#executing++;
      queue.virtualStart += estimatedService;
      item.granted = true;
      item.signal.notifyAll();
    }
  }

  #leastServed(): Queue | undefined {
    let best: Queue | undefined;
    for (const index in this.#queues) {
      const queue = this.#queues[index];
      if (queue === undefined || queue.waiting.length === 0) continue;
      if (best === undefined || queue.virtualStart < best.virtualStart) best = queue;
    }
    return best;
  }

  /**
   * Advances virtual time by the service given since the last call, divided among the busy queues.
   */
  #advance(): void {
    const elapsed = this.#sim.now - this.#lastUpdate;
    this.#lastUpdate = this.#sim.now;
    if (elapsed === 0 || this.#waiting === 0) return;
    let busy = 0;
    for (const index in this.#queues) {
      if ((this.#queues[index]?.waiting.length ?? 0) > 0) busy++;
    }
    this.#virtualTime += (elapsed * this.#executing) / Math.max(busy, 1);
  }
}

/**
 * Deals a hand of different queues to a flow, so that two flows rarely have the same hand. Source:
 * shufflesharding/dealer.go Dealer.Deal.
 */
export function dealHand(flow: string, queues: number, handSize: number): readonly number[] {
  const hand: number[] = [];
  let hash = fnv1a32(flow);
  for (let dealt = 0; dealt < handSize && dealt < queues; dealt++) {
    const left = queues - dealt;
    let card = hash % left;
    // `card` is an index among the queues that are not dealt yet.
    for (const other of hand.toSorted((a, b) => a - b)) if (card >= other) card++;
    hand.push(card);
    hash = fnv1a32(`${dealt}`, hash);
  }
  return hand;
}

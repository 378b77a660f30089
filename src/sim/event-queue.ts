/**
 * The pending events of a run in their total order: time first, then the order of insertion. What
 * comes from outside is first at its moment, whenever it became known. So a run gives the same
 * trace whether it gets its inputs one by one or all at the beginning.
 *
 * Two parts give that order cheaply: events due at the current moment wait in a ring, later ones
 * in a binary heap. Records are reused, because a run makes millions of them.
 */
import type { SimTime } from '#base/sim-time';
import type { Task } from './task.ts';

export interface PendingEvent {
  at: SimTime;
  seq: number;
  task: Task | undefined;
  callback: (() => void) | undefined;
  /** The suspension of the task that this event ends; stale events are dropped. */
  epoch: number;
}

const before = (a: PendingEvent, b: PendingEvent): boolean =>
  a.at < b.at || (a.at === b.at && a.seq < b.seq);

/**
 * The sequence of the first input at its moment: the run itself plans from 0 on, so inputs are
 * first.
 */
const firstInput = -(2 ** 30);

/**
 * The time begins as what is no number: a field that once held a moment too far for a small integer
 * would otherwise box every moment that is read from it, and the clock and all facts with it.
 */
const newEvent = (): PendingEvent => ({
  at: undefined as never,
  seq: 0,
  task: undefined,
  callback: undefined,
  epoch: 0,
});

export class EventQueue {
  readonly #heap: PendingEvent[] = [];
  /**
   * The due events are at `#dueHead` up to `#dueEnd`; what lies after them is old and is
   * overwritten.
   */
  #due: PendingEvent[] = [];
  #dueHead = 0;
  #dueEnd = 0;
  readonly #free: PendingEvent[] = [];
  #seq = 0;
  #inputs = 0;

  /** Plans an input from outside: after other inputs of its moment, before everything else. */
  pushInput(at: SimTime, callback: () => void): void {
    const event = this.#free.pop() ?? newEvent();
    event.at = at;
    event.seq = firstInput + this.#inputs++;
    event.task = undefined;
    event.callback = callback;
    event.epoch = 0;
    this.#heapPush(event);
  }

  push(
    now: SimTime,
    at: SimTime,
    task: Task | undefined,
    callback: (() => void) | undefined,
    epoch: number,
  ): void {
    const event = this.#free.pop() ?? newEvent();
    event.at = at;
    event.seq = this.#seq++;
    event.task = task;
    event.callback = callback;
    event.epoch = epoch;
    if (at === now) this.#due[this.#dueEnd++] = event;
    else this.#heapPush(event);
  }

  /** The next event not later than `until`; it must be given back with `release`. */
  pop(now: SimTime, until: SimTime): PendingEvent | undefined {
    const head = this.#dueHead;
    const top = this.#heap[0];
    if (head < this.#dueEnd) {
      const due = this.#due[head] as PendingEvent;
      if (top === undefined || !before(top, due)) {
        if (now > until) return undefined;
        this.#taken(head + 1);
        return due;
      }
    }
    if (top === undefined || top.at > until) return undefined;
    return this.#heapPop(top);
  }

  /** When the next event is due; absent when nothing is planned. */
  nextAt(now: SimTime): SimTime | undefined {
    return this.#dueHead < this.#dueEnd ? now : this.#heap[0]?.at;
  }

  /** All due events before `head` were handed out. */
  #taken(head: number): void {
    this.#dueHead = head;
    if (head === this.#dueEnd) {
      this.#dueHead = 0;
      this.#dueEnd = 0;
    } else if (head > 4096 && head * 2 > this.#dueEnd) {
      this.#due = this.#due.slice(head, this.#dueEnd);
      this.#dueHead = 0;
      this.#dueEnd = this.#due.length;
    }
  }

  release(event: PendingEvent): void {
    event.task = undefined;
    event.callback = undefined;
    if (this.#free.length < 1024) this.#free.push(event);
  }

  #heapPush(event: PendingEvent): void {
    this.#heap.push(event);
    this.#rise(this.#heap.length - 1, event);
  }

  /**
   * The hole that `top` leaves moves down to a leaf, always to the earlier child, and the last
   * event rises from there. It was among the latest, so it hardly ever does: half the comparisons.
   */
  #heapPop(top: PendingEvent): PendingEvent {
    const heap = this.#heap;
    const last = heap.pop() as PendingEvent;
    const size = heap.length;
    if (size === 0) return top;
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      const right = child + 1;
      if (right < size && before(heap[right] as PendingEvent, heap[child] as PendingEvent)) {
        child = right;
      }
      heap[hole] = heap[child] as PendingEvent;
      hole = child;
    }
    this.#rise(hole, last);
    return top;
  }

  /** Puts `event` at `from` or, where it is earlier than those above, higher up. */
  #rise(from: number, event: PendingEvent): void {
    const heap = this.#heap;
    let index = from;
    while (index > 0) {
      const up = (index - 1) >> 1;
      const parent = heap[up] as PendingEvent;
      if (before(parent, event)) break;
      heap[index] = parent;
      index = up;
    }
    heap[index] = event;
  }
}

/**
 * Notices a worker that does not answer: something in its run takes for ever, so that it never
 * hears a message again.
 *
 * A worker that is slow, or that waits for the network, still answers a `ping` between two slices
 * of its work. What is counted are the beats of a timer and not the time between them: while the
 * machine sleeps, or the browser holds a page in the background, neither side does anything.
 */

/** Beats of silence until the worker is asked, and until it is given up. */
export const patience = { asked: 4, givenUp: 14 } as const;
/** Milliseconds. */
const beat = 1000;

export class Watchdog {
  readonly #ask: () => void;
  readonly #giveUp: (seconds: number) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #silent = 0;

  /** `ask` sends the worker a ping; `giveUp` is called once, and then nothing is watched. */
  constructor(ask: () => void, giveUp: (seconds: number) => void) {
    this.#ask = ask;
    this.#giveUp = giveUp;
  }

  /** A run was asked for: the worker has something to answer from now on. */
  watch(): void {
    this.#silent = 0;
    this.#timer ??= setInterval(() => this.#tick(), beat);
  }

  /** The worker sent something. */
  heard(): void {
    this.#silent = 0;
  }

  /** The worker owes nothing. */
  rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#silent++;
    if (this.#silent === patience.asked) this.#ask();
    if (this.#silent < patience.givenUp) return;
    this.rest();
    this.#giveUp((patience.givenUp * beat) / 1000);
  }
}

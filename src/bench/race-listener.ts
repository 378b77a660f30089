/** What the race notes inside our page: when which messages of the worker arrive. */

/** What is noted of one command, in milliseconds after Enter. */
interface Noted {
  start?: number;
  /** The page has taken up the first facts. */
  heard?: number;
  /** The frame that shows them is over. */
  first?: number;
  ready?: number;
  done?: number;
  facts?: number;
  longest: number;
}

/** What a message of the worker brings, as far as the race looks. */
interface Message {
  readonly type: string;
  readonly facts?: number | readonly WrittenFact[];
}
interface WrittenFact {
  readonly type: string;
  readonly key?: string;
  readonly value?: { readonly status?: { readonly conditions?: readonly Condition[] } };
}
interface Condition {
  readonly type: string;
  readonly status: string;
}

/**
 * Runs in the page before its own scripts: from the message that asks for a run with a command on,
 * it notes in `globalThis.raced` when facts come, when so many Pods are Ready, and the longest
 * task. The event `raced` says that the run is there to the end.
 */
export function listenToWorkers(replicas: number): void {
  const raced = (): Noted => Reflect.get(globalThis, 'raced') ?? { longest: 0 };
  const since = (start: number): number => performance.now() - start;
  const pods = new Set<string>();
  const isReady = ({ value }: WrittenFact): boolean =>
    value?.status?.conditions?.some((each) => each.type === 'Ready' && each.status === 'True') ===
    true;
  const noteFirst = (): void => {
    const noted = raced();
    if (noted.start !== undefined) noted.first ??= since(noted.start);
  };
  const receive = ({ type, facts }: Message): void => {
    const noted = raced();
    if (noted.start === undefined) return;
    if (type === 'done' && typeof facts === 'number') {
      noted.facts = facts;
      noted.done ??= since(noted.start);
      dispatchEvent(new Event('raced'));
    }
    if (type !== 'facts' || typeof facts !== 'object') return;
    noted.heard ??= since(noted.start);
    // The page shows the first facts in a frame that it has asked for before this one.
    if (noted.first === undefined) requestAnimationFrame(() => noteFirst());
    for (const fact of facts) {
      if (fact.type !== 'TxnCommitted' || !isReady(fact)) continue;
      if (fact.key?.startsWith('/registry/pods/default/') === true) pods.add(fact.key);
    }
    if (pods.size === replicas) noted.ready ??= since(noted.start);
  };
  new PerformanceObserver((list) => {
    const noted = raced();
    for (const { startTime, duration } of list.getEntries()) {
      if (noted.start === undefined || startTime < noted.start) continue;
      noted.longest = Math.max(noted.longest, duration);
    }
  }).observe({ entryTypes: ['longtask'] });
  const Original = globalThis.Worker;
  class NotedWorker extends Original {
    #isHeard = false;
    override postMessage(message: { type: string; recording?: { inputs: unknown[] } }): void {
      const { type, recording } = message;
      // After the page's own listener: what it does to have the facts is waited for too.
      if (!this.#isHeard) {
        this.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
      }
      this.#isHeard = true;
      if (type === 'run' && recording?.inputs.length !== 0) raced().start = performance.now();
      super.postMessage(message);
    }
  }
  Object.assign(globalThis, { Worker: NotedWorker });
}

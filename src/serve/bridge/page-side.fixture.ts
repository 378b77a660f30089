/** The page at the other end of a bridge, for tests: its worker's door in this process. */
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { allParts } from '#cluster/parts/all-parts';
import { scenarios } from '#scenarios/index';
import type { Fact } from '#trace/facts';
import { Door } from '#worker/door/door';
import { FactUnpacker } from '#worker/fact-unpacker';
import { LiveSimulation } from '#worker/live-simulation';
import type { DoorNews, Recording, ResponseMessage } from '#worker/protocol';

const recording: Recording = { scenario: 'empty-cluster', seed: 7, inputs: [] };
const at = scenarios['empty-cluster'].readyAt;

/** The address of the WebSocket that a printed link leads to. */
export function doorOf(link: string): { address: string; origin: string } {
  const { host, origin, searchParams } = new URL(link);
  return { address: `ws://${host}/door?token=${searchParams.get('door')}`, origin };
}

export class PageSide {
  readonly facts: Fact[] = [];
  readonly news: DoorNews[] = [];
  readonly live = new LiveSimulation(recording, allParts);
  readonly door: Door;
  readonly #unpacker = new FactUnpacker();

  /** Opens the door of a ready cluster to the bridge that printed the link. */
  constructor(link: string, speed = 10) {
    const { address, origin } = doorOf(link);
    class BrowserSocket extends WebSocket {
      constructor(to: string) {
        super(to, { origin });
      }
    }
    vi.stubGlobal('WebSocket', BrowserSocket);
    while (!this.live.runTo(at - 1, [])) {
      // Goes on to the moment.
    }
    const failed = (error: unknown): void => {
      throw error;
    };
    this.door = new Door(
      this.live,
      { kind: 'open', run: 1, recording, after: 0, at, address, speed },
      { post: (message) => this.#hear(message), failed, full: () => undefined },
    );
  }

  get connection(): string | undefined {
    return this.#states().at(-1)?.connection;
  }

  get visitors() {
    return this.#states().at(-1)?.visitors ?? [];
  }

  /** The run as the page has it, from what it was told. */
  get recording(): Recording {
    const inputs = this.news.flatMap((each) => (each.kind === 'entered' ? each.inputs : []));
    return { ...recording, inputs };
  }

  #states() {
    return this.news.filter((each) => each.kind === 'state');
  }

  #hear(message: ResponseMessage): void {
    // As it comes through the message of a worker.
    const cloned = structuredClone(message);
    if (cloned.type === 'door') this.news.push(cloned.news);
    else if (cloned.type === 'facts') {
      this.facts.push(...this.#unpacker.unpack(cloned.packed, cloned.facts));
    }
  }
}

/**
 * One page that watches the run: gets its facts from a number on, in packed batches, and may act.
 *
 * A page that reads slowly gets them slowly: what waits for it in memory has a bound.
 */
import type { WebSocket } from 'ws';
import { readHostAction } from '#trace/host-words';
import type { World } from '#worker/door/world';
import { FactPacker } from '#worker/fact-packer';
import { managersIn } from '#worker/managers';
import { answerManifest } from '#worker/manifest/answer';
import type { Question, ServedInput, ServedMessage, ServedWorld } from '#worker/protocol';
import { writeFrame } from '#worker/served-frames';

import { readServedRequest } from './served-request.ts';

/** Facts in one message, as the worker has it. */
const batch = 600;
/** Messages of one look at the run: it must not keep the world from going on. */
const mostAtOnce = 10;
/** Real milliseconds between two looks at the run. */
const pace = 50;
/** Bytes that may wait for a page. */
const mostUnread = 8 * 1024 * 1024;

/** The part of `Recording` that a run has from its beginning, and who acts in it. */
export interface ServedRunOf {
  readonly world: World;
  readonly users: readonly string[];
}

export class Viewer {
  readonly #webSocket: WebSocket;
  readonly #world: World;
  readonly #watching: () => number;
  readonly #packer = new FactPacker();
  readonly #timer: NodeJS.Timeout;
  #sent: number;
  #told = '';
  #reached = -1;
  #isFull = false;

  /** `after`: facts up to this number are on the page already. */
  constructor(
    webSocket: WebSocket,
    { world, users }: ServedRunOf,
    after: number,
    watching: () => number,
  ) {
    this.#webSocket = webSocket;
    this.#world = world;
    this.#watching = watching;
    this.#sent = after;
    const { scenario, seed, cluster } = world.recording;
    const recording = { scenario, seed, inputs: [], ...(cluster !== undefined && { cluster }) };
    this.#post({ type: 'served', recording, users, world: this.#state() });
    webSocket.on('message', (data, isBinary) => {
      if (!isBinary) this.#hear(String(data));
    });
    this.#timer = setInterval(() => this.#look(), pace);
    webSocket.on('close', () => clearInterval(this.#timer));
    this.#look();
  }

  #hear(text: string): void {
    const request = readServedRequest(text);
    const world = this.#world;
    switch (request?.type) {
      case 'pause':
        world.pause();
        break;
      case 'resume':
        world.resume();
        break;
      case 'step':
        world.step(request.duration);
        break;
      case 'enter':
        world.enter(inputOf(request.input));
        break;
      case 'ask':
        this.#post({ type: 'answer', id: request.id, answer: this.#answer(request.question) });
        break;
      case undefined:
        this.#webSocket.close(1008, 'not a request');
    }
  }

  #answer(question: Question) {
    return question.kind === 'managers'
      ? managersIn(this.#world.facts, question)
      : answerManifest(question);
  }

  /** Sends what is new. */
  #look(): void {
    const { facts, at } = this.#world;
    const state = this.#state();
    if (JSON.stringify(state) !== this.#told) {
      this.#told = JSON.stringify(state);
      this.#post({ type: 'world', world: state });
    }
    for (let left = mostAtOnce; left > 0 && this.#sent < facts.length && this.#reads(); left--) {
      const { writes, ...packed } = this.#packer.pack(facts.slice(this.#sent, this.#sent + batch));
      this.#sent = Math.min(this.#sent + batch, facts.length);
      this.#post({ type: 'facts', run: 0, facts: writes, packed });
    }
    this.#tellProgress(this.#sent < facts.length ? (facts[this.#sent - 1]?.at ?? 0) : at);
  }

  #tellProgress(reached: number): void {
    if (reached === this.#reached || this.#isFull) return;
    this.#reached = reached;
    const facts = this.#sent;
    if (this.#world.full && facts >= this.#world.facts.length) {
      this.#isFull = true;
      const at = this.#world.facts.at(-1)?.at ?? reached;
      this.#post({ type: 'done', run: 0, reason: 'full', at, facts });
    } else this.#post({ type: 'progress', run: 0, at: reached, horizon: reached, facts });
  }

  #state(): ServedWorld {
    const { paused, speed } = this.#world;
    return { paused, speed, watching: this.#watching() };
  }

  #reads = (): boolean => this.#webSocket.bufferedAmount < mostUnread;

  #post(message: ServedMessage): void {
    this.#webSocket.send(writeFrame(message));
  }
}

const inputOf = (input: ServedInput) =>
  input.kind === 'host' ? ({ kind: 'host', action: readHostAction(input.words) } as const) : input;

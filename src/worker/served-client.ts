/**
 * The page's end of a run that a server holds (`src/serve/page`), in the place of a worker.
 *
 * It joins that run and hands on its facts as they come. Whatever the page asks to run afterwards
 * is a run of its own: then the server is left, and the page's worker takes over. A lost connection
 * is told, and can be made again: the facts go on where they ended.
 */
import { FactUnpacker } from './fact-unpacker.ts';
import type {
  AnswerTo,
  Question,
  Recording,
  ServedMessage,
  ServedRequest,
  ServedWorld,
} from './protocol.ts';
import { readFrame } from './served-frames.ts';
import type { ConnectSimulator, Simulator, SimulatorMessage } from './worker-client.ts';

export interface ServedEvents {
  /** The server has said which run it is. */
  joined(run: Extract<ServedMessage, { type: 'served' }>): void;
  changed(world: ServedWorld): void;
  /** The connection has broken; or there was none, as the token is another server's. */
  lost(): void;
  /** The page runs something of its own. */
  left(): void;
}

/** What the page may ask of the world besides a run. */
export type ServedAct = Exclude<ServedRequest, { type: 'ask' }>;

export class ServedClient implements Simulator {
  readonly #address: string;
  readonly #events: ServedEvents;
  readonly #ownWorker: ConnectSimulator;
  #listener: (message: SimulatorMessage) => void = () => undefined;
  #socket: WebSocket | undefined;
  #unpacker = new FactUnpacker();
  #run = 0;
  #facts = 0;
  #hasJoined = false;
  #own: Simulator | undefined;
  #questions = 0;
  readonly #answers = new Map<number, (answer: AnswerTo<Question> | undefined) => void>();

  /** `address`: of the WebSocket, with its token; `ownWorker` runs what is not the server's run. */
  constructor(address: string, events: ServedEvents, ownWorker: ConnectSimulator) {
    this.#address = address;
    this.#events = events;
    this.#ownWorker = ownWorker;
  }

  /** For the player, which gets the messages. */
  readonly connect: ConnectSimulator = (listener) => {
    this.#listener = listener;
    return this;
  };

  /** Makes the connection, for the first time or again. */
  open(): void {
    const address = new URL(this.#address);
    address.searchParams.set('after', String(this.#facts));
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#unpacker = new FactUnpacker();
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (socket === this.#socket) this.#hear(readFrame(data));
    });
    socket.addEventListener('close', () => {
      if (socket !== this.#socket) return;
      this.#socket = undefined;
      this.#giveUpAnswers();
      this.#events.lost();
    });
  }

  act(request: ServedAct): void {
    this.#send(request);
  }

  run(run: number, recording: Recording, after: number): void {
    if (this.#run === 0) {
      this.#run = run;
      return;
    }
    if (this.#own === undefined) {
      this.close();
      this.#own = this.#ownWorker(this.#listener);
      this.#events.left();
    }
    this.#own.run(run, recording, after);
  }

  expect(run: number, at: number): void {
    this.#own?.expect?.(run, at);
  }

  /** Without a connection nobody answers, and what was asked before it broke stays unanswered. */
  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q> | undefined> {
    if (this.#own?.ask !== undefined) return this.#own.ask(question);
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(undefined);
    const id = ++this.#questions;
    this.#send({ type: 'ask', id, question });
    return new Promise((resolve) => {
      this.#answers.set(id, (answer) => resolve(answer as AnswerTo<Q> | undefined));
    });
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#giveUpAnswers();
    this.#own?.close();
  }

  #giveUpAnswers(): void {
    for (const answer of this.#answers.values()) answer(undefined);
    this.#answers.clear();
  }

  #send(request: ServedRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #hear(message: ServedMessage): void {
    switch (message.type) {
      case 'served':
        if (!this.#hasJoined) this.#events.joined(message);
        this.#hasJoined = true;
        this.#events.changed(message.world);
        break;
      case 'world':
        this.#events.changed(message.world);
        break;
      case 'answer':
        this.#answers.get(message.id)?.(message.answer);
        this.#answers.delete(message.id);
        break;
      case 'facts': {
        const facts = this.#unpacker.unpack(message.packed, message.facts);
        this.#facts += facts.length;
        this.#listener({ type: 'facts', run: this.#run, facts });
        break;
      }
      case 'progress':
      case 'done':
        this.#listener({ ...message, run: this.#run });
    }
  }
}

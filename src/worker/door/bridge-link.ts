/**
 * The page's end of the connection to the bridge: requests from there go into the world, and what
 * the run answers goes back. Also the calls of the cluster to servers outside, which the bridge
 * makes.
 *
 * A connection that breaks ends all its requests in the run, as when the clients' network is gone.
 */
import type { OutsideCall } from '#cluster/client/outside/outside-servers';
import type { OutsideAnswer, OutsideRequest } from '#trace/outside-action';
import type { BridgeMessage, PageMessage } from './bridge-protocol.ts';
import type { OutsideDoor, Receiver } from './outside-door.ts';
import { Visitors } from './visitors.ts';

/** Bytes that may wait for a bridge that does not read. */
const mostUnread = 64 * 1024 * 1024;
const refused: OutsideAnswer = { error: 'connect: connection refused' };
const broken: OutsideAnswer = { error: 'EOF' };

export class BridgeLink {
  readonly #address: string;
  readonly visitors = new Visitors();
  /** By the bridge's number: the run's own, and what to do when the request is over. */
  readonly #requests = new Map<number, { number: number; over: () => void }>();
  readonly #calls = new Map<number, (answer: OutsideAnswer) => void>();
  #socket: WebSocket | undefined;
  #callCount = 0;
  #state: 'opening' | 'open' | 'lost' = 'lost';

  constructor(address: string) {
    this.#address = address;
  }

  get state(): 'opening' | 'open' | 'lost' {
    return this.#state;
  }

  /** Connects, for the first time or again; `hello` is sent as soon as the connection is there. */
  open(door: OutsideDoor, hello: () => PageMessage): void {
    this.#drop(door);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#state = 'opening';
    socket.addEventListener('open', () => {
      if (socket !== this.#socket) return;
      this.#state = 'open';
      this.send(hello());
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(door, JSON.parse(data) as BridgeMessage);
    });
    socket.addEventListener('close', () => {
      if (socket === this.#socket) this.#drop(door);
    });
  }

  send(message: PageMessage): void {
    const socket = this.#socket;
    if (socket === undefined || this.#state !== 'open') return;
    socket.send(JSON.stringify(message));
    if (socket.bufferedAmount > mostUnread) socket.close();
  }

  /** Calls a server outside, by way of the bridge. */
  readonly call = (to: OutsideCall, signal: AbortSignal): Promise<OutsideAnswer> => {
    if (this.#state !== 'open') return Promise.resolve(refused);
    const call = ++this.#callCount;
    this.send({ type: 'called', call, to });
    return new Promise((resolve) => {
      this.#calls.set(call, resolve);
      signal.addEventListener('abort', () => {
        this.#calls.delete(call);
        this.send({ type: 'dropped', call });
        resolve(broken);
      });
    });
  };

  /** Takes leave of the bridge, which lets its clients go. */
  close(door: OutsideDoor): void {
    const socket = this.#socket;
    this.#drop(door);
    socket?.close();
  }

  /** The connection is gone, and with it all clients. */
  #drop(door: OutsideDoor): void {
    this.#socket = undefined;
    this.#state = 'lost';
    for (const { number, over } of this.#requests.values()) {
      door.hangUp(number);
      over();
    }
    this.#requests.clear();
    for (const answer of this.#calls.values()) answer(broken);
    this.#calls.clear();
  }

  /** The bridge has sent this page its very code, so its messages are taken as they are. */
  #hear(door: OutsideDoor, action: BridgeMessage): void {
    switch (action.kind) {
      case 'request':
        this.#ask(door, action.request, action.http);
        break;
      case 'piece':
        door.sendPiece(this.#numberOf(action.request), action.piece);
        break;
      case 'frame':
        door.forward(this.#numberOf(action.request), action.frame);
        break;
      case 'hangup':
        door.hangUp(this.#numberOf(action.request));
        this.#over(action.request);
        break;
      case 'answer':
        this.#calls.get(action.call)?.(action.answer);
        this.#calls.delete(action.call);
    }
  }

  /** 0 is the number of no request: it is over. */
  #numberOf(request: number): number {
    return this.#requests.get(request)?.number ?? 0;
  }

  #ask(door: OutsideDoor, request: number, http: OutsideRequest): void {
    const over = this.visitors.came(http, performance.now());
    const last = (message: PageMessage): void => {
      this.send(message);
      this.#over(request);
    };
    const receiver: Receiver = {
      answered: ({ code, headers, body }, streams) => {
        const response = { code, headers, body };
        const message = { type: 'answered', request, response, streams } as const;
        if (streams) this.send(message);
        else last(message);
      },
      received: (piece) => this.send({ type: 'received', request, piece }),
      streamed: (piece) => this.send({ type: 'streamed', request, piece }),
      forwarded: (frame) => this.send({ type: 'forwarded', request, frame }),
      ended: () => last({ type: 'ended', request }),
      failed: (message) => last({ type: 'failed', request, message }),
    };
    this.#requests.set(request, { number: door.send(http, receiver), over });
  }

  #over(request: number): void {
    this.#requests.get(request)?.over();
    this.#requests.delete(request);
  }
}

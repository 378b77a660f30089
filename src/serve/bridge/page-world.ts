/**
 * The world of a page at the other end of a WebSocket: each request goes to the page, whose worker
 * enters it into its run, and the answers come back.
 *
 * A page may be away, reload, or stand still where somebody looks back. So every wait has a bound:
 * a request waits a while for a page to come, and a minute for its answer, then it is 503; what
 * streams breaks when the page goes, or when it has said nothing for half an hour.
 */
import type { WebSocket } from 'ws';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { OutsidePiece, OutsideRequest } from '#trace/outside-action';
import type { PortForwardFrame } from '#trace/port-forward-frame';
import type { BridgeMessage, PageMessage } from '#worker/door/bridge-protocol';
import type { OutsideDoor, Receiver } from '#worker/door/outside-door';
import type { CallOutside } from '#worker/door/world';
import { readPageMessage } from './page-message.ts';

/** Real milliseconds that something may take. */
export interface Patience {
  /** Until a page comes, as after a reload. */
  readonly page: number;
  /** Until an answer begins. As kube-apiserver's flag --request-timeout. */
  readonly answer: number;
  /** Until a stream goes on. As kube-apiserver's flag --min-request-timeout, for watches. */
  readonly stream: number;
  /** Until a page says again that it is there. */
  readonly beat: number;
}

const usual: Patience = { page: 15_000, answer: 60_000, stream: 1_800_000, beat: 30_000 };
/** How often these bounds are looked at. */
const look = 250;
/** Requests that wait for a page or its answers. */
const mostOpen = 5000;
/** Bytes that may wait for a page that does not read. */
const mostUnread = 64 * 1024 * 1024;
/** The code of a close for what no page says. Source: RFC 6455 section 7.4.1. */
const policyViolation = 1008;

interface Open {
  readonly http: OutsideRequest;
  readonly receiver: Receiver;
  readonly page: WebSocket | undefined;
  /** Its answer has begun. */
  readonly streams: boolean;
  /** When it came, or when something came for it last. */
  readonly since: number;
}

type Here = Extract<PageMessage, { readonly type: 'world' }>;

export interface PageWorldOptions {
  /** Calls a server outside for the cluster of the page. */
  readonly call: CallOutside;
  /** A page has come, with the present moment of its run. */
  readonly came: (at: number) => void;
  readonly patience?: Partial<Patience>;
}

export class PageWorld implements OutsideDoor {
  readonly #options: PageWorldOptions;
  readonly #patience: Patience;
  readonly #open = new Map<number, Open>();
  readonly #calls = new Map<number, AbortController>();
  readonly #timer: NodeJS.Timeout;
  #page: WebSocket | undefined;
  /** When the page was heard last. */
  #heard = 0;
  #requests = 0;
  #listens = true;

  constructor(options: PageWorldOptions) {
    this.#options = options;
    this.#patience = { ...usual, ...options.patience };
    this.#timer = setInterval(() => this.#look(), look);
  }

  /** A page has opened its door; it takes the place of one that was there before. */
  connect(page: WebSocket): void {
    let isHere = false;
    page.on('message', (data, isBinary) => {
      const message = isBinary ? undefined : readPageMessage(String(data));
      if (message === undefined) page.close(policyViolation, 'not a message');
      else if (isHere && page === this.#page) this.#hear(message);
      else if (!isHere && message.type === 'world') {
        isHere = true;
        this.#welcome(page, message);
      }
    });
    page.on('close', () => {
      if (page === this.#page) this.#lose();
    });
  }

  /** While no page is there, its clients wait for one. */
  get listens(): boolean {
    return this.#listens;
  }

  send(http: OutsideRequest, receiver: Receiver): number {
    const request = ++this.#requests;
    if (this.#open.size >= mostOpen) {
      queueMicrotask(() => receiver.answered(unavailable('too many requests wait'), false));
      return request;
    }
    const page = this.#page;
    this.#open.set(request, { http, receiver, page, streams: false, since: performance.now() });
    this.#post({ kind: 'request', request, http });
    return request;
  }

  sendPiece(request: number, piece: OutsidePiece): void {
    if (this.#open.has(request)) this.#post({ kind: 'piece', request, piece });
  }

  forward(request: number, frame: PortForwardFrame): void {
    if (this.#open.has(request)) this.#post({ kind: 'frame', request, frame });
  }

  hangUp(request: number): void {
    if (this.#open.delete(request)) this.#post({ kind: 'hangup', request });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#page?.close();
    this.#lose();
  }

  #post(message: BridgeMessage): void {
    this.#page?.send(JSON.stringify(message));
    if ((this.#page?.bufferedAmount ?? 0) > mostUnread) this.#page?.terminate();
  }

  /** What came while no page was there is the first that it hears. */
  #welcome(page: WebSocket, { at, listens }: Here): void {
    this.#page?.close();
    this.#lose();
    this.#page = page;
    this.#heard = performance.now();
    this.#listens = listens;
    this.#options.came(at);
    for (const [request, open] of this.#open) {
      this.#open.set(request, { ...open, page });
      this.#post({ kind: 'request', request, http: open.http });
    }
  }

  /** The page is gone: what it has not answered is refused, what streamed breaks. */
  #lose(): void {
    this.#page = undefined;
    this.#listens = true;
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
    for (const [request, { page, streams, receiver }] of this.#open) {
      if (page === undefined) continue;
      this.#open.delete(request);
      if (streams) receiver.failed('the page has closed its door');
      else receiver.answered(unavailable('the page has closed its door'), false);
    }
  }

  #hear(message: PageMessage): void {
    this.#heard = performance.now();
    if (message.type === 'world') this.#listens = message.listens;
    else if (message.type === 'called') this.#call(message.call, message.to);
    else if (message.type === 'dropped') this.#drop(message.call);
    else this.#handOn(message);
  }

  #handOn(message: Extract<PageMessage, { readonly request: number }>): void {
    const { request } = message;
    const open = this.#open.get(request);
    if (open === undefined) return;
    const { receiver } = open;
    const isLast =
      message.type === 'ended' ||
      message.type === 'failed' ||
      (message.type === 'answered' && !message.streams);
    if (isLast) this.#open.delete(request);
    else this.#open.set(request, { ...open, streams: true, since: performance.now() });
    switch (message.type) {
      case 'answered':
        receiver.answered(message.response, message.streams);
        break;
      case 'received':
        receiver.received(message.piece);
        break;
      case 'streamed':
        receiver.streamed?.(message.piece);
        break;
      case 'forwarded':
        receiver.forwarded?.(message.frame);
        break;
      case 'ended':
        receiver.ended();
        break;
      case 'failed':
        receiver.failed(message.message);
    }
  }

  #call(call: number, to: Parameters<CallOutside>[0]): void {
    const controller = new AbortController();
    this.#calls.set(call, controller);
    void this.#options.call(to, controller.signal).then((answer) => {
      if (!this.#calls.delete(call)) return;
      this.#post({ kind: 'answer', call, answer });
    });
  }

  #drop(call: number): void {
    this.#calls.get(call)?.abort();
    this.#calls.delete(call);
  }

  /** Ends what has waited too long. */
  #look(): void {
    const now = performance.now();
    const { page: forPage, answer, stream, beat } = this.#patience;
    if (this.#page !== undefined && now - this.#heard > beat) this.#page.terminate();
    for (const [request, { page, streams, since, receiver }] of this.#open) {
      const waited = now - since;
      if (streams && waited > stream) {
        this.hangUp(request);
        receiver.failed('the page has stood still for too long');
      } else if (!streams && page === undefined && waited > forPage) {
        this.#open.delete(request);
        receiver.answered(unavailable('no page has its door open'), false);
      } else if (!streams && waited > answer) {
        this.hangUp(request);
        receiver.answered(unavailable('the page did not answer: does its time stand?'), false);
      }
    }
  }
}

/** Source: k8s.io/apimachinery pkg/api/errors NewServiceUnavailable. */
function unavailable(reason: string): HttpResponse {
  const body = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `podyssey bridge: ${reason}`,
    reason: 'ServiceUnavailable',
    code: 503,
  };
  return { code: 503, headers: { 'content-type': 'application/json' }, body };
}

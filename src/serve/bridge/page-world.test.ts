/** The bridge's end of a page: what it carries there, and how long it waits. */
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { OutsideCall } from '#cluster/client/outside/outside-servers';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { OutsideRequest } from '#trace/outside-action';
import type { PageMessage } from '#worker/door/bridge-protocol';
import { PageWorld } from './page-world.ts';

/** A page, as far as its messages go. */
class FakePage extends EventEmitter {
  readonly sent: unknown[] = [];
  readonly bufferedAmount = 0;
  code: number | undefined;

  say(message: PageMessage | string): void {
    this.emit('message', typeof message === 'string' ? message : JSON.stringify(message), false);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1000): void {
    this.code = code;
    this.emit('close');
  }
  terminate(): void {
    this.close(1006);
  }
}

const http: OutsideRequest = { method: 'GET', url: '/version', headers: {} };
const to: OutsideCall = {
  host: '127.0.0.1:9443',
  serverName: '',
  caBundle: '',
  method: 'POST',
  url: '/validate',
  headers: {},
};

let world: PageWorld;
const came = vi.fn();
const call = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  came.mockReset();
  call.mockReset();
  world = new PageWorld({ call, came });
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

function pageThatCame(): FakePage {
  const page = new FakePage();
  world.connect(page as EventEmitter as WebSocket);
  page.say({ type: 'world', at: 5, listens: true });
  return page;
}

/** A client, and what it has got. */
function ask() {
  const got: (number | string)[] = [];
  const number = world.send(http, {
    answered: ({ code }: HttpResponse) => got.push(code),
    received: (piece) => got.push(typeof piece === 'string' ? piece : piece.type),
    ended: () => got.push('ended'),
    failed: (message) => got.push(message),
  });
  return { number, got };
}

const answered = (request: number, streams: boolean): PageMessage => ({
  ...{ type: 'answered', request, response: { code: 200, headers: {} }, streams },
});

describe('the world of a page behind the bridge', () => {
  it('carries a request, what streams for it, and its end', () => {
    const page = pageThatCame();
    expect(came).toHaveBeenCalledWith(5);
    const { number, got } = ask();
    expect(page.sent).toEqual([{ kind: 'request', request: number, http }]);
    page.say(answered(number, true));
    page.say({ type: 'received', request: number, piece: 'line' });
    world.sendPiece(number, { channel: 'close' });
    page.say({ type: 'ended', request: number });
    page.say({ type: 'received', request: number, piece: 'too late' });
    expect(got).toEqual([200, 'line', 'ended']);
    world.hangUp(number);
    expect(page.sent.slice(1)).toEqual([
      { kind: 'piece', request: number, piece: { channel: 'close' } },
    ]);
  });

  it('keeps requests for a page that comes, and refuses them when none does', () => {
    const { number, got } = ask();
    vi.advanceTimersByTime(10_000);
    const page = pageThatCame();
    expect(page.sent).toEqual([{ kind: 'request', request: number, http }]);
    page.say(answered(number, false));
    page.close();
    const { got: later } = ask();
    vi.advanceTimersByTime(16_000);
    expect([got, later]).toEqual([[200], [503]]);
  });

  it('waits a minute for an answer and half an hour for a stream, as long as the page is there', () => {
    const page = pageThatCame();
    const [asks, watches] = [ask(), ask()];
    page.say(answered(watches.number, true));
    const pass = (seconds: number): void => {
      for (let second = 0; second < seconds; second++) {
        vi.advanceTimersByTime(1000);
        page.say({ type: 'world', at: 5, listens: true });
      }
    };
    pass(59);
    expect([asks.got, watches.got]).toEqual([[], [200]]);
    pass(2);
    expect([asks.got, watches.got]).toEqual([[503], [200]]);
    expect(page.sent.at(-1)).toEqual({ kind: 'hangup', request: asks.number });
    pass(1800);
    expect(watches.got).toEqual([200, 'the page has stood still for too long']);
  });

  it('lets go of a page that is not heard, and of its clients', () => {
    const page = pageThatCame();
    const { got } = ask();
    vi.advanceTimersByTime(31_000);
    expect(page.code).toBe(1006);
    expect(got).toEqual([503]);
  });

  it('calls servers outside for the page, and breaks off what is dropped', async () => {
    const page = pageThatCame();
    call.mockResolvedValueOnce({ code: 200, contentType: 'text/plain', body: 'ok' });
    page.say({ type: 'called', call: 1, to });
    await vi.waitFor(() => expect(page.sent).toHaveLength(1));
    const answer = { code: 200, contentType: 'text/plain', body: 'ok' };
    expect(page.sent).toEqual([{ kind: 'answer', call: 1, answer }]);
    call.mockReturnValueOnce(new Promise(() => undefined));
    page.say({ type: 'called', call: 2, to });
    page.say({ type: 'dropped', call: 2 });
    expect(call.mock.calls[1]?.[1].aborted).toBe(true);
  });

  it('ends a connection that says what no page says', () => {
    const page = pageThatCame();
    page.say('{"type":"answered"}');
    expect(page.code).toBe(1008);
  });
});

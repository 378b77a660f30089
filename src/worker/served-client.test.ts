import { afterEach, describe, expect, it, vi } from 'vitest';
import { ServedClient } from './served-client.ts';

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static last: FakeSocket | undefined;
  readonly sent: string[] = [];
  readyState = FakeSocket.OPEN;
  binaryType = '';

  constructor() {
    super();
    FakeSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}

const nothing = (): void => undefined;

function clientOf() {
  vi.stubGlobal('WebSocket', FakeSocket);
  let lost = 0;
  const events = { joined: nothing, changed: nothing, left: nothing };
  const client = new ServedClient('ws://127.0.0.1/run', { ...events, lost: () => lost++ }, () => {
    throw new Error('no worker is needed');
  });
  client.open();
  return { client, lost: () => lost };
}

afterEach(() => vi.unstubAllGlobals());

const question = { kind: 'check', text: 'kind: Pod' } as const;

describe('a question to a served run', () => {
  it('is answered with nothing when the connection breaks before the answer', async () => {
    const { client, lost } = clientOf();
    const answer = client.ask(question);
    expect(FakeSocket.last?.sent).toHaveLength(1);
    FakeSocket.last?.close();
    expect(await answer).toBeUndefined();
    expect(lost()).toBe(1);
  });

  it('is answered with nothing once the connection is lost', async () => {
    const { client } = clientOf();
    FakeSocket.last?.close();
    expect(await client.ask(question)).toBeUndefined();
    expect(FakeSocket.last?.sent).toEqual([]);
  });
});

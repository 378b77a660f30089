import { describe, expect, it } from 'vitest';
import type { OutsideCall } from '#cluster/client/outside/outside-servers';
import type { PageMessage } from '#worker/door/bridge-protocol';
import { readPageMessage } from './page-message.ts';

const headers = { 'content-type': 'application/json' };
const to: OutsideCall = {
  host: '127.0.0.1:9443',
  serverName: 'hook.test',
  caBundle: '',
  method: 'POST',
  url: '/validate',
  headers,
};
const messages: readonly PageMessage[] = [
  { type: 'world', at: 30_000_000, listens: true },
  {
    type: 'answered',
    request: 1,
    response: { code: 200, headers, body: { kind: 'PodList' } },
    streams: false,
  },
  { type: 'answered', request: 1, response: { code: 101, headers: {} }, streams: true },
  { type: 'received', request: 1, piece: 'a line\n' },
  { type: 'streamed', request: 1, piece: { channel: 'stdout', text: 'ok' } },
  { type: 'streamed', request: 1, piece: { channel: 'error', exitCode: 1, message: 'no' } },
  { type: 'forwarded', request: 1, frame: { kind: 'open', stream: 1, port: 80 } },
  { type: 'ended', request: 1 },
  { type: 'failed', request: 1, message: 'EOF' },
  { type: 'called', call: 1, to },
  { type: 'dropped', call: 1 },
];

const response = { code: 200, headers };
const others: readonly unknown[] = [
  'text',
  ['list'],
  { type: 'world', at: -1, listens: true },
  { type: 'world', at: 1, listens: 'yes' },
  { type: 'answered', request: 1, response: { code: 99, headers }, streams: false },
  { type: 'answered', request: 1, response: { code: 200, headers: { 'a b': 'c' } }, streams: true },
  {
    type: 'answered',
    request: 1,
    response: { code: 200, headers: { a: 'b\r\nc: d' } },
    streams: true,
  },
  { type: 'answered', request: 0.5, response, streams: false },
  { type: 'answered', request: 1, response },
  { type: 'received', request: 1, piece: { type: 'ADDED' } },
  { type: 'streamed', request: 1, piece: { channel: 'stdin', text: 'ls' } },
  { type: 'forwarded', request: 1, frame: { kind: 'open', stream: 1 } },
  { type: 'called', call: 1, to: { ...to, method: 'BREW' } },
  { type: 'else', request: 1 },
];

describe('what a page says to the bridge', () => {
  it.each(messages)('is taken as it is: $type', (message) => {
    expect(readPageMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each(others)('is nothing in another form: %j', (message) => {
    expect(readPageMessage(JSON.stringify(message))).toBeUndefined();
  });

  it('is nothing when it is no JSON', () => {
    expect(readPageMessage('{')).toBeUndefined();
  });
});

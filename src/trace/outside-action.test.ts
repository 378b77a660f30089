import { describe, expect, it } from 'vitest';
import { type OutsideAction, readOutsideAction } from './outside-action.ts';

const certificate = {
  commonName: 'kubernetes-admin',
  organizations: ['system:masters'],
  issuer: 'kubernetes-ca',
};
const actions: readonly OutsideAction[] = [
  { kind: 'outbound' },
  {
    kind: 'request',
    request: 1,
    http: {
      method: 'POST',
      url: '/api/v1/namespaces/default/pods?fieldValidation=Strict',
      headers: { accept: 'application/json', 'user-agent': 'kubectl/v1.36.3' },
      body: { kind: 'Pod', metadata: { name: 'web' } },
      duplicates: ['json: duplicate field "a"'],
      certificate,
      upgrade: true,
    },
  },
  { kind: 'piece', request: 1, piece: { channel: 'resize', columns: 80, rows: 24 } },
  { kind: 'piece', request: 1, piece: { channel: 'stdin', text: 'ls\n' } },
  { kind: 'frame', request: 1, frame: { kind: 'data', stream: 3, text: 'GET /' } },
  { kind: 'hangup', request: 1 },
  { kind: 'answer', call: 2, answer: { code: 200, contentType: 'text/plain', body: 'ok' } },
];

describe('what clients outside did, read out of a file', () => {
  it.each(actions)('is what was written, to the byte: $kind', (action) => {
    // The order of the fields is in the trace, which must come out the same.
    const text = JSON.stringify(action);
    expect(JSON.stringify(readOutsideAction(JSON.parse(text)))).toBe(text);
  });

  it('is nothing when it is in no known form', () => {
    expect(readOutsideAction({ kind: 'request', request: 1, http: { method: 'BREW' } })).toBe(
      undefined,
    );
    expect(readOutsideAction('request')).toBe(undefined);
  });
});

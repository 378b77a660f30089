import { describe, expect, it } from 'vitest';
import type { OutsideRequest } from '#trace/outside-action';
import { Visitors } from './visitors.ts';

const certificate = { commonName: 'alice', organizations: ['dev'], issuer: 'kubernetes-ca' };
const from = (agent: string, more: Partial<OutsideRequest> = {}): OutsideRequest => ({
  ...{ method: 'GET', url: '/version', headers: { 'user-agent': agent } },
  ...more,
});

describe('who has come through the door', () => {
  it('is told apart by program and person, with the requests that go on', () => {
    const visitors = new Visitors();
    const over = visitors.came(from('kubectl/v1.36.3 (linux)', { certificate }), 0);
    visitors.came(from('kubectl/v1.36.3 (linux)', { certificate }), 1);
    const headers = { 'user-agent': 'helm', authorization: 'Bearer secret' };
    visitors.came(from('', { headers }), 2);
    visitors.came(from('curl/8'), 3);
    over();
    over();
    expect(visitors.list(4)).toEqual([
      { program: 'kubectl', person: 'alice', requests: 2, open: 1 },
      { program: 'helm', requests: 1, open: 1 },
      { program: 'curl', person: 'system:anonymous', requests: 1, open: 1 },
    ]);
  });

  it('is forgotten a minute after the last request, unless one goes on', () => {
    const visitors = new Visitors();
    visitors.came(from('kubectl'), 0)();
    visitors.came(from('watcher'), 0);
    expect(visitors.list(61_000).map(({ program }) => program)).toEqual(['watcher']);
  });

  it('is bounded, whatever clients call themselves', () => {
    const visitors = new Visitors();
    for (let n = 0; n < 200; n++) visitors.came(from(`client-${n}-${'x'.repeat(500)}`), 0);
    const list = visitors.list(0);
    expect(list).toHaveLength(50);
    expect(list[0]?.program.length).toBe(60);
  });
});

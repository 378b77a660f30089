import { describe, expect, it } from 'vitest';
import { healthReply } from './health-checks.ts';

const healthy = { ready: true, etcd: true };
const ask = (url: string, health = healthy) => healthReply(url.split('?')[0] ?? '', url, health);

describe('a health check of the API server', () => {
  it('says ok, and with verbose what it looked at', () => {
    expect(ask('/livez')).toMatchObject({ code: 200, body: 'ok' });
    const lines = String(ask('/readyz?verbose')?.body).split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '[+]ping ok',
      '[+]log ok',
      '[+]etcd ok',
      '[+]etcd-readiness ok',
      '[+]informer-sync ok',
    ]);
    expect(lines).toContain('[+]poststarthook/rbac/bootstrap-roles ok');
    expect(lines.slice(-3)).toEqual(['[+]shutdown ok', 'readyz check passed', '']);
  });

  it('has a path of its own for each thing it looks at', () => {
    expect(ask('/livez/etcd')?.code).toBe(200);
    expect(ask('/livez/poststarthook/rbac/bootstrap-roles')?.code).toBe(200);
    expect(ask('/livez/shutdown')).toBeUndefined();
    expect(ask('/version')).toBeUndefined();
  });

  it('fails without etcd, unless that is left out', () => {
    const cut = { ready: true, etcd: false };
    const failed = ask('/livez', cut);
    expect(failed?.code).toBe(500);
    expect(String(failed?.body)).toContain('[-]etcd failed: reason withheld\n');
    expect(String(failed?.body)).toMatch(/livez check failed\n$/);
    expect(ask('/livez?exclude=etcd', cut)).toMatchObject({ code: 200, body: 'ok' });
    expect(String(ask('/livez?verbose&exclude=etcd&exclude=nope', cut)?.body)).toMatch(
      /\[\+\]etcd excluded: ok[\s\S]*no matches for "nope"\nlivez check passed\n$/,
    );
  });
});

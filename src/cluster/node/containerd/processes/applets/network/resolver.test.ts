import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { candidates, type ResolverConfig } from './resolver.ts';

const config: ResolverConfig = {
  servers: ['10.96.0.10'],
  search: ['default.svc.cluster.local', 'svc.cluster.local', 'cluster.local'],
  ndots: 5,
  timeout: seconds(5),
  attempts: 2,
};

describe('a name with fewer dots than ndots', () => {
  it('is tried in every domain of the search list, then as it is', () => {
    expect(candidates('web', config)).toEqual([
      'web.default.svc.cluster.local',
      'web.svc.cluster.local',
      'web.cluster.local',
      'web',
    ]);
    expect(candidates('web.prod', config)[1]).toBe('web.prod.svc.cluster.local');
    expect(candidates('example.com', config).at(-1)).toBe('example.com');
  });
});

describe('a name with as many dots', () => {
  it('is tried as it is first, and only so when it ends in a dot', () => {
    expect(candidates('a.b.c.d.e.f', config)[0]).toBe('a.b.c.d.e.f');
    expect(candidates('example.com', { ...config, ndots: 1 })[0]).toBe('example.com');
    expect(candidates('example.com.', config)).toEqual(['example.com']);
  });
});

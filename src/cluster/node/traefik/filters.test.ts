import { describe, expect, it } from 'vitest';
import type { HTTPPathModifier } from '#k8s.io/api/gateway/v1';
import { filteredRequest, redirectOf, unknownFilter } from './filters.ts';

const request = { scheme: 'http', host: 'shop.example:8000', path: '/old/page', query: 'a=1' };
const prefixed = (replacePrefixMatch: string): HTTPPathModifier => ({
  type: 'ReplacePrefixMatch',
  replacePrefixMatch,
});

describe('a redirect', () => {
  it('keeps what it does not name: host, port, path and query', () => {
    expect(redirectOf({ statusCode: 301 }, request, '/')).toEqual({
      status: 301,
      location: 'http://shop.example:8000/old/page?a=1',
    });
  });

  it('has no port when it names a scheme, and is 302 unless it says more', () => {
    expect(redirectOf({ scheme: 'https', hostname: 'new.example' }, request, '/')).toEqual({
      status: 302,
      location: 'https://new.example/old/page?a=1',
    });
  });

  it('replaces the whole path, or the part of it that the rule matched', () => {
    const whole: HTTPPathModifier = { type: 'ReplaceFullPath', replaceFullPath: '/x' };
    expect(redirectOf({ path: whole }, request, '/old').location).toContain('/x?a=1');
    expect(redirectOf({ path: prefixed('/new') }, request, '/old').location).toContain(
      '/new/page?',
    );
    expect(redirectOf({ path: prefixed('/') }, request, '/old').location).toContain('8000/page?');
  });
});

describe('filters of a request', () => {
  it('set, add and remove headers, whatever their case', () => {
    const headers = [
      ['Accept', '*/*'],
      ['X-Old', '1'],
    ] as const;
    const filter = {
      type: 'RequestHeaderModifier',
      requestHeaderModifier: {
        set: [{ name: 'accept', value: 'text/html' }],
        add: [{ name: 'X-New', value: '2' }],
        remove: ['x-old'],
      },
    };
    expect(filteredRequest({ host: 'a', path: '/', headers }, [filter], '/').headers).toEqual([
      ['accept', 'text/html'],
      ['X-New', '2'],
    ]);
  });

  it('rewrite host and path', () => {
    const urlRewrite = { hostname: 'inner', path: prefixed('/api') };
    const rewritten = filteredRequest(
      { host: 'shop.example', path: '/v1/users', headers: [] },
      [{ type: 'URLRewrite', urlRewrite }],
      '/v1',
    );
    expect(rewritten).toEqual({ host: 'inner', path: '/api/users', headers: [] });
  });

  it('are known by their type', () => {
    expect(unknownFilter([{ type: 'RequestRedirect' }, { type: 'CORS' }])).toBe('CORS');
    expect(unknownFilter([{ type: 'URLRewrite' }])).toBeUndefined();
  });
});

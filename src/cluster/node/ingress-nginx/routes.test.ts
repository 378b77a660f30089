import { describe, expect, it } from 'vitest';
import type { HTTPIngressPath, Ingress, IngressRule } from '#k8s.io/api/networking/v1';
import { locationFor, serversOf } from './routes.ts';

const to = (service: string) => ({ service: { name: service, port: { number: 80 } } });
const path = (
  text: string,
  service: string,
  pathType: HTTPIngressPath['pathType'] = 'Prefix',
): HTTPIngressPath => ({ path: text, pathType, backend: to(service) });
const rule = (host: string, ...paths: readonly HTTPIngressPath[]): IngressRule => ({
  ...(host === '' ? {} : { host }),
  http: { paths },
});
const ingress = (
  name: string,
  rules: readonly IngressRule[],
  more: Partial<Ingress['spec']> = {},
  at = '2026-01-01T00:00:00Z',
): Ingress => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {
    ...{ name, namespace: 'default', uid: name, resourceVersion: '1' },
    creationTimestamp: at,
  },
  spec: { rules, ...more },
});
const serviceFor = (ingresses: readonly Ingress[], host: string, url: string): string | undefined =>
  locationFor(serversOf(ingresses), host, url)?.service.replace('default/', '');

describe('the location of a request', () => {
  const shop = ingress('shop', [
    rule(
      'shop.example',
      path('/', 'front'),
      path('/cart', 'cart'),
      path('/about', 'about', 'Exact'),
    ),
    rule('*.example', path('/', 'wild')),
  ]);

  it('is that of the longest prefix, element by element', () => {
    expect(serviceFor([shop], 'shop.example', '/')).toBe('front');
    expect(serviceFor([shop], 'shop.example', '/cart')).toBe('cart');
    expect(serviceFor([shop], 'shop.example', '/cart/7')).toBe('cart');
    expect(serviceFor([shop], 'shop.example', '/cartoon')).toBe('front');
  });

  it('ignores a slash at the end of a prefix, and heeds it where the path is exact', () => {
    const slashed = ingress('slashed', [rule('', path('/a/', 'a'))]);
    expect(serviceFor([slashed], 'any', '/a')).toBe('a');
    expect(serviceFor([slashed], 'any', '/a/b')).toBe('a');
    expect(serviceFor([shop], 'shop.example', '/about')).toBe('about');
    expect(serviceFor([shop], 'shop.example', '/about/')).toBe('front');
  });

  it('is of the host itself before a wildcard, whatever the case of its letters', () => {
    expect(serviceFor([shop], 'SHOP.example', '/')).toBe('front');
    expect(serviceFor([shop], 'blog.example', '/')).toBe('wild');
    expect(serviceFor([shop], 'example', '/')).toBeUndefined();
  });

  it('is none for a host and a path that no rule names', () => {
    const deep = ingress('deep', [rule('deep.example', path('/only', 'only'))]);
    expect(serviceFor([deep], 'deep.example', '/')).toBeUndefined();
    expect(serviceFor([deep], 'other.example', '/only')).toBeUndefined();
  });

  it('is of a rule without a host for all other hosts', () => {
    const any = ingress('any', [rule('', path('/', 'any'))]);
    expect(serviceFor([shop, any], 'else.where', '/x')).toBe('any');
    expect(serviceFor([shop, any], 'shop.example', '/')).toBe('front');
  });

  it('is of the older Ingress when two want the same path', () => {
    const old = ingress('z-old', [rule('', path('/', 'old'))], {}, '2025-01-01T00:00:00Z');
    const young = ingress('a-young', [rule('', path('/', 'young'))]);
    expect(serviceFor([young, old], 'any', '/')).toBe('old');
  });

  it('is the default backend for what no rule of its Ingress names', () => {
    const rest = { defaultBackend: to('rest') };
    const some = ingress('some', [rule('some.example', path('/api', 'api'))], rest);
    expect(serviceFor([some], 'some.example', '/api/1')).toBe('api');
    expect(serviceFor([some], 'some.example', '/')).toBe('rest');
    expect(serviceFor([some], 'other.example', '/')).toBeUndefined();
    expect(serviceFor([ingress('all', [], rest)], 'other.example', '/x')).toBe('rest');
  });
});

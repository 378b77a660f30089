import { describe, expect, it } from 'vitest';
import { inStructOrder } from './struct-order.ts';

const text = (value: Parameters<typeof inStructOrder>[0]) => JSON.stringify(inStructOrder(value));

describe('the members of an object', () => {
  it('stand as in the Go struct, those of maps in the order of their names', () => {
    expect(
      text({
        apiVersion: 'v1',
        kind: 'Pod',
        spec: { nodeName: 'n', containers: [{ image: 'i', name: 'c' }] },
        metadata: { labels: { b: '1', a: '2' }, creationTimestamp: 't', name: 'p', uid: 'u' },
      }),
    ).toBe(
      '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","uid":"u","creationTimestamp":"t",' +
        '"labels":{"a":"2","b":"1"}},"spec":{"containers":[{"name":"c","image":"i"}],"nodeName":"n"}}',
    );
  });

  it('are sorted where no struct is known', () => {
    expect(text({ kind: 'Widget', spec: { b: 1, a: 2 }, apiVersion: 'example.com/v1' })).toBe(
      '{"apiVersion":"example.com/v1","kind":"Widget","spec":{"a":2,"b":1}}',
    );
  });

  it('of lists and of Status have their places too', () => {
    const item = { metadata: { uid: 'u', name: 'a' }, data: { x: 'y' } };
    expect(text({ apiVersion: 'v1', items: [item], kind: 'ConfigMapList', metadata: {} })).toBe(
      '{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},' +
        '"items":[{"metadata":{"name":"a","uid":"u"},"data":{"x":"y"}}]}',
    );
    expect(
      text({
        apiVersion: 'v1',
        code: 404,
        details: { kind: 'pods', name: 'x' },
        kind: 'Status',
        metadata: {},
        reason: 'NotFound',
      }),
    ).toBe(
      '{"kind":"Status","apiVersion":"v1","metadata":{},"reason":"NotFound",' +
        '"details":{"name":"x","kind":"pods"},"code":404}',
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommand, readNeighbour, sealed } from './protocol.ts';

describe('a command of a host', () => {
  it.each([
    { type: 'hello' },
    { type: 'play' },
    { type: 'step', by: -2 },
    { type: 'seek', to: { step: 'etcd/commit/pods/default/nginx' } },
    { type: 'seek', to: { index: 3 } },
    { type: 'seek', to: { t: 0.5 } },
    { type: 'run', line: 'kubectl get pods' },
    { type: 'setTheme', theme: 'dark' },
    { type: 'setLang', lang: 'zh-CN' },
  ])('is taken when it is %o', (command) => {
    expect(readCommand(sealed({ ...command, id: 4 }))).toMatchObject({ id: 4, command });
  });

  it.each([
    undefined,
    'play',
    { type: 'play', id: 1 },
    { podyssey: 2, type: 'play', id: 1 },
    sealed({ type: 'play' }),
    sealed({ type: 'play', id: '1' }),
    sealed({ type: 'play', id: Number.NaN }),
    sealed({ type: 'explode', id: 1 }),
    sealed({ type: 'constructor', id: 1 }),
    sealed({ type: 'step', by: 1.5, id: 1 }),
    sealed({ type: 'step', by: 1e9, id: 1 }),
    sealed({ type: 'seek', to: 'etcd', id: 1 }),
    sealed({ type: 'seek', to: null, id: 1 }),
    sealed({ type: 'seek', to: { step: '' }, id: 1 }),
    sealed({ type: 'seek', to: { index: -1 }, id: 1 }),
    sealed({ type: 'run', line: 'x'.repeat(5000), id: 1 }),
    sealed({ type: 'setTheme', theme: ['dark'], id: 1 }),
  ])('is ignored when it is %o', (data) => {
    expect(readCommand(data)).toBeUndefined();
  });

  it('is read or ignored, and never throws, whatever was posted', () => {
    const types = fc.constantFrom('hello', 'step', 'seek', 'run', 'setLang', 'toString', '');
    const near = fc.record(
      {
        podyssey: fc.constantFrom(1, '1'),
        type: types,
        id: fc.anything(),
        by: fc.anything(),
        to: fc.anything(),
        line: fc.anything(),
        lang: fc.anything(),
      },
      { requiredKeys: ['podyssey', 'type'] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), near), (data) => {
        const read = readCommand(data);
        expect(read === undefined || typeof read.id === 'number').toBe(true);
        expect(readNeighbour(data)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe('a message of another frame', () => {
  it('names a frame, and nothing else', () => {
    const frame = '123456-7890-12';
    expect(readNeighbour(sealed({ type: 'awake', frame }))).toEqual({ type: 'awake', frame });
    expect(readNeighbour(sealed({ type: 'awake', frame: '<b>' }))).toBeUndefined();
    expect(readNeighbour(sealed({ type: 'play', frame }))).toBeUndefined();
  });
});

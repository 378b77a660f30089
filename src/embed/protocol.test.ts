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
  ])('is ignored when it is %o, to which nobody could reply', (data) => {
    expect(readCommand(data)).toBeUndefined();
  });

  it.each([
    [{ type: 'explode' }, 'There is no command "explode", only hello, state, play'],
    [{ type: 'constructor' }, 'There is no command "constructor"'],
    [{ type: 'step', by: 'x' }, 'step: "by" is a whole number'],
    [{ type: 'step', by: 1.5 }, 'step: "by" is a whole number'],
    [{ type: 'step', by: 1e9 }, 'from -1000 to 1000'],
    [{ type: 'seek' }, 'seek: "to" is { step: text }, { index: from 0 }'],
    [{ type: 'seek', to: 'etcd' }, 'seek: "to" is'],
    [{ type: 'seek', to: null }, 'seek: "to" is'],
    [{ type: 'seek', to: {} }, 'seek: "to" is'],
    [{ type: 'seek', to: { step: '' } }, 'seek: "to" is'],
    [{ type: 'seek', to: { index: -5 } }, 'seek: "to" is'],
    [{ type: 'seek', to: { index: 'x' } }, 'seek: "to" is'],
    [{ type: 'run', line: '' }, 'run: "line" is a text'],
    [{ type: 'run', line: 5 }, 'run: "line" is a text'],
    [{ type: 'run', line: 'x'.repeat(5000) }, 'of at most 4000 characters'],
    [{ type: 'setTheme', theme: ['dark'] }, 'setTheme: "theme" is a text'],
  ])('says what is wrong with %o', (command, problem) => {
    const read = readCommand(sealed({ ...command, id: 4 }));
    expect(read).toEqual({ id: 4, problem: expect.stringContaining(problem) });
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

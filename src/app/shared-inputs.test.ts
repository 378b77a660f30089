import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64url } from '#base/base64';
import { readHostAction } from '#trace/host-words';
import type { TimedInput } from '#worker/protocol';
import { otherVersion, readInputs, writeInputs } from './shared-inputs.ts';

const packed = async (text: string): Promise<string> => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return `#s=v1.${base64url(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
};

describe('what a person did, in a link', () => {
  it('comes back as it was: commands, standard input, other letters, faults', async () => {
    const inputs = [
      { at: 30_000_000, kind: 'command', line: 'kubectl get pods', user: 'admin' },
      {
        at: 31_000_000,
        kind: 'command',
        line: 'kubectl apply -f -',
        user: 'alice',
        stdin: 'ä: 容器',
      },
      { at: 32_000_000, kind: 'host', action: { kind: 'stop_component', component: 'scheduler' } },
    ] as const;
    const hash = await writeInputs(inputs);
    expect(hash).toMatch(/^s=v1\.[\w-]+$/);
    expect(await readInputs(`#${hash}`)).toEqual(inputs);
    expect(await writeInputs([])).toBe('');
  });

  it('is written in words, like older links', async () => {
    const old = await packed('[[7,"stop_kubelet node-2"],[8,"use_memory 1"],[9,"ip route"]]');
    expect(await readInputs(old)).toEqual([
      { at: 7, kind: 'host', action: { kind: 'stop_kubelet', node: 'node-2' } },
      {
        at: 8,
        kind: 'host',
        action: {
          kind: 'mistake',
          text: 'use_memory 1',
          problem: 'usage: use_memory N QUANTITY',
        },
      },
      { at: 9, kind: 'host', action: { kind: 'look', command: 'ip route' } },
    ]);
    expect(`#${await writeInputs((await readInputs(old)) ?? [])}`).toBe(old);
  });

  it('comes back whatever it was', async () => {
    const at = fc.integer({ min: 0, max: 3_600_000_000 });
    const text = fc.string({ maxLength: 60, unit: 'grapheme' });
    const input = fc.oneof(
      fc.record({ at, kind: fc.constant('command' as const), line: text, user: text }),
      fc.record({
        ...{ at, kind: fc.constant('command' as const), line: text, user: text },
        stdin: text,
      }),
      fc.record({ at, kind: fc.constant('host' as const), action: text.map(readHostAction) }),
    ) satisfies fc.Arbitrary<TimedInput>;
    await fc.assert(
      fc.asyncProperty(fc.array(input, { minLength: 1, maxLength: 8 }), async (inputs) => {
        expect(await readInputs(await writeInputs(inputs))).toEqual(inputs);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['#s=v1.!', '#s=v1.AAAA', '#s=v2.x', '#other'])(
    'is refused when it is %s',
    async (hash) => {
      expect(await readInputs(hash)).toBeUndefined();
    },
  );

  it.each([
    ['no list', '{}'],
    ['a time before the run', '[[-1,"kubectl","admin"]]'],
    ['a time that no run reaches', '[[9007199254740991,"kubectl","admin"]]'],
    ['a number for a line', '[[1,2,"admin"]]'],
    ['no user but an input', '[[1,"kubectl",null,"x"]]'],
    ['too many parts', '[[1,"kubectl","admin","x","y"]]'],
    ['too many inputs', `[${'[1,"kubectl","admin"],'.repeat(600)}[1,"x","admin"]]`],
    ['a line that nobody typed', `[[1,"${'x'.repeat(20_000)}","admin"]]`],
  ])('is refused with %s', async (_, text) => {
    expect(await readInputs(await packed(text))).toBeUndefined();
  });

  it('is refused when it would unfold to more than a link may hold', async () => {
    const bomb = await packed(' '.repeat(40_000_000));
    expect(bomb.length).toBeLessThan(64_000);
    expect(await readInputs(bomb)).toBeUndefined();
  });

  it('is read or refused, and never throws, whatever stands behind the sign', async () => {
    const whole = await packed('[[1,"kubectl get pods","admin"]]');
    const letters = fc.base64String({ maxLength: 200 });
    const damaged = fc
      .tuple(fc.nat({ max: whole.length - 1 }), letters)
      .map(([cut, more]) => whole.slice(0, cut) + more);
    const hash = fc.oneof(
      fc.string(),
      letters.map((text) => `#s=v1.${text}`),
      damaged,
    );
    await fc.assert(
      fc.asyncProperty(hash, async (text) => {
        const inputs = await readInputs(text);
        expect(inputs === undefined || Array.isArray(inputs)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('distinguishes the version of another page from a damaged link', () => {
    expect(otherVersion('#s=v2.abc')).toBe('v2');
    expect(otherVersion('#s=v1.broken')).toBeUndefined();
  });
});

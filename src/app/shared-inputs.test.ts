import { describe, expect, it } from 'vitest';
import { otherVersion, readInputs, writeInputs } from './shared-inputs.ts';

describe('what a person typed, in a link', () => {
  it('comes back as it was, standard input and other letters included', async () => {
    const inputs = [
      { at: 30_000_000, kind: 'command', line: 'kubectl get pods', user: 'admin' },
      {
        at: 31_000_000,
        kind: 'command',
        line: 'kubectl apply -f -',
        user: 'alice',
        stdin: 'ä: 容器',
      },
    ] as const;
    const hash = await writeInputs(inputs);
    expect(hash).toMatch(/^s=v1\.[\w-]+$/);
    expect(await readInputs(`#${hash}`)).toEqual(inputs);
    expect(await writeInputs([])).toBe('');
  });

  it.each(['#s=v1.!', '#s=v1.AAAA', '#s=v2.x', '#other'])(
    'is refused when it is %s',
    async (hash) => {
      expect(await readInputs(hash)).toBeUndefined();
    },
  );

  it('tells the version of another page from a link that is damaged', () => {
    expect(otherVersion('#s=v2.abc')).toBe('v2');
    expect(otherVersion('#s=v1.broken')).toBeUndefined();
  });
});

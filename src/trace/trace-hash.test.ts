import { describe, expect, it } from 'vitest';
import type { Fact } from './facts.ts';
import { hashTrace } from './trace-hash.ts';

describe('the hash of a trace', () => {
  it('does not depend on where in a fact its stamp stands', () => {
    const told = { type: 'TimerFired', component: 'etcd', timer: 'a","id":1', firedAt: 2 };
    const stamp = { id: 1, at: 3, cause: 0 };
    const last = { ...told, ...stamp } as Fact;
    const first = { ...stamp, ...told } as Fact;
    expect(hashTrace([last, first])).toBe(hashTrace([first, last]));
    expect(hashTrace([last])).not.toBe(hashTrace([{ ...last, at: 4 }]));
  });
});

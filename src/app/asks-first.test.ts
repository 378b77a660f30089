import { describe, expect, it } from 'vitest';
import { asksFirst } from './asks-first.ts';

const minute = 60_000_000;
const typed = (at: number) =>
  ({ at, kind: 'command', line: 'kubectl get pods', user: 'admin' }) as const;

describe('a link', () => {
  it('runs at once when it asks for no more than an hour and some inputs', () => {
    expect(asksFirst({ inputs: [] })).toBeUndefined();
    expect(asksFirst({ inputs: [typed(minute)], until: 60 * minute })).toBeUndefined();
  });

  it('asks first for a day, which lies in its inputs or after them', () => {
    const asked = { id: 'notice.much', params: { minutes: 1440, inputs: 1 } };
    expect(asksFirst({ inputs: [typed(1440 * minute)] })).toEqual(asked);
    expect(asksFirst({ inputs: [typed(minute)], until: 1440 * minute })).toEqual(asked);
  });

  it('asks first for hundreds of inputs', () => {
    const inputs = Array.from({ length: 201 }, (_, index) => typed(index));
    expect(asksFirst({ inputs })?.params).toEqual({ minutes: 1, inputs: 201 });
  });
});

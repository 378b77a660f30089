/** Random schedules, and when robfig/cron has them next: scripts/generate/go-tables.mjs. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { parseCron } from './cron.ts';
import table from './fixtures/go-crons.json' with { type: 'json' };

interface Input {
  readonly schedule: string;
  /** Seconds since 1970. */
  readonly from: number;
}
type Answer = { readonly value?: readonly number[]; readonly error?: string };

function answer({ schedule, from }: Input): Answer {
  const parsed = parseCron(schedule);
  if (!parsed.ok) return { error: parsed.error };
  const times: number[] = [];
  let at: number | undefined = seconds(from);
  while (times.length < 4) {
    at = parsed.value.next(at);
    if (at === undefined) break;
    times.push(at / seconds(1));
  }
  return { value: times };
}

describe('a cron schedule', () => {
  it('has its next times as in Go, or is refused in the same words', () => {
    const differing = (table as unknown as readonly (readonly [Input, Answer])[]).flatMap(
      ([input, go]) => {
        const ours = answer(input);
        return JSON.stringify(ours) === JSON.stringify(go) ? [] : [{ input, go, ours }];
      },
    );
    expect(differing).toEqual([]);
  });
});

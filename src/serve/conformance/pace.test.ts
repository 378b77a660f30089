import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

describe('the pace of the tests', () => {
  it("is the clusters' own time beside that of the clock", async () => {
    const begun = performance.now() / 1000;
    // Two clusters, one of which falls behind.
    const servers = [8, 4].map((speed) => ({
      kubeconfig: '',
      now: () => Promise.resolve(100 + speed * (performance.now() / 1000 - begun)),
      close: () => undefined,
    }));
    const pace = new Pace(servers, 8);
    await pace.begin();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const words = await pace.words(10);
    const [, reached = '', passed = ''] =
      /: ([\d.]+) of 8 to one\. .*which (\d+) s/.exec(words) ?? [];
    expect(Number(reached)).toBeCloseTo(6, 0);
    expect(Number(passed)).toBeCloseTo(10 * Number(reached), -1);
    expect(words).toContain('The tests took 10 s');
  });
});

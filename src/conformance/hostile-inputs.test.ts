/**
 * Inputs that once broke something, or could: hostile-inputs.ts, played in one cluster.
 *
 * Whatever is typed or sent: no component throws, no answer has a word that is nobody's, and none
 * takes a second of computing. A new finding becomes a new line of the file.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { hostileInputs } from './hostile-inputs.ts';

const nobodysWords = /\bundefined\b|\bNaN\b|\[object|native code|panic/;
const mostMilliseconds = 1000;

let simulation: ClusterSimulation;

beforeAll(() => {
  simulation = new ClusterSimulation(clusterOf(1), 4, allParts);
  simulation.sim.run(seconds(30));
});

/** What one line says, and how long it is computed. */
function play(line: string, stdin: string | undefined): { said: string; took: number } {
  const argv = splitWords(line);
  const before = process.cpuUsage().user;
  const input = stdin === undefined ? {} : { stdin };
  const answer = simulation.runCommand({ argv, user: 'admin', ...input }, seconds(30));
  const took = (process.cpuUsage().user - before) / 1000;
  return { said: `${answer?.stdout}${answer?.stderr}`, took };
}

describe.each(hostileInputs)('$about', ({ lines }) => {
  it('break nothing', () => {
    const odd: string[] = [];
    for (const entry of lines) {
      const [line, stdin] = typeof entry === 'string' ? [entry, undefined] : entry;
      try {
        const { said, took } = play(line, stdin);
        if (process.env['SHOW']) console.log(`$ ${line}\n${said}`);
        if (nobodysWords.test(said)) odd.push(`${line}: ${said}`);
        if (took > mostMilliseconds) odd.push(`${line}: ${took} ms`);
      } catch (error) {
        odd.push(`${line}: ${String((error as Error).stack).slice(0, 600)}`);
      }
    }
    expect(odd).toEqual([]);
  });
});

afterAll(() => {
  const thrown = simulation.tracer.facts.filter(({ type }) => type === 'PanicRecovered');
  expect(thrown).toEqual([]);
});

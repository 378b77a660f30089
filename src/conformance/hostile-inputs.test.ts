/**
 * Inputs that once broke something, or could: hostile-inputs.json, played in one cluster.
 *
 * Whatever is typed or sent: no component throws, no answer holds `undefined` or the like, and none
 * takes a second of computing. A new finding becomes a new line of the file.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

/** A line is what stands after `kubectl`, for a shell; of a pair the second is its stdin. */
interface HostileInputs {
  readonly about: string;
  readonly lines: readonly (string | readonly [line: string, stdin: string])[];
}

// Read as it is: a bundler does not take half of a surrogate pair.
const file = new URL('./hostile-inputs.json', import.meta.url);
const hostileInputs = JSON.parse(readFileSync(file, 'utf8')) as readonly HostileInputs[];

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

describe.each(hostileInputs)('inputs of the kind: $about', ({ lines }) => {
  it('break nothing', () => {
    const odd: string[] = [];
    for (const entry of lines) {
      const [line, stdin] = typeof entry === 'string' ? [entry, undefined] : entry;
      try {
        const { said, took } = play(line, stdin);
        if (nobodysWords.test(said)) odd.push(`${line}: ${said}`);
        if (took > mostMilliseconds) odd.push(`${line}: ${took} ms`);
      } catch (error) {
        odd.push(`${line}: ${String((error as Error).stack).slice(0, 600)}`);
      }
    }
    expect(odd).toEqual([]);
  });
});

describe('a look at a host', () => {
  it.each(['while true; do :; done', 'seq 1 Infinity', 'x=aa; while true; do x=$x$x; done'])(
    'ends by itself and says so: %s',
    (command) => {
      const looked = simulation.hostAction({ kind: 'look', command });
      expect(looked.ok ? looked.value : looked.error).toMatch(/steps|not simulated|out of memory/);
    },
  );
});

afterAll(() => {
  const thrown = simulation.tracer.facts.filter(({ type }) => type === 'PanicRecovered');
  expect(thrown).toEqual([]);
});

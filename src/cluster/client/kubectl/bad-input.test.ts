/**
 * Any text in the terminal, any flag, any manifest: kubectl prints an answer, changes nothing when
 * it refuses, and never throws. `PODYSSEY_CASES=20000` makes the run long.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { commandLines } from '#fuzz/inputs/command-lines';
import { manifestTexts } from '#fuzz/inputs/manifest-texts';
import { clusterOf } from '#scenarios/clusters';

const cases = Number(process.env['PODYSSEY_CASES'] ?? '500');
/** The three properties share the cases. */
const share = (part: number): number => Math.ceil(cases * part);
const perCluster = 100;
const limit = seconds(3);

let used = 0;
let simulation: ClusterSimulation | undefined;

function cluster(): ClusterSimulation {
  if (simulation !== undefined && used++ % perCluster !== 0) return simulation;
  simulation = new ClusterSimulation(clusterOf(2), used, allParts);
  simulation.sim.run(seconds(20));
  const argv = ['create', 'deployment', 'web', '--image=nginx'];
  simulation.runCommand({ argv, user: 'admin' }, seconds(5));
  simulation.runCommand({ argv: ['run', 'web', '--image=nginx'], user: 'admin' }, seconds(5));
  return simulation;
}

interface Answer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Writes of this command that the server carried out. */
  readonly written: readonly string[];
  /** Bugs of the program itself, which no input may cause. */
  readonly panics: readonly string[];
}

/** What a command did; undefined when it is still waiting at the limit. */
function answer(command: { argv?: readonly string[]; line?: string; stdin?: string }) {
  const at = cluster();
  const from = at.tracer.facts.length;
  const result = at.runCommand({ ...command, user: 'admin' }, limit);
  if (result === undefined) {
    simulation = undefined;
    return undefined;
  }
  const sent = new Map<unknown, string>();
  const written: string[] = [];
  const panics: string[] = [];
  for (const fact of at.tracer.facts.slice(from)) {
    if (fact.type === 'PanicRecovered') panics.push(`${fact.doing}: ${fact.message}`);
    if (fact.component !== 'kubectl') continue;
    if (fact.type === 'RequestSent' && fact.method !== 'GET') {
      const { url } = fact;
      const asks = url.includes('dryRun=All') || /reviews|\/exec|\/attach/.test(url);
      if (!asks) sent.set(fact.request, `${fact.method} ${url}`);
    }
    if (fact.type === 'ResponseReceived' && fact.code < 300) {
      const write = sent.get(fact.request);
      if (write !== undefined) written.push(write);
    }
  }
  return { ...result, written, panics } satisfies Answer;
}

/** Sentences of kubectl and of the server, at the beginning of a line. */
const beginnings = [
  'error ',
  'error: ',
  'Error: ',
  'Error from server',
  'Error in configuration: ',
  "the server doesn't have a resource type",
  'unable to ',
  'resource mapping not found',
  'The \\w* ?"?',
  'The request is invalid',
  '[Ww]arning: ',
  'Unable to connect',
  'You must ',
  'No resources',
  'Flag ',
  'Defaulted ',
  'Found ',
  'command terminated',
  'kubectl',
  '.*: command not found',
  'Edit cancelled',
  'There are pending',
  // Several errors stand one on a line, without a prefix. Source: cmdutil.MultipleErrors.
  'no \\w+( viewer)? has been implemented for ',
  'Apply failed with ',
  'resource name may not be empty',
  'invalid namespace ',
  // A group of commands without one of them shows its help.
  'Usage:$',
  // A line that a shell reads: it, or one of its programs.
  '[\\w.[-]+: ',
];
const sentence = new RegExp(`^(${beginnings.join('|')})`, 'm');

function checkAnswer(found: Answer | undefined, oneObject: boolean): void {
  if (found === undefined) return;
  const { exitCode, stdout, stderr, written, panics } = found;
  expect(panics).toEqual([]);
  expect(Number.isInteger(exitCode)).toBe(true);
  expect(stdout + stderr).not.toMatch(/TypeError|RangeError|undefined is not|\[object Object\]/);
  if (exitCode === 0) return;
  // `diff` prints only differences; a remote command may print nothing.
  if (stderr !== '') expect(stderr).toMatch(sentence);
  if (oneObject) expect(written).toEqual([]);
}

/** Commands that only read. The others may do one thing before another fails. */
const readers =
  'api-resources api-versions auth cluster-info describe diff events explain get logs top version';
const reading = (argv: readonly string[]): boolean => readers.split(' ').includes(argv[0] ?? '');

describe('any input', () => {
  it('as a command line gets an answer in words, and no exception', () => {
    fc.assert(
      fc.property(commandLines, manifestTexts, (argv, stdin) => {
        checkAnswer(answer({ argv, stdin }), reading(argv));
      }),
      { numRuns: share(0.4) },
    );
  }, 0);

  it('as a line of the terminal gets an answer in words, and no exception', () => {
    const lines = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ maxLength: 30 }).map((text) => `kubectl ${text}`),
      commandLines.map((argv) => `kubectl ${argv.join(' ')}`),
    );
    fc.assert(
      fc.property(lines, (line) => {
        checkAnswer(answer({ line }), false);
      }),
      { numRuns: share(0.2) },
    );
  }, 0);

  it('as a manifest is applied whole or refused with nothing changed', () => {
    const verbs = fc.constantFrom(
      ['apply', '-f', '-'],
      ['create', '-f', '-'],
      ['apply', '--server-side', '-f', '-'],
      ['apply', '--dry-run=server', '-f', '-'],
      ['replace', '-f', '-'],
      ['create', '-f', '-', '--validate=warn'],
    );
    fc.assert(
      fc.property(verbs, manifestTexts, (argv, stdin) => {
        // JSON values may follow one another; those before a mistake are applied.
        const single = !/^---|^\s*\{/m.test(stdin) && !stdin.includes('List');
        checkAnswer(answer({ argv, stdin }), single);
      }),
      { numRuns: share(0.4) },
    );
  }, 0);
});

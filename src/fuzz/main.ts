/**
 * `npm run fuzz -- [KIND …] [--runs N] [--seed S]`
 *
 * Gives N hostile inputs of each kind to the project's doors. Each block of a hundred has a seed of
 * its own, the first one `--seed`. Every finding is printed as small as it became, as a line for
 * `corpus.json`.
 *
 * The inputs are played in a second process. So an input that never ends, or that takes all memory,
 * ends that process and not this one. The block is then played once more in a process that names
 * each input before it begins; after it the work goes on.
 */
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { blockSize, type FoundInput, fuzzBlock } from './fuzz-run.ts';
import { findingTypes } from './judge.ts';
import { type KindName, kinds } from './kinds.ts';

/** Seconds without a word after which the second process hangs. */
const silence = 30;
/** Seconds that it may take to start; its modules are many. */
const startUp = 300;
/** Mebibytes that the second process may hold. */
const mostMemory = 1500;

interface Work {
  readonly kind: KindName;
  readonly seed: number;
  readonly runs: number;
  /** Each input is named before it begins. Otherwise one a second is, as a sign of life. */
  readonly named?: true;
}

/** What the second process reports. */
type Report =
  | { readonly begins: string }
  | { readonly block: number; readonly found: readonly FoundInput[]; readonly megabytes: number };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The second process: plays blocks and reports. */
async function play({ kind, seed, runs, named }: Work): Promise<void> {
  const known = new Set<string>();
  // What is sent is on its way only when the process has had time for it.
  const report = (message: Report): Promise<void> =>
    new Promise((sent) => {
      process.send?.(message, () => sent());
    });
  await report({ begins: '' });
  let lastWord = performance.now();
  const begins = async (input: () => string): Promise<void> => {
    if (named !== true && performance.now() - lastWord < 1000) return;
    await report({ begins: input() });
    lastWord = performance.now();
  };
  for (let block = 0; block * blockSize < runs; block++) {
    const inputs = Math.min(blockSize, runs - block * blockSize);
    const found = await kinds[kind]((each) =>
      fuzzBlock(each, {
        seed: seed + block,
        inputs,
        known,
        begins,
      }),
    );
    await report({ block, found, megabytes: process.memoryUsage().heapUsed / 2 ** 20 });
  }
  process.disconnect();
}

interface Tally {
  readonly found: FoundInput[];
  inputs: number;
  megabytes: number;
}

/** Plays the inputs of a kind, in as many processes as it takes. */
async function fuzz(work: Work): Promise<Tally> {
  const tally: Tally = { found: [], inputs: 0, megabytes: 0 };
  for (let block = 0; block * blockSize < work.runs; ) {
    const rest = { ...work, seed: work.seed + block, runs: work.runs - block * blockSize };
    const played = await playApart(rest, tally);
    block += played.blocks;
    if (played.ended === undefined) continue;
    await blame(work, block++, played.ended, tally);
  }
  return tally;
}

/** How the second process ended, if not by itself: with which finding, and at which input. */
interface Ended {
  readonly type: 'hang' | 'memory';
  readonly message: string;
  readonly input: string;
}

/** Plays a block once more, to know which of its inputs ended the process. */
async function blame(work: Work, block: number, ended: Ended, tally: Tally): Promise<void> {
  const seed = work.seed + block;
  const runs = Math.min(blockSize, work.runs - block * blockSize);
  const again = await playApart({ ...work, seed, runs, named: true }, tally);
  const { type, message, input } = again.ended ?? {
    ...ended,
    message: `${ended.message}, but not when its block was played alone`,
  };
  take(work.kind, tally, { type, message, seed, input, after: [] });
  if (again.ended !== undefined) tally.inputs += runs;
}

interface PlayedApart {
  /** The blocks that are behind. */
  readonly blocks: number;
  readonly ended?: Ended;
}

/** Resolves when the second process has ended. */
function playApart(work: Work, tally: Tally): Promise<PlayedApart> {
  const child = fork(import.meta.filename, ['--work', JSON.stringify(work)], {
    execArgv: [...process.execArgv, `--max-old-space-size=${mostMemory}`],
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  let last = '';
  let blocks = 0;
  let silent = false;
  let patience = startUp;
  // While both processes are stopped, as by Ctrl-Z, no second of patience passes.
  const watchdog = setInterval(() => {
    silent = --patience < 0;
    if (silent) child.kill('SIGKILL');
  }, 1000);
  child.on('message', (message) => {
    patience = silence;
    const report = message as Report;
    if ('begins' in report) last = report.begins;
    else {
      blocks = report.block + 1;
      tally.inputs += Math.min(blockSize, work.runs - report.block * blockSize);
      tally.megabytes = Math.max(tally.megabytes, report.megabytes);
      for (const each of report.found) take(work.kind, tally, each);
      process.stderr.write(`\r${work.kind}: ${tally.inputs}, ${tally.found.length} found `);
    }
  });
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearInterval(watchdog);
      if (code === 0) return resolve({ blocks });
      const type = silent ? 'hang' : 'memory';
      const message = silent ? `no end in ${silence} s` : `the process ended with ${code}`;
      resolve({ blocks, ended: { type, message, input: last } });
    });
  });
}

function take(kind: KindName, tally: Tally, finding: FoundInput): void {
  tally.found.push(finding);
  process.stderr.write('\n');
  say(`${kind} seed ${finding.seed}: ${finding.type}: ${finding.message}`);
  for (const before of finding.after) say(`  after ${before}`);
  say(`  ${finding.input}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      work: { type: 'string' },
    },
  });
  if (values.work !== undefined) return play(JSON.parse(values.work) as Work);
  const names = Object.keys(kinds) as KindName[];
  const unknown = positionals.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`There are ${names.join(', ')}, no ${unknown.join()}.`);
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  for (const kind of positionals.length === 0 ? names : (positionals as KindName[])) {
    const begun = performance.now();
    const { found, inputs, megabytes } = await fuzz({ kind, seed, runs });
    process.stderr.write('\n');
    const counts = findingTypes.map(
      (type) => `${found.filter((each) => each.type === type).length} ${type}`,
    );
    const time = `${Math.round((performance.now() - begun) / 1000)} s`;
    const memory = `at most ${Math.round(megabytes)} MiB`;
    say(`${kind}: ${inputs} inputs from seed ${seed}, ${time}, ${memory}: ${counts.join(', ')}`);
    if (found.length > 0) process.exitCode = 1;
  }
}

await main();

/**
 * `npm run serve:conformance -- --e2e FILE [--focus REGEXP] …`
 *
 * Runs Kubernetes' own conformance tests against served clusters, keeps the result of each, and
 * writes docs/conformance.md. What has passed before is only run with `--again`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { specOfScenario } from '#scenarios/cluster-spec';
import { readSuiteOptions, type SuiteOptions, usage } from './options.ts';
import { Pace } from './pace.ts';
import { pageOf } from './page.ts';
import { type Results, readResults, writeResults } from './results.ts';
import { listTests, runTests, type Server, startServer } from './suite.ts';

const root = join(import.meta.dirname, '../../..');
const resultsFile = join(import.meta.dirname, 'results.json');
const pageFile = join(root, 'docs/conformance.md');

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** A test that changes what others see has a server to itself while it runs. */
const isSerial = (name: string): boolean => /\[Serial\]|\[Disruptive\]/.test(name);

async function main(): Promise<void> {
  const options = readSuiteOptions(process.argv.slice(2), process.env);
  if (!options.ok) {
    process.stderr.write(`${options.error}\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  const { focus, skip, again } = options.value;
  const results = readResults(resultsFile);
  const names = await listTests(options.value);
  for (const name of names) results[name] ??= { state: 'not run' };
  const chosen = names.filter(
    (name) =>
      focus.test(name) && skip?.test(name) !== true && (again || results[name]?.state !== 'passed'),
  );
  say(`${names.length} tests, ${chosen.length} to run.`);
  const record = (): void => {
    writeResults(resultsFile, results);
    writeFileSync(pageFile, pageOf(results));
  };
  record();
  await runAll(chosen, options.value, results, record);
}

async function runAll(
  chosen: readonly string[],
  options: SuiteOptions,
  results: Results,
  record: () => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-cluster-'));
  const cluster = join(folder, 'cluster.json');
  writeFileSync(cluster, JSON.stringify({ ...specOfScenario('empty-cluster'), dns: true }));
  const queues = [chosen.filter((name) => !isSerial(name)), chosen.filter(isSerial)];
  const count = Math.min(options.servers, chosen.length);
  const servers = await Promise.all(
    Array.from({ length: count }, () => startServer(root, cluster, options.speed)),
  );
  const pace = new Pace(servers, options.speed);
  try {
    await pace.begin();
    for (const [at, queue = []] of queues.entries()) {
      const alone = new Set<string>();
      const clients = at === 0 ? options.clients : 1;
      const workers = servers.flatMap((server) =>
        Array.from({ length: clients }, () => work(server, queue, options, results, record, alone)),
      );
      await Promise.all(workers);
    }
    const seconds = chosen.reduce((sum, name) => sum + (results[name]?.seconds ?? 0), 0);
    say(await pace.words(seconds));
  } finally {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes some tests, and again some. Those whose turn did not come go back to the queue. */
async function work(
  server: Server,
  queue: string[],
  options: SuiteOptions,
  results: Results,
  record: () => void,
  alone: Set<string>,
): Promise<void> {
  while (queue.length > 0) {
    const isAlone = alone.has(queue[0] ?? '');
    const names = queue.splice(0, isAlone ? 1 : options.batch);
    const found = await runTests(names, server, options);
    const left = names.filter((name) => !found.has(name));
    // Each gets a program of its own next; one that does not run alone either is left.
    if (!isAlone) queue.push(...left);
    for (const name of left) alone.add(name);
    for (const [name, result] of found) {
      results[name] = result;
      const why = result.reason === undefined ? '' : `\n    ${result.reason}`;
      say(`${result.state} ${result.seconds ?? 0}s ${name}${why}`);
    }
    record();
  }
}

await main();

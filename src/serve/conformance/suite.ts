/** Runs Kubernetes' own tests, a few in each program, against servers that they share. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SuiteOptions } from './options.ts';
import { failureOfSuite, oneLine, specsOf } from './report.ts';
import type { TestResult } from './results.ts';

const startMilliseconds = 300_000;
/** How long a test that was told to end may take to write its report. */
const graceMilliseconds = 40_000;
/** Of a test that goes well, most of the time. */
const usualSeconds = 30;

export interface Server {
  readonly kubeconfig: string;
  /** The present moment of its cluster, in virtual seconds. */
  now(): Promise<number>;
  close(): void;
}

/** Starts a cluster of three nodes with CoreDNS, in a process of its own. */
export async function startServer(root: string, cluster: string, speed: number): Promise<Server> {
  const words = ['--import', 'tsx', join(root, 'src/serve/main.ts'), '--port', '0'];
  const args = [...words, '--cluster', cluster, '--speed', String(speed)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  /** What follows a beginning, in the first line that has it. */
  const said = (beginning: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const end = (): void => reject(new Error('the server ended'));
      child.once('exit', end);
      lines.on('line', function hear(line: string) {
        if (!beginning.test(line)) return;
        lines.off('line', hear);
        child.off('exit', end);
        resolve(line.replace(beginning, ''));
      });
    });
  const timer = setTimeout(() => child.kill('SIGKILL'), startMilliseconds);
  const kubeconfig = await said(/^export KUBECONFIG=/);
  clearTimeout(timer);
  return {
    kubeconfig,
    async now() {
      const moment = said(/^running at /);
      // What it is told in its terminal it answers with its time.
      child.stdin.write('resume\n');
      return Number.parseFloat(await moment);
    },
    close: () => child.kill('SIGTERM'),
  };
}

/** The names of the conformance tests. */
export async function listTests({ e2e }: SuiteOptions): Promise<readonly string[]> {
  const report = await ginkgo(e2e, ['--ginkgo.dry-run', '--ginkgo.focus=\\[Conformance\\]'], 300);
  if (report.text === undefined) throw new Error(`${e2e} lists no tests:\n${report.output}`);
  return specsOf(report.text)
    .filter(({ state }) => state === 'passed')
    .map(({ name }) => name);
}

/**
 * Runs some tests, one after the other in one program. Out: the results by name; a test whose turn
 * did not come has none, and of several that ended without a report none has.
 */
export async function runTests(
  names: readonly string[],
  { kubeconfig }: Server,
  { e2e, kubectl, seconds }: SuiteOptions,
): Promise<ReadonlyMap<string, TestResult>> {
  const focus = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const args = [
    `--kubeconfig=${kubeconfig}`,
    '--provider=skeleton',
    '--dump-logs-on-failure=false',
    `--ginkgo.focus= (${focus})$`,
    ...(kubectl === undefined ? [] : [`--kubectl-path=${kubectl}`]),
  ];
  const { text, output } = await ginkgo(e2e, args, seconds + usualSeconds * names.length);
  if (text === undefined) {
    const [name] = names;
    if (name === undefined || names.length > 1) return new Map();
    const reason = `no report: ${oneLine(output.replace(/S{9,}/g, '').slice(-400))}`;
    return new Map([[name, { state: 'failed', reason }]]);
  }
  const broken = failureOfSuite(text);
  const wanted = new Set(names);
  const results = new Map<string, TestResult>();
  for (const spec of specsOf(text)) {
    if (!wanted.has(spec.name)) continue;
    // In a program of its own it has more time.
    if (spec.state === 'timedout' && names.length > 1) continue;
    if (spec.state === 'passed') {
      results.set(spec.name, { state: 'passed', seconds: spec.seconds });
    } else if (broken !== undefined || (spec.state !== 'skipped' && spec.state !== 'pending')) {
      const reason = broken ?? (spec.failure || `ended as ${spec.state}`);
      results.set(spec.name, { state: 'failed', reason, seconds: spec.seconds });
    } else if (spec.failure !== '') {
      results.set(spec.name, { state: 'failed', reason: `skipped: ${spec.failure}` });
    }
  }
  return results;
}

interface Ended {
  /** The report, if there is one. */
  readonly text: string | undefined;
  readonly output: string;
}

/** Runs the program and reads its report; after `seconds` it is told to end. */
async function ginkgo(e2e: string, args: readonly string[], seconds: number): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const report = join(folder, 'report.json');
  const common = ['--ginkgo.no-color', `--ginkgo.timeout=${seconds}s`, '--ginkgo.grace-period=5s'];
  const child = spawn(e2e, [...args, ...common, `--ginkgo.json-report=${report}`], {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (piece: Buffer): void => {
    output = `${output}${piece.toString('utf8')}`.slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  await ended(child, seconds * 1000 + graceMilliseconds);
  try {
    const text = readFileSync(report, 'utf8');
    // A program that was ended has written half of it.
    JSON.parse(text);
    return { text, output };
  } catch {
    return { text: undefined, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ended(child: ChildProcess, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  await new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => resolve());
  });
  clearTimeout(timer);
}

/**
 * What runs in the background of a shell: `wait`, `jobs`, and the refusals of `fg` and `bg`.
 *
 * Models busybox shell/ash.c getjob, showjob and waitcmd, for a shell without job control: jobs are
 * numbered and can be waited for and killed by their number, but not brought to the foreground. In:
 * the jobs of a shell. Out: their states, and exit codes.
 */
import { err, ok, type Result } from '#base/result';
import { firstOf } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { ProcessEntry } from '../process-table.ts';
import { signalNumbers } from '../signals.ts';
import { deathOf, printKilled } from './programs.ts';
import type { Shell } from './shell.ts';
import type { Job, ShellState, Streams } from './state.ts';

const misused = 2;
const unknown = 127;

/**
 * A new job under the lowest number that is free, or whose job has ended and was waited for.
 * Source: makejob.
 */
export function withJob(jobs: readonly Job[], entry: ProcessEntry): readonly Job[] {
  let number = 1;
  while (jobs.some((job) => job.number === number && !job.waited)) number++;
  return [...jobs.filter((job) => job.number !== number), { number, entry, waited: false }];
}

/** The job that `%1`, `%%`, `%+` or `%-` names, or why there is none. Source: getjob. */
function jobNamed(jobs: readonly Job[], word: string): Result<Job, string> {
  const name = word.slice(1);
  const isCurrent = ['', '%', '+'].includes(name);
  const job = isCurrent
    ? jobs.at(-1)
    : name === '-'
      ? jobs.at(-2)
      : jobs.find(({ number }) => String(number) === name);
  if (job !== undefined) return ok(job);
  return err(
    isCurrent ? 'No current job' : name === '-' ? 'No previous job' : `${word}: no such job`,
  );
}

/** `kill %1`: the words with process ids in place of jobs, or what the shell says. */
export function withProcessIds(
  { jobs }: ShellState,
  argv: readonly string[],
): Result<readonly string[], string> {
  const words: string[] = [];
  for (const word of argv) {
    const job = word.startsWith('%') ? jobNamed(jobs, word) : undefined;
    if (job?.ok === false) return job;
    words.push(job === undefined ? word : String(job.value.entry.pid));
  }
  return ok(words);
}

/**
 * Waits for some jobs, for the first that ends (`-n`), or for all; a trapped signal ends the wait.
 * The status is that of the last one; of all it is 0. Source: waitcmd.
 */
export function* wait(shell: Shell, argv: readonly string[], streams: Streams): Process<number> {
  const { state } = shell;
  const [option, ...rest] = argv.slice(1);
  if (option === '-n') return yield* waitForAny(shell, streams);
  const refuse = (text: string): number => {
    state.complain(streams, text, 'wait');
    return misused;
  };
  if (option?.startsWith('-') === true) return refuse(`illegal option ${option}`);
  if (option === undefined) {
    for (const job of state.jobs) {
      if (job.waited) continue;
      const ended = yield* waitFor(shell, job);
      if (ended.interrupted) return ended.status;
    }
    return 0;
  }
  let status = 0;
  for (const word of [option, ...rest]) {
    if (!/^(?:%.*|\d+)$/.test(word)) return refuse(`Illegal number: ${word}`);
    const named = word.startsWith('%')
      ? jobNamed(state.jobs, word)
      : ok(state.jobs.find(({ entry }) => String(entry.pid) === word));
    if (!named.ok) return refuse(named.error);
    status = unknown;
    if (named.value === undefined) continue;
    const ended = yield* waitFor(shell, named.value);
    if (ended.interrupted) return ended.status;
    printKilled(named.value.entry, streams);
    status = ended.status;
  }
  return status;
}

function* waitForAny(shell: Shell, streams: Streams): Process<number> {
  const { context } = shell.state;
  const jobs = shell.state.jobs.filter(({ waited }) => !waited);
  if (jobs.length === 0) return unknown;
  const isDone = ({ entry }: Job): boolean => entry.task?.done !== false;
  if (!jobs.some(isDone)) {
    const tasks = jobs.flatMap(({ entry }) => entry.task ?? []);
    yield* firstOf(context.sim, [...tasks, context.signals.arrived]);
  }
  const job = jobs.find(isDone);
  if (job === undefined) return interruptedBy(shell);
  const { status } = yield* waitFor(shell, job);
  printKilled(job.entry, streams);
  return status;
}

const interruptedBy = ({ state: { context } }: Shell): number => {
  const signal = context.signals.peek();
  return 128 + (signal === undefined ? 15 : signalNumbers[signal]);
};

interface Ended {
  readonly status: number;
  readonly interrupted: boolean;
}

/** Waits for a job. */
function* waitFor(shell: Shell, job: Job): Process<Ended> {
  const { state } = shell;
  const { sim, signals, processes } = state.context;
  const { task } = job.entry;
  if (task !== undefined && !task.done) {
    const first = yield* firstOf(sim, [task, signals.arrived]);
    if (first !== task && !task.done) return { status: interruptedBy(shell), interrupted: true };
  }
  const status = processes === undefined ? 0 : yield* processes.wait(job.entry);
  job.waited = true;
  return { status, interrupted: false };
}

/**
 * `jobs [-l] [-p]`: what runs, and once what has ended since. A subshell without jobs shows those
 * of the shell that it comes from. Source: showjobs.
 */
export function* jobs(shell: Shell, argv: readonly string[], { out }: Streams): Process<number> {
  const { state } = shell;
  const own = state.jobs.length > 0;
  const all = own ? state.jobs : state.jobsAround;
  for (const job of [...all].reverse()) {
    const { number, entry } = job;
    const mark = job === all.at(-1) ? '+' : job === all.at(-2) ? '-' : ' ';
    const isDone = entry.task?.done === true;
    if (argv.includes('-p')) {
      out(`${entry.pid}\n`);
      continue;
    }
    const text = isDone ? endOf(entry, (yield* waitFor(shell, job)).status) : 'Running';
    if (isDone) state.jobs = state.jobs.filter((one) => one !== job);
    const pid = argv.includes('-l') ? `${entry.pid} ` : '';
    out(`${`[${number}]${mark}  ${pid}${text}`.padEnd(33)}\n`);
  }
  return 0;
}

const endOf = (entry: ProcessEntry, status: number): string =>
  deathOf(entry) ?? (status === 0 ? 'Done' : `Done(${status})`);

/** `fg` and `bg`: a script has no job control, and a terminal's is not simulated. */
export const foreground = (
  shell: Shell,
  [name = '', word]: readonly string[],
  streams: Streams,
): number => {
  const { state } = shell;
  const job = jobNamed(state.jobs, word ?? '%');
  const refusal =
    state.context.terminal === undefined
      ? `job ${word ?? '(null)'} not created under job control`
      : 'job control is not simulated';
  state.complain(streams, job.ok ? refusal : job.error, name);
  return misused;
};

/** Applets about processes: ps, kill, pgrep, timeout, nproc, free, uptime. */
import { regexpOf } from '#base/regexp';
import { seconds } from '#base/sim-time';
import { firstOf } from '#sim/signal';
import { sleep } from '#sim/simulation';
import { appletName, type ProcessContext, type Program } from '../program.ts';
import { signalNumbers, signalOf } from '../signals.ts';

/** As getpwuid(3) finds it in /etc/passwd; a user without an entry keeps the number. */
function userNames({ files }: ProcessContext): (uid: number) => string {
  const lines = (files.read('/etc/passwd') ?? '').split('\n').map((line) => line.split(':'));
  const names = new Map(lines.map(([name = '', , uid = '']) => [uid, name]));
  return (uid) => names.get(String(uid)) ?? (uid === 0 ? 'root' : String(uid));
}

/** busybox ps: every process of the namespace. */
export const ps: Program = function* (context) {
  const { processes, out } = context;
  const userName = userNames(context);
  out('PID   USER     TIME  COMMAND\n');
  for (const { pid, uid, argv } of processes?.processes ?? []) {
    out(`${String(pid).padStart(5)} ${userName(uid).padEnd(8)}  0:00 ${argv.join(' ')}\n`);
  }
  return 0;
};

export const kill: Program = function* (context) {
  const { argv, processes, err } = context;
  const name = appletName(context);
  let signal = signalOf('TERM');
  let code = 0;
  const words = argv.slice(1);
  if (words[0] === '-s') signal = signalOf(words.splice(0, 2)[1] ?? '');
  else if (/^-\w+$/.test(words[0] ?? '')) signal = signalOf((words.shift() ?? '').slice(1));
  const isTest = argv[1] === '-0';
  if (argv[1] === '-l') {
    context.out(
      Object.entries(signalNumbers)
        .map(([text, number]) => `${String(number).padStart(2)}) ${text.slice(3)}\n`)
        .join(''),
    );
    return 0;
  }
  if (signal === undefined && !isTest) {
    err(`${name}: bad signal name '${argv[1]?.slice(1) ?? ''}'\n`);
    return 1;
  }
  for (const pid of words) {
    if (isTest && processes?.get(Number(pid)) !== undefined) continue;
    if (signal !== undefined && processes?.kill(Number(pid), signal) === true) continue;
    err(`${name}: can't kill pid ${pid}: No such process\n`);
    code = 1;
  }
  // A process that kills itself does not get any further.
  yield* sleep(0);
  return code;
};

/** `-x`: the whole name; `-f`: the whole command line. */
export const pgrep: Program = function* (context) {
  const { argv, processes, out, err, pid } = context;
  const flags = argv.filter((word) => word.startsWith('-')).join('');
  const [pattern = ''] = argv.slice(1).filter((word) => !word.startsWith('-'));
  const read = regexpOf(context)(flags.includes('x') ? `^(?:${pattern})$` : pattern);
  if (!read.ok) {
    err(`pgrep: bad regex '${pattern}': ${read.error}\n`);
    return 2;
  }
  const expression = read.value;
  const found = (processes?.processes ?? []).filter((entry) => {
    const name = entry.argv[0]?.replace(/^.*\//, '') ?? '';
    return entry.pid !== pid && expression.test(flags.includes('f') ? entry.argv.join(' ') : name);
  });
  for (const entry of found) out(`${entry.pid}\n`);
  return found.length > 0 ? 0 : 1;
};

const timedOut = 143;

export const timeoutOf = (find: (name: string) => Program | undefined): Program =>
  function* (context) {
    const { argv, sim, err } = context;
    const words = argv
      .slice(1)
      .filter((word, index, all) => word !== '-s' && all[index - 1] !== '-s');
    const [duration = '', ...command] = words;
    const program = find(command[0] ?? '');
    if (program === undefined) {
      err(`timeout: can't execute '${command[0] ?? ''}': No such file or directory\n`);
      return 127;
    }
    const task = sim.spawn(command.join(' '), program({ ...context, argv: command }));
    if (!task.done) yield* firstOf(sim, [task], seconds(Number.parseFloat(duration)));
    if (!task.done) {
      task.cancel();
      err('Terminated\n');
    }
    return (yield* task.join()) ?? timedOut;
  };

/** The release of the machine's kernel. */
export const kernelRelease = '6.18.44';

export const uname: Program = function* ({ argv, files, out }) {
  const host = (files.read('/etc/hostname') ?? 'localhost').trim();
  if (argv.includes('-a')) out(`Linux ${host} ${kernelRelease} #1 SMP x86_64 GNU/Linux\n`);
  else if (argv.includes('-n')) out(`${host}\n`);
  else if (argv.includes('-r')) out(`${kernelRelease}\n`);
  else if (argv.includes('-m')) out('x86_64\n');
  else out('Linux\n');
  return 0;
};

export const whoami: Program = function* ({ user, out, err }) {
  const uid = user?.uid ?? 0;
  if (uid === 0) {
    out('root\n');
    return 0;
  }
  err(`whoami: unknown uid ${uid}\n`);
  return 1;
};

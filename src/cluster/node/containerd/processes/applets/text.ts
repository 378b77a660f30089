/** Applets that only write text: echo, printf, env, hostname, id, date, grep, wc. */
import { rfc3339, runEpoch, second } from '#base/sim-time';
import { absolute, type ProcessContext, type Program, rootUser } from '../program.ts';

export const echo: Program = function* ({ argv, out }) {
  let words = argv.slice(1);
  let newline = '\n';
  let escapes = false;
  while (/^-[neE]+$/.test(words[0] ?? '')) {
    if (words[0]?.includes('n')) newline = '';
    if (words[0]?.includes('e')) escapes = true;
    words = words.slice(1);
  }
  const text = words.join(' ');
  out((escapes ? withEscapes(text) : text) + newline);
  return 0;
};

const withEscapes = (text: string): string =>
  text.replace(/\\([nt\\])/g, (_, letter: string) =>
    letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\',
  );

/** `%s`, `%d` and backslash escapes; the format is used again while arguments are left. */
export const printf: Program = function* ({ argv, out }) {
  const format = withEscapes(argv[1] ?? '');
  const words = argv.slice(2);
  do {
    out(format.replace(/%[sd%]/g, (verb) => (verb === '%%' ? '%' : (words.shift() ?? ''))));
  } while (words.length > 0 && /%[sd]/.test(format));
  return 0;
};

export const env: Program = function* ({ env: variables, out }) {
  for (const [name, value] of variables) out(`${name}=${value}\n`);
  return 0;
};

export const hostname: Program = function* ({ files, out }) {
  out(files.read('/etc/hostname') ?? 'localhost\n');
  return 0;
};

const named = (id: number): string => (id === 0 ? '0(root)' : String(id));

export const id: Program = function* ({ argv, out, user = rootUser }) {
  const { uid, gid, groups } = user;
  if (argv[1] === '-u') out(`${uid}\n`);
  else if (argv[1] === '-g') out(`${gid}\n`);
  else if (argv[1] === '-G') out(`${groups.join(' ')}\n`);
  else out(`uid=${named(uid)} gid=${named(gid)} groups=${groups.map(named).join(',')}\n`);
  return 0;
};

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Zeller's congruence; 0 is Sunday. */
function dayOfWeek(year: number, month: number, day: number): number {
  const shifted = month < 3 ? month + 12 : month;
  const y = month < 3 ? year - 1 : year;
  const sum = day + Math.floor((13 * (shifted + 1)) / 5) + y + Math.floor(y / 4);
  return (sum - Math.floor(y / 100) + Math.floor(y / 400) + 6) % 7;
}

export const date: Program = function* ({ argv, sim, clock: wall, out }) {
  const now = wall?.() ?? sim.now;
  const time = rfc3339(now);
  const [year = '', month = '', day = '', hour = '', minute = '', secondText = ''] =
    time.match(/\d+/g) ?? [];
  const weekday = days[dayOfWeek(Number(year), Number(month), Number(day))] ?? '';
  const monthName = months[Number(month) - 1] ?? '';
  const clock = `${hour}:${minute}:${secondText}`;
  const format = argv.find((word) => word.startsWith('+'))?.slice(1);
  if (format === undefined) {
    out(`${weekday} ${monthName} ${String(Number(day)).padStart(2)} ${clock} UTC ${year}\n`);
    return 0;
  }
  const values: Readonly<Record<string, string>> = {
    Y: year,
    m: month,
    d: day,
    H: hour,
    M: minute,
    S: secondText,
    T: clock,
    F: `${year}-${month}-${day}`,
    s: String(Math.floor((runEpoch + now) / second)),
    a: weekday,
    b: monthName,
  };
  out(`${format.replace(/%([YmdHMSTFsab])/g, (_all, letter: string) => values[letter] ?? '')}\n`);
  return 0;
};

/** Lines that match a pattern: -E, -q, -v, -i, -c. */
export const grep: Program = function* (context) {
  const flags = context.argv
    .slice(1)
    .filter((word) => /^-\w+$/.test(word))
    .join('');
  const [pattern = '', ...names] = context.argv.slice(1).filter((word) => !/^-\w+$/.test(word));
  const expression = new RegExp(pattern, flags.includes('i') ? 'i' : '');
  const all = linesOf(context, names);
  const after = /A(\d+)/.exec(flags)?.[1];
  const matches = all.map((line) => expression.test(line) !== flags.includes('v'));
  const found = all.filter((_line, index) => {
    const from = Math.max(0, index - Number(after ?? 0));
    return matches.slice(from, index + 1).some(Boolean);
  });
  if (flags.includes('c')) context.out(`${found.length}\n`);
  else if (!flags.includes('q')) for (const line of found) context.out(`${line}\n`);
  return found.length > 0 ? 0 : 1;
};

export const wc: Program = function* (context) {
  context.out(
    `${
      linesOf(
        context,
        context.argv.slice(1).filter((w) => !w.startsWith('-')),
      ).length
    }\n`,
  );
  return 0;
};

function linesOf(context: ProcessContext, names: readonly string[]): readonly string[] {
  const texts =
    names.length === 0
      ? [context.stdin]
      : names.map((name) => context.files.read(absolute(context, name)) ?? '');
  return texts.flatMap((text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n')));
}

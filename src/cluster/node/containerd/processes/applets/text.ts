/** Applets that only write text: echo, printf, env, hostname, id, date, grep, wc. */
import { rfc3339 } from '#base/sim-time';
import { absolute, type ProcessContext, type Program } from '../program.ts';

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

export const id: Program = function* ({ argv, out }) {
  out(argv[1] === '-u' || argv[1] === '-g' ? '0\n' : 'uid=0(root) gid=0(root) groups=0(root)\n');
  return 0;
};

export const date: Program = function* ({ sim, out }) {
  out(`${rfc3339(sim.now)}\n`);
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
  const found = linesOf(context, names).filter(
    (line) => expression.test(line) !== flags.includes('v'),
  );
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

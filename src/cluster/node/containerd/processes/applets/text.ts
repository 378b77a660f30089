/** Applets that only write text: echo, env, printenv, hostname, id, wc. */
import { unescaped } from '../escapes.ts';
import { type Program, rootUser } from '../program.ts';
import { filesOf, optionsOf } from './inputs.ts';

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
  out((escapes ? unescaped(text) : text) + newline);
  return 0;
};

/** Prints the variables, or runs a command with changed ones: `-i`, `-u NAME`, `NAME=VALUE`. */
export const envOf = (find: (name: string) => Program | undefined): Program =>
  function* (context) {
    const words = context.argv.slice(1);
    let variables = new Map(context.env);
    for (; words[0] !== undefined; words.shift()) {
      const [word] = words;
      const [name = '', value] = word.split(/=(.*)/s);
      if (word === '-i' || word === '-') variables = new Map();
      else if (word === '-u') variables.delete(words.splice(1, 1)[0] ?? '');
      else if (value !== undefined) variables.set(name, value);
      else break;
    }
    const [command] = words;
    if (command === undefined) {
      for (const [name, value] of variables) context.out(`${name}=${value}\n`);
      return 0;
    }
    const program = find(command.replace(/^.*\//, ''));
    if (program !== undefined) return yield* program({ ...context, argv: words, env: variables });
    context.err(`env: can't execute '${command}': No such file or directory\n`);
    return 127;
  };

export const printenv: Program = function* ({ argv, env: variables, out }) {
  const names = argv.slice(1);
  for (const name of names.length === 0 ? variables.keys() : names) {
    const value = variables.get(name);
    if (value === undefined) return 1;
    out(names.length === 0 ? `${name}=${value}\n` : `${value}\n`);
  }
  return 0;
};

/** `-i`: its addresses, as /etc/hosts has them; `-s`: up to the first dot. */
export const hostname: Program = function* ({ argv, files, out }) {
  const name = (files.read('/etc/hostname') ?? 'localhost\n').trim();
  if (argv[1] === '-i' || argv[1] === '-I') {
    const lines = (files.read('/etc/hosts') ?? '').split('\n').map((line) => line.split(/\s+/));
    const [address] = lines.find(([, ...names]) => names.includes(name)) ?? [];
    if (address === undefined) return 1;
    out(`${address}\n`);
  } else out(`${argv[1] === '-s' ? name.replace(/\..*/, '') : name}\n`);
  return 0;
};

const named = (id: number): string => (id === 0 ? '0(root)' : String(id));

export const id: Program = function* ({ argv, out, err, user = rootUser }) {
  const { uid, gid, groups } = user;
  const flags = argv
    .slice(1)
    .filter((word) => word.startsWith('-'))
    .join('');
  const [name] = argv.slice(1).filter((word) => !word.startsWith('-'));
  if (name !== undefined && name !== 'root') {
    err(`id: unknown user ${name}\n`);
    return 1;
  }
  const shown = (number: number): string =>
    flags.includes('n') && number === 0 ? 'root' : String(number);
  if (flags.includes('u')) out(`${shown(uid)}\n`);
  else if (flags.includes('g')) out(`${shown(gid)}\n`);
  else if (flags.includes('G')) out(`${groups.map(shown).join(' ')}\n`);
  else out(`uid=${named(uid)} gid=${named(gid)} groups=${groups.map(named).join(',')}\n`);
  return 0;
};

/** `-l -w -c` of every file, and the total. */
export const wc: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  const { files, failed } = filesOf(context, names);
  const wanted = ['l', 'w', 'c', 'm'].filter((letter) => options.has(letter));
  const kinds = wanted.length === 0 ? ['l', 'w', 'c'] : wanted;
  const rows = files.map(({ name, text }) => {
    const counts: Readonly<Record<string, number>> = {
      l: text.split('\n').length - 1,
      w: text.split(/\s+/).filter(Boolean).length,
      c: text.length,
      m: text.length,
    };
    return { name, counts: kinds.map((kind) => counts[kind] ?? 0) };
  });
  if (rows.length > 1) {
    const sums = kinds.map((_kind, at) =>
      rows.reduce((sum, row) => sum + (row.counts[at] ?? 0), 0),
    );
    rows.push({ name: 'total', counts: sums });
  }
  const width = kinds.length > 1 || names.length > 1 ? countWidth : 0;
  for (const { name, counts } of rows) {
    const numbers = counts.map((count) => String(count).padStart(width)).join(' ');
    context.out(`${numbers}${names.length === 0 ? '' : ` ${name}`}\n`);
  }
  return failed ? 1 : 0;
};

const countWidth = 9;

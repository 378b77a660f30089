/**
 * The text tools that people put after an inspection command in a pipeline: grep, sort, uniq, head,
 * tail, wc.
 */
import type { CompileRegexp } from '#base/regexp';
import { err, ok, type Result } from '#base/result';

type Lines = readonly string[];

export function textTool(
  argv: readonly string[],
  lines: Lines,
  regexp: CompileRegexp,
): Result<Lines, string> {
  const [name = '', ...words] = argv;
  switch (name) {
    case 'grep':
    case 'egrep':
      return grep(name === 'egrep', words, lines, regexp);
    case 'sort': {
      const sorted = [...lines].sort();
      if (words.includes('-r')) sorted.reverse();
      return ok(words.includes('-u') ? withoutRepeats(sorted) : sorted);
    }
    case 'uniq':
      return ok(withoutRepeats(lines));
    case 'cat':
      return ok(lines);
    case 'head':
      return ok(lines.slice(0, countOf(words)));
    case 'tail':
      return ok(lines.slice(Math.max(0, lines.length - countOf(words))));
    case 'wc':
      return words.includes('-l') ? ok([String(lines.length)]) : err('wc needs -l here');
    default:
      return err(`${name} is not simulated on a host`);
  }
}

const withoutRepeats = (lines: Lines): Lines =>
  lines.filter((line, index) => line !== lines[index - 1]);

/** `-n 5`, `-n5` or `-5`; ten without. */
function countOf(words: readonly string[]): number {
  const text = words.join('').replace('-n', '').replace('-', '');
  return text === '' ? 10 : Number(text);
}

interface GrepOptions {
  readonly extended: boolean;
  readonly fixed: boolean;
  readonly invert: boolean;
  readonly ignoreCase: boolean;
  readonly count: boolean;
  readonly onlyMatching: boolean;
  readonly word: boolean;
}

function grep(
  extended: boolean,
  words: readonly string[],
  lines: Lines,
  regexp: CompileRegexp,
): Result<Lines, string> {
  let letters = extended ? 'E' : '';
  const patterns: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '-e') patterns.push(words[++i] ?? '');
    else if (/^-[A-Za-z]+$/.test(word)) letters += word.slice(1);
    else patterns.push(word);
  }
  const unknown = /[^EFvicow]/.exec(letters);
  if (unknown !== null) return err(`grep -${unknown[0]} is not simulated`);
  if (patterns.length === 0) return err('grep needs a pattern');
  const options = {
    extended: letters.includes('E'),
    fixed: letters.includes('F'),
    invert: letters.includes('v'),
    ignoreCase: letters.includes('i'),
    count: letters.includes('c'),
    onlyMatching: letters.includes('o'),
    word: letters.includes('w'),
  };
  return matching(lines, patterns, options, regexp);
}

function matching(
  lines: Lines,
  patterns: readonly string[],
  options: GrepOptions,
  regexp: CompileRegexp,
): Result<Lines, string> {
  const sources = patterns.map((pattern) => expression(pattern, options));
  const bound = options.word ? String.raw`\b` : '';
  const source = `${bound}(?:${sources.join('|')})${bound}`;
  const read = regexp(source, options.ignoreCase);
  if (!read.ok) return err(`grep: invalid expression ${patterns.join(' ')}: ${read.error}`);
  const regex = read.value;
  const found = lines.filter((line) => regex.test(line) !== options.invert);
  if (options.count) return ok([String(found.length)]);
  if (!options.onlyMatching) return ok(found);
  return ok(found.flatMap((line) => regex.all(line).map(({ groups }) => groups[0] ?? '')));
}

/** In basic expressions these characters are literal, and special after a backslash. */
function expression(pattern: string, { extended, fixed }: GrepOptions): string {
  if (fixed) return pattern.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  if (extended) return pattern;
  return pattern.replace(/\\?[+?(){}|]/g, (found) =>
    found.startsWith('\\') ? found.slice(1) : `\\${found}`,
  );
}

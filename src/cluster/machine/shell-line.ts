/**
 * Which lines a shell has to read: those that say more than the words of one program.
 *
 * In: a line as it was typed. Out: whether it has an operator, a variable, a comment or another
 * line. A line without any of them means the same with a shell and without one.
 */

/** First words that only a shell understands, or that name a program of its lines. */
const shellWords: ReadonlySet<string> = new Set(
  (
    '! . [ [[ alias awk base64 basename case cat cd chmod chown clear command cp cut date dd ' +
    'dirname echo env eval exit export expr false find for function grep head hexdump id if less ' +
    'ln ls mkdir more mv nl paste printenv printf pwd read readlink realpath rev rm rmdir sed seq ' +
    'set sh sleep sort source stat tac tail tee test timeout touch tr true type unalias uname uniq ' +
    'unset until watch wc which while whoami xargs yes {'
  ).split(' '),
);

/** The first word of a line, which an operator may end: `pwd;ls`. */
export const firstWordOf = (line: string): string => /^\s*([^\s;&|<>()]*)/.exec(line)?.[1] ?? '';

const assignment = /^[A-Za-z_]\w*=/;
const operator = /[|&;<>()`\n]/;
const expansion = /^\$[\w({?#@*$!]/;

/** Commands that go on until somebody ends them, and the flags by which others do. */
const serving = /^\s*kubectl\s+(port-forward|proxy)\b/;
const following = /^\s*kubectl\s+(get|logs)\b.*?\s(-w|--watch(?:-only)?|-f|--follow)(?=[\s=]|$)/;

/**
 * Why a line that ends with `&` is refused: a job would end with its line. Undefined: it does not
 * end so. Of a command that serves or follows it says what to do: it does not hold the terminal.
 */
export function backgroundRefusal(line: string): string | undefined {
  const before = /^(.*[^\\&])&\s*$/s.exec(line)?.[1]?.trim();
  if (before === undefined || !hasOperator(line.trim())) return undefined;
  const refusal = '"&": jobs in the background are not simulated';
  const what = goingOn(before);
  if (what === undefined || hasOperator(before)) return refusal;
  return (
    `${refusal}, and need not be: leave it out, ${what} goes on until Ctrl-C, ` +
    'and other commands can be typed meanwhile'
  );
}

/** What makes a command go on: its own name, or a flag. */
function goingOn(line: string): string | undefined {
  const follows = following.exec(line);
  return follows === null ? serving.exec(line)?.[1] : `${follows[1]} ${follows[2]}`;
}

/** What the end of a line is the end of: its only program, or the shell (`sh`). */
export function programOf(line: string): string {
  const first = firstWordOf(line);
  return hasOperator(line.trim()) || assignment.test(first) ? 'sh' : first;
}

/** Whether the line is for a shell. */
export function isForShell(line: string): boolean {
  const first = firstWordOf(line);
  if (shellWords.has(first)) return true;
  if (assignment.test(first) && !/^KUBECONFIG=[^~\s]*\s+kubectl\s/.test(line.trimStart()))
    return true;
  return hasOperator(line.trim());
}

function hasOperator(line: string): boolean {
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quote === "'") {
      if (char === quote) quote = '';
    } else if (char === '\\') {
      // A line that goes on.
      if (line.charAt(++at) === '\n') return true;
    } else if (char === '`' || (char === '$' && expansion.test(line.slice(at, at + 2))))
      return true;
    else if (quote === '"') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (operator.test(char)) return true;
    else if ((char === '#' || char === '~') && /\s/.test(line.charAt(at - 1))) return true;
  }
  return false;
}

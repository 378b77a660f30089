/**
 * What a line of kubectl has that only a shell would understand: there is none around it here.
 *
 * In: the line, and its words after `kubectl`. Out: the refusal, by the operator's name. Of `&` behind
 * a command that serves or follows it says what to do: such a command does not hold the terminal.
 */
const operators = /^(\||\|\||&&?|;|>>?|<)$/;

/** Commands that go on until somebody ends them, and the flags by which others do. */
const serving: ReadonlySet<string> = new Set(['port-forward', 'proxy']);
const following = /^(?:-w|--watch(?:-only)?|--follow)(?:=true)?$/;

/** Undefined: there is none. */
export function shellRefusal(line: string, words: readonly string[]): string | undefined {
  const operator = words.find((word) => operators.test(word)) ?? endOf(line, words.at(-1));
  if (operator === undefined) return undefined;
  const refusal = `"${operator}": a shell is not simulated`;
  const last = words.indexOf('&');
  const goesOn = goingOn(words);
  if (operator !== '&' || goesOn === undefined || (last >= 0 && last < words.length - 1)) {
    return refusal;
  }
  return (
    `${refusal}, and needs not be: leave it out, ${goesOn} goes on until Ctrl-C, ` +
    'and other commands can be typed meanwhile'
  );
}

/** `80:80&`: the operator needs no blank before it, but quotes make it a part of the word. */
const endOf = (line: string, last = ''): string | undefined =>
  last.endsWith('&') && /[^\\&]&\s*$/.test(line) ? '&' : undefined;

/** What makes it go on: its own name, or a flag. */
function goingOn([command = '', ...rest]: readonly string[]): string | undefined {
  if (serving.has(command)) return command;
  const flag = rest.find((word) => following.test(word) || (command === 'logs' && word === '-f'));
  return flag === undefined || !['get', 'logs'].includes(command)
    ? undefined
    : `${command} ${flag}`;
}

/** Flags of a command, as cobra reads them: `--name=value`, `--name value`, `-n value`. */

export interface Flags {
  text(name: string, absent?: string): string;
  number(name: string, absent: number): number;
  isOn(name: string, absent?: boolean): boolean;
}

/** Reads the words after the command; `switches` are flags that take no value of their own. */
export function flagsOf(words: readonly string[], switches: readonly string[] = []): Flags {
  const values = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) continue;
    const equals = word.indexOf('=');
    const name = word.slice(0, equals < 0 ? undefined : equals).replace(/^--?/, '');
    if (equals >= 0) values.set(name, word.slice(equals + 1));
    else if (switches.includes(name)) values.set(name, 'true');
    else values.set(name, words[++at] ?? '');
  }
  return {
    text: (name, absent = '') => values.get(name) ?? absent,
    number: (name, absent) => Number(values.get(name) ?? absent),
    isOn: (name, absent = false) => (values.get(name) ?? String(absent)) === 'true',
  };
}

/** Splits a command line into words as a POSIX shell does: blanks, quotes, backslashes. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (quote === "'") {
      if (char === quote) quote = '';
      else word += char;
    } else if (char === '\\' && (quote === '' || '"\\$`'.includes(line.charAt(i + 1)))) {
      word = (word ?? '') + line.charAt(++i);
    } else if (quote === '"') {
      if (char === quote) quote = '';
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** A sentence of the story without its marks (`[[anchor|words]]`). */

/** The words may have brackets of their own, as what a program prints. */
export const mark = /\[\[(\w+)\|(.*?)\]\](?!\])/g;

/** The line as it is read. */
export const plainLine = (line: string): string =>
  line.replace(mark, (_, _name, words: string) => words).replaceAll('**', '');

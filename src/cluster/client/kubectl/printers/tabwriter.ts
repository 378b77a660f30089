/**
 * Aligns text in columns.
 *
 * Models Go's text/tabwriter (elastic tabstops): a cell is text that ends in a tab; a column is a
 * run of neighbouring lines that all have a cell there, and is as wide as its widest cell. Text
 * after the last tab of a line is in no column. In: lines with tabs. Out: lines with blanks.
 */

export interface TabwriterOptions {
  readonly minWidth: number;
  readonly padding: number;
}

/** Source: k8s.io/cli-runtime pkg/printers/tabwriter.go. */
export const tableColumns: TabwriterOptions = { minWidth: 6, padding: 3 };
/** Source: k8s.io/kubectl pkg/describe tabbedString. */
export const describeColumns: TabwriterOptions = { minWidth: 0, padding: 2 };

/** Lays out whole lines; a text without a final newline keeps none. */
export function alignColumns(text: string, options: TabwriterOptions): string {
  const lines = text.split('\n').map((line) => line.split('\t'));
  const out: string[] = [];
  layOut(lines, 0, lines.length, [], options, out);
  return out.join('\n');
}

/** Lines [from, to) whose first `widths.length` columns are known. Source: Writer.format. */
function layOut(
  lines: readonly (readonly string[])[],
  from: number,
  to: number,
  widths: readonly number[],
  options: TabwriterOptions,
  out: string[],
): void {
  const column = widths.length;
  const hasCell = (index: number): boolean => column < (lines[index]?.length ?? 0) - 1;
  let start = from;
  for (let index = from; index < to; index++) {
    if (!hasCell(index)) continue;
    writeLines(lines, start, index, widths, out);
    const begin = index;
    let width = options.minWidth;
    for (; index < to && hasCell(index); index++) {
      const cell = lines[index]?.[column] ?? '';
      width = Math.max(width, lengthOf(cell) + options.padding);
    }
    layOut(lines, begin, index, [...widths, width], options, out);
    start = index;
  }
  writeLines(lines, start, to, widths, out);
}

function writeLines(
  lines: readonly (readonly string[])[],
  from: number,
  to: number,
  widths: readonly number[],
  out: string[],
): void {
  for (let index = from; index < to; index++) {
    const cells = lines[index] ?? [];
    out.push(
      cells
        .map((cell, j) => {
          const width = widths[j];
          return width === undefined
            ? cell
            : cell + ' '.repeat(Math.max(0, width - lengthOf(cell)));
        })
        .join(''),
    );
  }
}

/** Runes, as Go counts them. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Names in columns, as `ls` writes them on a terminal: in busybox, and in GNU coreutils. */

const gap = 2;
const tab = 8;
/** Source: coreutils ls.c MIN_COLUMN_WIDTH. */
const least = 3;

/** Down the columns, all of one width. Source: busybox ls.c display_files. */
export function busyboxColumns(names: readonly string[], width: number): string {
  const wide = longest(names) + gap;
  const rows = Math.ceil(names.length / Math.max(1, Math.floor(width / wide)));
  return inRows(names, rows, (name, _column, isLast) => (isLast ? name : name.padEnd(wide)));
}

/**
 * Down the columns, each as wide as its own names, with tabs between where they reach.
 * Source: coreutils ls.c calculate_columns, print_many_per_line, indent.
 */
export function coreutilsColumns(names: readonly string[], width: number): string {
  const most = Math.min(names.length, Math.ceil(width / least));
  let [rows, widths] = [names.length, [0]];
  for (let columns = most; columns > 1; columns--) {
    const height = Math.ceil(names.length / columns);
    const found = widthsOf(names, columns, height);
    if (found.reduce((sum, one) => sum + one, 0) >= width) continue;
    [rows, widths] = [height, found];
    break;
  }
  let at = 0;
  return inRows(names, rows, (name, column, isLast) => {
    const from = at + name.length;
    at = isLast ? 0 : at + (widths[column] ?? 0);
    return isLast ? name : name + indent(from, at);
  });
}

const longest = (names: readonly string[]): number =>
  names.reduce((most, name) => Math.max(most, name.length), 0);

/** A column for which no name is left has the least width. */
const widthsOf = (names: readonly string[], columns: number, height: number): number[] =>
  Array.from({ length: columns }, (_, column) => {
    const own = names.slice(column * height, (column + 1) * height);
    return Math.max(least, longest(own) + (column === columns - 1 ? 0 : gap));
  });

function indent(from: number, to: number): string {
  let [at, text] = [from, ''];
  while (at < to) {
    const reaches = Math.floor(to / tab) > Math.floor((at + 1) / tab);
    text += reaches ? '\t' : ' ';
    at = reaches ? at + tab - (at % tab) : at + 1;
  }
  return text;
}

function inRows(
  names: readonly string[],
  rows: number,
  cell: (name: string, column: number, isLast: boolean) => string,
): string {
  let text = '';
  for (let row = 0; row < rows; row++) {
    for (let at = row; at < names.length; at += rows) {
      text += cell(names[at] ?? '', (at - row) / rows, at + rows >= names.length);
    }
    text += '\n';
  }
  return text;
}

/**
 * Tables that the server prints, as a person sees them.
 *
 * Models k8s.io/cli-runtime pkg/printers tableprinter.go and kubectl's tab writer, which keeps the
 * widths of earlier rows while the kind stays the same. In: tables. Out: lines.
 */
import { own } from '#base/own';
import type { Table, TableCell, TableRow } from '#k8s.io/apimachinery/meta/v1';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import { kindName } from './names.ts';
import { tableColumns } from './tabwriter.ts';

const longestEvent = 'MODIFIED'.length;

export interface TableOptions {
  readonly wide: boolean;
  readonly noHeaders: boolean;
  readonly withNamespace: boolean;
  /** Whether the kind is put before the name. */
  readonly withKind: boolean;
  readonly showLabels: boolean;
  readonly labelColumns: readonly string[];
}

export class TablePrinter {
  readonly #options: TableOptions;
  #widths: readonly number[] = [];
  #last: Resource | undefined;
  #printed = false;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** Whether anything was printed yet. */
  get printed(): boolean {
    return this.#printed;
  }

  /**
   * The lines of a table; a header only when the kind changes. Nothing for no rows. `event`: what
   * happened to the objects, in a column in front.
   */
  print(resource: Resource, table: Table, event?: string): string {
    if (table.rows.length === 0) return '';
    const changed = this.#last !== resource;
    const gap = changed && this.#last !== undefined ? '\n' : '';
    if (changed) this.#widths = [];
    this.#last = resource;
    this.#printed = true;
    const rows = table.rows.map((row) => this.#row(resource, table, row));
    const header = changed && !this.#options.noHeaders ? [this.#header(table)] : [];
    if (event === undefined) return gap + this.#align([...header, ...rows]);
    // Source: formatEventType, which makes all types equally wide.
    const type = event.padEnd(longestEvent);
    const shown = [...header.map((row) => ['EVENT', ...row]), ...rows.map((row) => [type, ...row])];
    return gap + this.#align(shown);
  }

  #header({ columnDefinitions }: Table): readonly string[] {
    const { wide, withNamespace, showLabels, labelColumns } = this.#options;
    return [
      ...(withNamespace ? ['NAMESPACE'] : []),
      ...columnDefinitions
        .filter(({ priority }) => wide || priority === 0)
        .map(({ name }) => name.toUpperCase()),
      ...labelColumns.map((label) => label.slice(label.lastIndexOf('/') + 1).toUpperCase()),
      ...(showLabels ? ['LABELS'] : []),
    ];
  }

  #row(resource: Resource, { columnDefinitions }: Table, row: TableRow): readonly string[] {
    const { wide, withNamespace, withKind, showLabels, labelColumns } = this.#options;
    const metadata = row.object?.metadata;
    const labels = metadata?.labels ?? {};
    // Source: tableprinter.go decorateTable: a kind stands before the name, wherever that is.
    const nameAt = withKind ? columnDefinitions.findIndex(({ format }) => format === 'name') : -1;
    const cells = row.cells
      .map((cell, i) => (i === nameAt ? `${kindName(resource)}/${text(cell)}` : text(cell)))
      .filter((_, i) => wide || columnDefinitions[i]?.priority === 0);
    return [
      ...(withNamespace ? [metadata?.namespace ?? ''] : []),
      ...cells,
      ...labelColumns.map((label) => own(labels, label) ?? ''),
      ...(showLabels ? [labelsText(labels)] : []),
    ];
  }

  #align(rows: readonly (readonly string[])[]): string {
    const { minWidth, padding } = tableColumns;
    const count = rows[0]?.length ?? 0;
    this.#widths = Array.from({ length: count - 1 }, (_, column) =>
      Math.max(
        minWidth,
        this.#widths[column] ?? 0,
        ...rows.map((row) => (row[column]?.length ?? 0) + padding),
      ),
    );
    const pad = (cell: string, column: number): string => cell.padEnd(this.#widths[column] ?? 0);
    return rows.map((row) => `${row.map(pad).join('')}\n`).join('');
  }
}

/** Only the first line of a cell, as tables have no room for more. */
function text(cell: TableCell): string {
  if (cell === null) return '<none>';
  const whole = String(cell);
  const end = whole.search(/[\n\r\f]/);
  return end < 0 ? whole : `${whole.slice(0, end)}...`;
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const keys = Object.keys(labels).sort();
  return keys.length === 0 ? '<none>' : keys.map((key) => `${key}=${labels[key]}`).join(',');
}

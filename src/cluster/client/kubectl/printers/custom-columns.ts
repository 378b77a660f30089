/** `-o custom-columns=NAME:.path,…`. Source: k8s.io/kubectl pkg/cmd/get customcolumn.go. */
import { err, ok, type Result } from '#base/result';
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { valuesAt, valueText } from './json-path.ts';
import { type Path, parsePath } from './json-path-parser.ts';
import type { ObjectPrinter } from './object-printer.ts';
import { alignColumns, tableColumns } from './tabwriter.ts';

/** The headers are printed once, above the first object, unless they are turned off. */
export function columnsPrinter(spec: string, noHeaders: boolean): Result<ObjectPrinter, string> {
  if (spec === '') {
    return err('custom-columns format specified but no custom columns given');
  }
  const headers: string[] = [];
  const paths: Path[] = [];
  for (const column of spec.split(',')) {
    const colon = column.indexOf(':');
    if (colon < 0) {
      return err(`unexpected custom-columns spec: ${column}, expected <header>:<json-path-expr>`);
    }
    const path = relaxedPath(column.slice(colon + 1));
    if (!path.ok) return path;
    headers.push(column.slice(0, colon));
    paths.push(path.value);
  }
  let headed = noHeaders;
  return ok({
    joins: true,
    print: (value) => {
      const rows: string[][] = [];
      for (const item of itemsOf(value)) {
        const row: string[] = [];
        for (const path of paths) {
          const found = valuesAt(item, path);
          if (!found.ok) return found;
          row.push(found.value.length === 0 ? '<none>' : found.value.map(valueText).join(','));
        }
        rows.push(row);
      }
      const lines = (headed ? rows : [headers, ...rows]).map((cells) => `${cells.join('\t')}\n`);
      headed = true;
      return ok(alignColumns(lines.join(''), tableColumns));
    },
  });
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  const items = isJsonObject(value) && value['kind'] === 'List' ? value['items'] : undefined;
  return isJsonArray(items) ? items : [value];
}

/** With both braces or with none. */
const shapes = /^(?:\{\.?([^{}]+)\}|\.?([^{}]+))$/;

/** Braces and the first dot may be left out. Source: get.go RelaxedJSONPathExpression. */
export function relaxed(text: string): Result<string, string> {
  if (text === '') return ok(text);
  const match = shapes.exec(text);
  if (match !== null) return ok(`.${match[1] ?? match[2]}`);
  return err(
    "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or " +
      "'{.name1.name2}'",
  );
}

export function relaxedPath(text: string): Result<Path, string> {
  const path = relaxed(text);
  return path.ok ? parsePath(path.value) : path;
}

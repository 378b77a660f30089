/** `-o custom-columns=NAME:.path,…`. Source: k8s.io/kubectl pkg/cmd/get customcolumn.go. */
import { err, ok, type Result } from '#base/result';
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { type FieldPath, fieldText, parseFieldPath, valuesAt } from './field-path.ts';
import type { ObjectPrinter } from './object-printer.ts';
import { alignColumns, tableColumns } from './tabwriter.ts';

export function columnsPrinter(spec: string): Result<ObjectPrinter, string> {
  if (spec === '') {
    return err('custom-columns format specified but no custom columns given');
  }
  const headers: string[] = [];
  const paths: FieldPath[] = [];
  for (const column of spec.split(',')) {
    const colon = column.indexOf(':');
    if (colon < 0) {
      return err(`unexpected custom-columns spec: ${column}, expected <header>:<json-path-expr>`);
    }
    const path = parseFieldPath(column.slice(colon + 1).replace(/^\{|\}$/g, ''));
    if (!path.ok) return path;
    headers.push(column.slice(0, colon));
    paths.push(path.value);
  }
  return ok({
    joins: true,
    print: (value) => {
      const rows = itemsOf(value).map((item) => paths.map((path) => cellText(item, path)));
      const lines = [headers, ...rows].map((cells) => `${cells.join('\t')}\n`);
      return ok(alignColumns(lines.join(''), tableColumns));
    },
  });
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  const items = isJsonObject(value) && value['kind'] === 'List' ? value['items'] : undefined;
  return isJsonArray(items) ? items : [value];
}

function cellText(item: JsonValue, path: FieldPath): string {
  const found = valuesAt(item, path);
  return found.length === 0 ? '<none>' : found.map(fieldText).join(',');
}

/** Random objects, and the rows that a real API server prints: scripts/generate/go-printers.mjs. */
import { describe, expect, it } from 'vitest';
import { must } from '#base/assert';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, TableCell } from '#k8s.io/apimachinery/meta/v1';
import { resourceOf } from '#k8s.io/apimachinery/resources';
import table from './fixtures/go-rows.json' with { type: 'json' };
import { printTable } from './print-table.ts';

const rows = table as unknown as readonly (readonly [object, readonly TableCell[]])[];
const kinds = [...new Set(rows.map(([object]) => asObject<KubeObject>(object).kind))];

function cellsOf(object: KubeObject): readonly TableCell[] {
  const { rows } = printTable(resourceOf(object), object, 0);
  return must(rows[0], 'a row').cells;
}

describe('kubectl get -o wide shows as from a real server', () => {
  it.each(kinds)('%s', (kind) => {
    const own = rows.filter(([object]) => asObject<KubeObject>(object).kind === kind);
    const differing = own.flatMap(([object, go]) => {
      const ours = cellsOf(asObject<KubeObject>(object));
      return JSON.stringify(ours) === JSON.stringify(go) ? [] : [{ object, go, ours }];
    });
    expect(differing).toEqual([]);
  });
});

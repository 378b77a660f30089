/**
 * The table of a custom resource: its name and the columns of its definition.
 * Models k8s.io/apiextensions-apiserver pkg/registry/customresource/tableconvertor.
 */
import { parseRfc3339, type SimTime } from '#base/sim-time';
import type { CustomResourceColumnDefinition } from '#k8s.io/api/apiextensions/v1';
import {
  asJson,
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeList, KubeObject, Table, TableCell } from '#k8s.io/apimachinery/meta/v1';
import { since } from '../printers/printer.ts';
import { valuesAt } from './simple-path.ts';

const age: CustomResourceColumnDefinition = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
};

export function customTable(
  columns: readonly CustomResourceColumnDefinition[] | undefined,
  object: KubeObject | KubeList,
  now: SimTime,
): Table {
  const shown = columns === undefined || columns.length === 0 ? [age] : columns;
  const objects = 'items' in object ? object.items : [object as KubeObject];
  const nameColumn = { name: 'Name', type: 'string', format: 'name', description: '', priority: 0 };
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata:
      'items' in object
        ? object.metadata
        : { resourceVersion: (object as KubeObject).metadata.resourceVersion },
    columnDefinitions: [
      nameColumn,
      ...shown.map(({ name, type, format = '', description = '', priority = 0 }) => ({
        name,
        type,
        format,
        description,
        priority,
      })),
    ],
    rows: objects.map((each) => ({
      cells: [each.metadata.name, ...shown.map((column) => cell(column, each, now))],
      object: {
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: each.metadata,
      },
    })),
  };
}

/** Source: cellForJSONValue. An absent value gives an empty cell. */
function cell(
  { type, jsonPath }: CustomResourceColumnDefinition,
  object: KubeObject,
  now: SimTime,
): TableCell {
  const found = valuesAt(asJson(object), jsonPath);
  const [value] = found;
  if (value === undefined) return '';
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : '';
    case 'number':
      return typeof value === 'number' ? value : '';
    case 'boolean':
      return typeof value === 'boolean' ? value : '';
    case 'date':
      if (typeof value !== 'string') return '';
      return parseRfc3339(value) === undefined ? '<invalid>' : since(value, now);
    default:
      return found.map(text).join(',');
  }
}

const text = (value: JsonValue): string =>
  isJsonArray(value) || isJsonObject(value) ? canonicalJson(value) : String(value);

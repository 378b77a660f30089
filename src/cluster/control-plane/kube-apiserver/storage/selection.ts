/**
 * The objects of a resource that a list or watch selects. Models k8s.io/apiserver
 * pkg/storage/selection_predicate.go.
 */
import { err, ok, type Result } from '#base/result';
import { type FieldSelector, parseFieldSelector } from '#k8s.io/apimachinery/fields';
import {
  matches,
  parseSelector,
  type Selector,
  selectsEverything,
} from '#k8s.io/apimachinery/labels';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

/** The values of a resource's selectable fields; the names are upstream's. */
export type SelectableFields = Readonly<Record<string, (object: KubeObject) => string>>;

export interface Selection {
  readonly labels: Selector;
  readonly fields: FieldSelector;
  readonly selectable: SelectableFields;
  /** Selects all objects: no labels or fields are given. */
  readonly all: boolean;
}

/** The selectable fields of every kind. */
export const metadataFields: SelectableFields = {
  'metadata.name': (object) => object.metadata.name,
  'metadata.namespace': (object) => object.metadata.namespace ?? '',
};

export const selectsObject = (selection: Selection, object: KubeObject): boolean =>
  selection.all ||
  (matches(selection.labels, object.metadata.labels) &&
    selection.fields.every((requirement) => {
      const value = selection.selectable[requirement.field]?.(object) ?? '';
      return (value === requirement.value) === (requirement.operator === '=');
    }));

/**
 * Parses the selectors of a query; `custom` for custom resources. The error is the message of a
 * 400.
 */
export function parseSelection(
  query: { readonly labelSelector?: string; readonly fieldSelector?: string },
  selectable: SelectableFields,
  custom = false,
): Result<Selection, string> {
  const labels = parseSelector(query.labelSelector ?? '');
  if (!labels.ok) return labels;
  const fields = parseFieldSelector(query.fieldSelector ?? '');
  if (!fields.ok) return fields;
  const unknown = fields.value.find(({ field }) => selectable[field] === undefined);
  if (unknown === undefined) return ok(selectionOf(labels.value, fields.value, selectable));
  // Built-in kinds without fields of their own have the message of the default conversion.
  return custom || Object.keys(selectable).length > Object.keys(metadataFields).length
    ? err(`field label not supported: ${unknown.field}`)
    : err(
        `"${unknown.field}" is not a known field selector: only "metadata.name", ` +
          '"metadata.namespace"',
      );
}

const selectionOf = (
  labels: Selector,
  fields: FieldSelector,
  selectable: SelectableFields,
): Selection => ({
  labels,
  fields,
  selectable,
  all: selectsEverything(labels) && fields.length === 0,
});

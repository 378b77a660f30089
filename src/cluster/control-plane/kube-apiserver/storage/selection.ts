/**
 * Which objects of a resource a list or watch wants.
 * Models k8s.io/apiserver pkg/storage/selection_predicate.go.
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

/** How a resource shows the fields that can be selected by; the names are upstream's. */
export type SelectableFields = Readonly<Record<string, (object: KubeObject) => string>>;

export interface Selection {
  readonly labels: Selector;
  readonly fields: FieldSelector;
  readonly selectable: SelectableFields;
  /** Neither labels nor fields matter. */
  readonly all: boolean;
}

/** The fields every kind offers. */
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
 * Reads the selectors of a query; `custom` if the resource is one of a definition. The error is the
 * text of a 400.
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
  // Built-in kinds without a field of their own answer in the words of the default conversion.
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

/** The objects that a list, a watch or a cache is confined to, from its two selectors. */
import { matchesFields, parseFieldSelector } from '#k8s.io/apimachinery/fields';
import { matches, parseSelector } from '#k8s.io/apimachinery/labels';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

export type Selects = (object: KubeObject | undefined) => boolean;

/** What is no object is never selected. Fields are those at the paths that selectors name. */
export function selectionOf(labelSelector = '', fieldSelector = ''): Selects {
  if (labelSelector === '' && fieldSelector === '') return (object) => object !== undefined;
  const labels = parseSelector(labelSelector);
  const fields = parseFieldSelector(fieldSelector);
  if (!labels.ok || !fields.ok) return () => false;
  return (object) =>
    object !== undefined &&
    matches(labels.value, object.metadata.labels) &&
    matchesFields(fields.value, (path) => fieldOf(object, path));
}

/** The selection of a request for a list or a watch. */
export const selectionOfQuery = (query: URLSearchParams): Selects =>
  selectionOf(query.get('labelSelector') ?? '', query.get('fieldSelector') ?? '');

function fieldOf(object: KubeObject, path: string): string {
  let value: unknown = object;
  for (const part of path.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  }
  return value === undefined || typeof value === 'object' ? '' : String(value);
}

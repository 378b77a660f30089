/** The schema behind a place of a manifest: from the Go types, as `kubectl explain` reads them. */
import {
  type PropertyView,
  type SchemaView,
  viewOfStruct,
} from '#cluster/client/kubectl/explain/schema-view';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';

/** The fields of a kind; `undefined` for one that no Go type was read for. */
export function viewOfKind(apiVersion: string, kind: string): SchemaView | undefined {
  const struct = schemaForKind(apiVersion, kind);
  return struct === undefined ? undefined : viewOfStruct(struct);
}

export const propertyOf = (view: SchemaView, name: string): PropertyView | undefined =>
  view.properties.find((property) => property.name === name);

/** What stands below a path of field names; items of lists have no name of their own. */
export function viewAt(view: SchemaView, path: readonly string[]): SchemaView | undefined {
  let at: SchemaView | undefined = view;
  for (const name of path) at = at === undefined ? undefined : propertyOf(at, name)?.inner();
  return at;
}

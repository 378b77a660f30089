/** An API object as people read it: YAML in kubectl's order, without managed fields. */
import { stringify } from 'yaml';
import type { KubeObject } from '#player/scene';

export function yamlText(object: KubeObject, resourceVersion: string): string {
  const { managedFields: _fields, ...metadata } = object.metadata;
  const shown = { ...object, metadata: { ...metadata, resourceVersion } };
  return stringify(shown, { indentSeq: false, sortMapEntries: true, lineWidth: 0 });
}

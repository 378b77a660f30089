/** An API object as people read it: YAML in kubectl's order, without managed fields. */
import { stringify } from 'yaml';
import type { KubeObject } from '#player/scene';

const options = { indentSeq: false, sortMapEntries: true, lineWidth: 0 } as const;

export function yamlText(object: KubeObject, resourceVersion: string): string {
  const { managedFields: _fields, ...metadata } = object.metadata;
  const shown = { ...object, metadata: { ...metadata, resourceVersion } };
  return stringify(shown, options);
}

/** Any value as YAML. */
export const yamlOf = (value: unknown): string => stringify(value ?? {}, options).trimEnd();

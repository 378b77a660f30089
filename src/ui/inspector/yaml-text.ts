/** An API object as people read it: YAML in kubectl's order, without managed fields. */
import { stringify } from 'yaml';
import { isKubeObject } from '#player/object-words';

const options = { indentSeq: false, sortMapEntries: true, lineWidth: 0 } as const;

/** What is stored under a key; a value that is no object is shown as it is. */
export function yamlText(value: unknown, resourceVersion: string): string {
  if (!isKubeObject(value)) return `${yamlOf(value)}\n`;
  const { managedFields: _fields, ...metadata } = value.metadata;
  const shown = { ...value, metadata: { ...metadata, resourceVersion } };
  return stringify(shown, options);
}

/** Any value as YAML. */
export const yamlOf = (value: unknown): string => stringify(value ?? {}, options).trimEnd();

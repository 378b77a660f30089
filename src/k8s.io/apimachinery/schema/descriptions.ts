/**
 * Descriptions of kinds and fields, in this project's own words: the recorded documents of the
 * server have no descriptions. Keys are type names of apimachinery's schema table; within a type
 * the key `` is the type itself.
 */
import { coreWords } from './descriptions/core.ts';
import { otherWords } from './descriptions/other-groups.ts';
import type { Words } from './descriptions/words.ts';

const everywhere: Words = {
  apiVersion:
    'The group and version of the schema in which this object is written. Servers convert what they know and reject what they do not.',
  kind: 'The kind of this object, in CamelCase. It cannot be changed.',
  metadata: "The object's standard metadata: name, namespace, labels and more.",
  spec: 'What is wanted. The controllers of the cluster work towards it.',
  status: 'What was last observed. It is written by the system and may lag behind.',
  items: 'The objects of the list.',
};

/** `undefined`: there is no description. The field `` is the type itself. */
export const descriptionOf = (type: string, field: string): string | undefined =>
  (coreWords[type] ?? otherWords[type])?.[field] ?? (field === '' ? undefined : everywhere[field]);

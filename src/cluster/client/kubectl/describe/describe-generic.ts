/**
 * Any other object: its fields sorted by name, with readable labels.
 *
 * Models k8s.io/kubectl pkg/describe describe.go genericDescriber, printUnstructuredContent.
 */
import {
  asJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Page } from './page.ts';
import { simpleDescriber } from './simple-describer.ts';

const skipped = new Set(
  ['name', 'namespace', 'labels', 'annotations', 'managedFields'].map((key) => `.metadata.${key}`),
);

export const describeGeneric = simpleDescriber<KubeObject>((page, object, { namespace }) => {
  const { metadata } = object;
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace ?? namespace);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  content(page, 0, asJson(object), '');
});

function content(page: Page, level: number, object: JsonObject, path: string): void {
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    const here = `${path}.${key}`;
    if (value === undefined || skipped.has(here)) continue;
    const label = labelOf(key);
    if (isJsonObject(value)) {
      page.line(level, `${label}:`);
      content(page, level + 1, value, here);
    } else if (isJsonArray(value)) {
      page.line(level, `${label}:`);
      for (const item of value) {
        if (isJsonObject(item)) content(page, level + 1, item, here);
        else page.line(level + 1, goText(item));
      }
    } else page.line(level, `${label}:\t${goText(value)}`);
  }
}

const goText = (value: JsonValue): string => {
  if (value === null) return '<nil>';
  return isJsonArray(value) ? `[${value.map(goText).join(' ')}]` : String(value);
};

const acronyms = new Set(['API', 'URL', 'UID', 'GUID']);

/** `creationTimestamp` is `Creation Timestamp`. Source: describe.go smartLabelFor. */
function labelOf(field: string): string {
  // Names that are not words, such as map keys, stay as they are.
  if (/[^\p{L}-]/u.test(field)) return field;
  const parts = field.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|-+|[^A-Za-z-]+/g) ?? [field];
  return mergedAcronyms(parts)
    .map((part) => {
      const upper = part.toUpperCase();
      return acronyms.has(upper) ? upper : part.charAt(0).toUpperCase() + part.slice(1);
    })
    .join(' ');
}

/** The split takes `URLs` apart as `UR` and `Ls`, which belong together. */
function mergedAcronyms(parts: readonly string[]): readonly string[] {
  const merged: string[] = [];
  let open = false;
  for (const part of parts) {
    const last = merged.at(-1) ?? '';
    if (open && /^[A-Z]/.test(part)) {
      merged[merged.length - 1] = last + part;
      open = false;
    } else {
      merged.push(part);
      open = /^[A-Z]{2,}$/.test(part);
    }
  }
  return merged;
}

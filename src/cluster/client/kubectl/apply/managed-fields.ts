/**
 * The managed fields of an object that `apply` changes itself.
 *
 * Models k8s.io/client-go util/csaupgrade upgrade.go: entries of client-side apply become part of
 * the entry of server-side apply.
 */
import {
  asJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject, ManagedFieldsEntry } from '#k8s.io/apimachinery/meta/v1';

const annotationPath = [
  'f:metadata',
  'f:annotations',
  'f:kubectl.kubernetes.io/last-applied-configuration',
];

/** The managers that own the last-applied annotation through this operation. */
export function ownersOfLastApplied(
  { metadata }: KubeObject,
  operation: 'Apply' | 'Update',
): readonly string[] {
  return (metadata.managedFields ?? [])
    .filter((entry) => entry.operation === operation && (entry.subresource ?? '') === '')
    .filter(({ fieldsV1 }) => hasPath(asJson(fieldsV1 ?? {}), annotationPath))
    .map(({ manager = '' }) => manager);
}

function hasPath(fields: JsonObject, path: readonly string[]): boolean {
  let at: JsonValue | undefined = fields;
  for (const key of path) {
    if (!isJsonObject(at)) return false;
    at = at[key];
  }
  return at !== undefined;
}

/**
 * The JSON patch that moves the fields of `owners` to `manager`; undefined when nothing changes.
 * Source: csaupgrade UpgradeManagedFieldsPatch.
 */
export function upgradePatch(
  { metadata }: KubeObject,
  owners: readonly string[],
  manager: string,
): JsonValue | undefined {
  if (owners.length === 0) return undefined;
  const isOld = (entry: ManagedFieldsEntry): boolean =>
    entry.operation === 'Update' &&
    (entry.subresource ?? '') === '' &&
    owners.includes(entry.manager ?? '');
  const isNew = (entry: ManagedFieldsEntry): boolean =>
    entry.operation === 'Apply' && (entry.subresource ?? '') === '' && entry.manager === manager;
  const entries = metadata.managedFields ?? [];
  const old = entries.filter(isOld);
  const target = entries.find(isNew) ?? old[0];
  if (target === undefined) return undefined;
  const fields = [target, ...old.filter((entry) => entry !== target)].reduce<JsonObject>(
    (all, { fieldsV1 }) => union(all, asJson(fieldsV1 ?? {})),
    {},
  );
  const merged = { ...target, manager, operation: 'Apply', fieldsV1: fields };
  const value = entries
    .filter((entry) => entry === target || !isOld(entry))
    .map((entry) => (entry === target ? merged : entry));
  return [
    { op: 'replace', path: '/metadata/managedFields', value: asJson(value) },
    { op: 'replace', path: '/metadata/resourceVersion', value: metadata.resourceVersion },
  ];
}

function union(a: JsonObject, b: JsonObject): JsonObject {
  const out: Record<string, JsonValue> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const there = out[key];
    if (value === undefined) continue;
    out[key] = isJsonObject(there) && isJsonObject(value) ? union(there, value) : value;
  }
  return out;
}

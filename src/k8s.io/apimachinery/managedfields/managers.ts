/**
 * Who manages an object: entries of metadata.managedFields as sets, and back.
 *
 * Models k8s.io/apimachinery pkg/util/managedfields/internal managedfields.go, buildmanagerinfo.go
 * and capmanagers.go. Appliers are one manager whatever version they apply in.
 */
import { isJsonObject } from '../json-value.ts';
import type { ManagedFieldsEntry } from '../meta/v1.ts';
import {
  emptySet,
  type FieldSet,
  fromFieldsV1,
  setsEqual,
  toFieldsV1,
  union,
} from './field-set.ts';

export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  /** RFC 3339; empty when it is not known. */
  readonly time: string;
  readonly fields: FieldSet;
}

/** By identity. */
export type Managers = ReadonlyMap<string, Manager>;

export const noManagers: Managers = new Map();

type Identity = Omit<Manager, 'time' | 'fields'>;

/** Source: BuildManagerIdentifier. */
export const managerId = ({ name, operation, apiVersion, subresource }: Identity): string =>
  [operation, operation === 'Apply' ? '' : apiVersion, subresource, name].join('\n');

/** Source: DecodeManagedFields; undefined when an entry cannot be read. */
export function decodeManagers(entries: readonly unknown[]): Managers | undefined {
  const managers = new Map<string, Manager>();
  for (const entry of entries) {
    if (!isJsonObject(entry)) return undefined;
    const fields = entry['fieldsType'] === 'FieldsV1' ? fromFieldsV1(entry['fieldsV1']) : undefined;
    const { operation } = entry;
    if (fields === undefined || (operation !== 'Apply' && operation !== 'Update')) return undefined;
    const manager: Manager = {
      name: textOf(entry['manager']),
      operation,
      apiVersion: textOf(entry['apiVersion']),
      subresource: textOf(entry['subresource']),
      time: textOf(entry['time']),
      fields,
    };
    managers.set(managerId(manager), manager);
  }
  return managers;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One empty entry: a client takes all ownership away. */
export const isReset = (entries: readonly unknown[]): boolean => {
  const [only] = entries;
  return entries.length === 1 && isJsonObject(only) && Object.keys(only).length === 0;
};

/** Source: encodeManagedFields, sortEncodedManagedFields: appliers first, then the oldest. */
export function encodeManagers(managers: Managers): readonly ManagedFieldsEntry[] {
  return [...managers.values()].sort(byAge).map((manager) => ({
    manager: manager.name,
    operation: manager.operation,
    apiVersion: manager.apiVersion,
    ...(manager.time !== '' && { time: manager.time }),
    fieldsType: 'FieldsV1',
    fieldsV1: toFieldsV1(manager.fields),
    ...(manager.subresource !== '' && { subresource: manager.subresource }),
  }));
}

const keys = ['operation', 'time', 'name', 'apiVersion', 'subresource'] as const;

function byAge(a: Manager, b: Manager): number {
  for (const key of keys) if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  return 0;
}

/** Whether two states differ in more than their times. */
export function sameOwnership(a: Managers, b: Managers): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [id, { fields, apiVersion }] of a) {
    const other = b.get(id);
    if (other === undefined || other.apiVersion !== apiVersion) return false;
    if (!setsEqual(fields, other.fields)) return false;
  }
  return true;
}

/** Updaters beyond so many are put together, the oldest first. */
const maxUpdaters = 10;
const bucketName = 'ancient-changes';

/** Source: capManagersManager.capUpdateManagers. */
export function cappedManagers(managers: Managers): Managers {
  const updaters = [...managers.values()].filter(({ operation }) => operation === 'Update');
  if (updaters.length <= maxUpdaters) return managers;
  const capped = new Map(managers);
  const firsts = new Map<string, Manager>();
  let count = updaters.length;
  for (const updater of updaters.sort(byAge)) {
    if (count <= maxUpdaters) break;
    const { apiVersion, time } = updater;
    const bucket = { name: bucketName, operation: 'Update' as const, apiVersion, subresource: '' };
    const id = managerId(bucket);
    const first = firsts.get(apiVersion);
    if (first === undefined) {
      firsts.set(apiVersion, updater);
      continue;
    }
    const present = capped.get(id) ?? first;
    capped.delete(managerId(first));
    capped.delete(managerId(updater));
    capped.set(id, { ...bucket, time, fields: union(updater.fields, present.fields) });
    count--;
  }
  return capped;
}

/** How a conflict names who is in the way. Source: printManager; identities have no time. */
export function managerText({ name, subresource, operation, apiVersion }: Manager): string {
  const quoted = JSON.stringify(name);
  const whole = subresource === '' ? quoted : `${quoted} with subresource "${subresource}"`;
  if (operation === 'Apply') return whole;
  return `${whole} using ${apiVersion}`;
}

export const fieldsOf = (managers: Managers, id: string): FieldSet =>
  managers.get(id)?.fields ?? emptySet;

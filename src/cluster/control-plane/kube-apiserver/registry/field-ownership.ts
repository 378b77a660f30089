/**
 * The owners of an object's fields after a write: the changes of each write to the object's ledger.
 *
 * Models k8s.io/apimachinery pkg/util/managedfields/internal fieldmanager.go and the reset fields
 * of the strategies. In: the stored object, and the one that the writer sent. Out: the ledger of
 * the new state.
 */
import type { SimTime } from '#base/sim-time';
import type { FieldSet } from '#k8s.io/apimachinery/managedfields/field-set';
import { Ledger, ledgerOf } from '#k8s.io/apimachinery/managedfields/ledger';
import {
  decodeManagers,
  isReset,
  type Managers,
  noManagers,
} from '#k8s.io/apimachinery/managedfields/managers';
import {
  excluding,
  type FieldFilter,
  type Writer,
} from '#k8s.io/apimachinery/managedfields/updater';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { customAtom } from '../apiextensions/custom-atom.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { sentMetadata } from './metadata.ts';

const everything: FieldFilter = (set) => set;
const noStatus = excluding(['f:status']);
const noSpec = excluding(['f:spec']);
const noSpecOfPod = excluding(
  ['f:spec'],
  ['f:metadata', 'f:deletionTimestamp'],
  ['f:metadata', 'f:ownerReferences'],
);
const noSpecOfWorkload = excluding(['f:spec'], ['f:metadata', 'f:labels']);

/** Keeps only these members of a spec. Source: NewIncludeMatcherFilter. */
const onlySpec =
  (...members: readonly string[]): FieldFilter =>
  ({ children }) => {
    const spec = children.get('f:spec');
    const kept = new Map<string, FieldSet>();
    for (const member of members) {
      const below = spec?.children.get(member);
      if (below !== undefined) kept.set(member, below);
    }
    const inner: FieldSet = { owned: false, children: kept };
    return { owned: false, children: kept.size === 0 ? kept : new Map([['f:spec', inner]]) };
  };

const onlyEphemeral = onlySpec('f:ephemeralContainers');
const onlyResources = onlySpec('f:containers', 'f:initContainers', 'f:resources');

/**
 * The fields that a request may own. Source: GetResetFields, GetResetFieldsFilter of the
 * strategies.
 */
export function fieldFilterOf(resource: ResourceInfo, subresource: string): FieldFilter {
  switch (subresource) {
    case '':
      return resource.subresources.some(({ name }) => name === 'status') ? noStatus : everything;
    case 'status':
    case 'approval':
      if (resource.plural === 'pods') return noSpecOfPod;
      return resource.plural === 'deployments' ? noSpecOfWorkload : noSpec;
    case 'ephemeralcontainers':
      return onlyEphemeral;
    case 'resize':
      return onlyResources;
    default:
      return everything;
  }
}

export const writerOf = (
  attrs: RequestAttributes,
  operation: 'Apply' | 'Update',
): Omit<Writer, 'time'> => ({
  name: attrs.fieldManager === '' ? 'unknown' : attrs.fieldManager,
  operation,
  apiVersion: attrs.resource.apiVersion,
  subresource: attrs.subresource,
});

/** The ledger of an object that `sent` creates or changes. Source: FieldManager.Update. */
export function ledgerAfter(
  attrs: RequestAttributes,
  live: KubeObject | undefined,
  sent: KubeObject,
  now: SimTime,
): Ledger {
  const managers = sentManagers(attrs, live, sent);
  const pending = {
    previous: live === undefined ? undefined : ledgerOf(live),
    live,
    sent,
    writer: writerOf(attrs, 'Update'),
    at: now,
    filter: fieldFilterOf(attrs.resource, attrs.subresource),
    atom: customAtom(attrs.resource),
  };
  if (managers === undefined) return Ledger.after(pending);
  return Ledger.of(Ledger.after({ ...pending, previous: Ledger.of(managers) }).managers);
}

/** The managers that the client itself sent. Source: decodeLiveOrNew. */
function sentManagers(
  { subresource }: RequestAttributes,
  live: KubeObject | undefined,
  sent: KubeObject,
): Managers | undefined {
  const { managedFields } = sentMetadata(sent);
  if (managedFields === undefined || subresource !== '') return undefined;
  if (isReset(managedFields)) return noManagers;
  const managers = decodeManagers(managedFields);
  if (managers === undefined || managers.size === 0) return undefined;
  return live === undefined ? undefined : managers;
}

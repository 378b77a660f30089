/** Source: kubernetes pkg/printers/internalversion/printers.go, kinds with few columns. */

import type { SimTime } from '#base/sim-time';
import type { Lease } from '#k8s.io/api/coordination/v1';
import type { ComponentStatus } from '#k8s.io/api/core/replication-controller';
import type {
  ConfigMap,
  Event,
  Namespace,
  PersistentVolume,
  PersistentVolumeClaim,
  ResourceQuota,
  Secret,
  ServiceAccount,
} from '#k8s.io/api/core/v1';
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import type { PriorityClass } from '#k8s.io/api/scheduling/v1';
import type { CSINode, StorageClass } from '#k8s.io/api/storage/v1';
import { accessModesText } from '#k8s.io/component-helpers/storage/access-modes';
import { ageOf, definePrinter, since } from './printer.ts';

const sizeOf = (map: Readonly<Record<string, unknown>> | undefined): number =>
  map === undefined ? 0 : Object.keys(map).length;

export const namespacePrinter = definePrinter<Namespace>(
  ['Name', 'Status', 'Age'],
  (object, now) => [object.metadata.name, object.status?.phase ?? '', ageOf(object, now)],
);

export const configMapPrinter = definePrinter<ConfigMap>(
  ['Name', '#Data', 'Age'],
  (object, now) => [
    object.metadata.name,
    sizeOf(object.data) + sizeOf(object.binaryData),
    ageOf(object, now),
  ],
);

/** Source: printComponentStatus. */
export const componentStatusPrinter = definePrinter<ComponentStatus>(
  ['Name', 'Status', 'Message', 'Error'],
  ({ metadata, conditions = [] }) => {
    const healthy = conditions.find(({ type }) => type === 'Healthy');
    if (healthy === undefined) return [metadata.name, 'Unknown', '', ''];
    const { status, message = '', error = '' } = healthy;
    return [metadata.name, status === 'True' ? 'Healthy' : 'Unhealthy', message, error];
  },
);

export const secretPrinter = definePrinter<Secret>(
  ['Name', 'Type', '#Data', 'Age'],
  (object, now) => [
    object.metadata.name,
    object.type ?? '',
    sizeOf(object.data),
    ageOf(object, now),
  ],
);

export const serviceAccountPrinter = definePrinter<ServiceAccount>(
  ['Name', 'Age'],
  (object, now) => [object.metadata.name, ageOf(object, now)],
);

export const leasePrinter = definePrinter<Lease>(['Name', 'Holder', 'Age'], (object, now) => [
  object.metadata.name,
  object.spec?.holderIdentity ?? '',
  ageOf(object, now),
]);

/** When an event was first and last seen, and how often. */
function seen(event: Event, now: SimTime): { first: string; last: string; count: number } {
  const first = since(event.firstTimestamp ?? event.eventTime, now);
  if (event.series !== undefined) {
    const { lastObservedTime, count = 0 } = event.series;
    return { first, last: since(lastObservedTime, now), count };
  }
  const last = event.lastTimestamp ? since(event.lastTimestamp, now) : first;
  return { first, last, count: event.count || 1 };
}

export const eventPrinter = definePrinter<Event>(
  [
    'Last Seen',
    'Type',
    'Reason',
    'Object',
    '*Subobject',
    '*Source',
    'Message',
    '*First Seen',
    '*#Count',
    '*Name',
  ],
  (event, now) => {
    const { first, last, count } = seen(event, now);
    const { kind = '', name = '', fieldPath = '' } = event.involvedObject;
    const { component = event.reportingComponent ?? '', host } = event.source ?? {};
    return [
      last,
      event.type ?? '',
      event.reason ?? '',
      name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`,
      fieldPath,
      host ? `${component}, ${host}` : component,
      (event.message ?? '').trim(),
      first,
      count,
      event.metadata.name,
    ];
  },
);

/** `pods: 2/5`, for each resource that `wanted` selects. */
function amounts({ spec, status }: ResourceQuota, wanted: (name: string) => boolean): string {
  const hard = status?.hard ?? spec.hard ?? {};
  return Object.keys(hard)
    .filter(wanted)
    .sort()
    .map((name) => `${name}: ${status?.used?.[name] ?? '0'}/${hard[name]}`)
    .join(', ');
}

export const resourceQuotaPrinter = definePrinter<ResourceQuota>(
  ['Name', 'Request', 'Limit', 'Age'],
  (quota, now) => [
    quota.metadata.name,
    amounts(quota, (name) => !name.startsWith('limits.')),
    amounts(quota, (name) => name.startsWith('limits.')),
    ageOf(quota, now),
  ],
);

export const claimPrinter = definePrinter<PersistentVolumeClaim>(
  [
    'Name',
    'Status',
    'Volume',
    'Capacity',
    'Access Modes',
    'StorageClass',
    'VolumeAttributesClass',
    'Age',
    '*VolumeMode',
  ],
  (claim, now) => {
    const { volumeName = '', storageClassName = '', volumeMode } = claim.spec ?? {};
    const bound = volumeName !== '';
    return [
      claim.metadata.name,
      claim.metadata.deletionTimestamp === undefined ? (claim.status?.phase ?? '') : 'Terminating',
      volumeName,
      bound ? (claim.status?.capacity?.['storage'] ?? '0') : '',
      bound ? accessModesText(claim.status?.accessModes) : '',
      storageClassName,
      claim.spec?.volumeAttributesClassName || '<unset>',
      ageOf(claim, now),
      volumeMode ?? '<unset>',
    ];
  },
);

export const volumePrinter = definePrinter<PersistentVolume>(
  [
    'Name',
    'Capacity',
    'Access Modes',
    'Reclaim Policy',
    'Status',
    'Claim',
    'StorageClass',
    'VolumeAttributesClass',
    'Reason',
    'Age',
    '*VolumeMode',
  ],
  (volume, now) => {
    const { spec, status, metadata } = volume;
    const claim = spec?.claimRef;
    return [
      metadata.name,
      spec?.capacity?.['storage'] ?? '0',
      accessModesText(spec?.accessModes),
      spec?.persistentVolumeReclaimPolicy ?? '',
      metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
      claim === undefined ? '' : `${claim.namespace ?? ''}/${claim.name ?? ''}`,
      spec?.storageClassName ?? '',
      spec?.volumeAttributesClassName || '<unset>',
      status?.reason ?? '',
      ageOf(volume, now),
      spec?.volumeMode ?? '<unset>',
    ];
  },
);

export const storageClassPrinter = definePrinter<StorageClass>(
  ['Name', 'Provisioner', 'ReclaimPolicy', 'VolumeBindingMode', 'AllowVolumeExpansion', 'Age'],
  (object, now) => {
    const isDefault =
      object.metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true';
    return [
      isDefault ? `${object.metadata.name} (default)` : object.metadata.name,
      object.provisioner,
      object.reclaimPolicy ?? 'Delete',
      object.volumeBindingMode ?? 'Immediate',
      object.allowVolumeExpansion ?? false,
      ageOf(object, now),
    ];
  },
);

export const csiNodePrinter = definePrinter<CSINode>(['Name', '#Drivers', 'Age'], (object, now) => [
  object.metadata.name,
  object.spec.drivers?.length ?? 0,
  ageOf(object, now),
]);

export const priorityClassPrinter = definePrinter<PriorityClass>(
  ['Name', 'Value', 'Global-Default', 'Age', 'PreemptionPolicy'],
  (object, now) => [
    object.metadata.name,
    object.value ?? 0,
    object.globalDefault ?? false,
    ageOf(object, now),
    object.preemptionPolicy ?? '',
  ],
);

export const budgetPrinter = definePrinter<PodDisruptionBudget>(
  ['Name', 'Min Available', 'Max Unavailable', '#Allowed Disruptions', 'Age'],
  (object, now) => [
    object.metadata.name,
    String(object.spec?.minAvailable ?? 'N/A'),
    String(object.spec?.maxUnavailable ?? 'N/A'),
    object.status?.disruptionsAllowed ?? 0,
    ageOf(object, now),
  ],
);

/** Rows of storage kinds. Source: kubernetes pkg/printers/internalversion printers.go. */
import type {
  CSIDriver,
  CSIStorageCapacity,
  VolumeAttachment,
  VolumeAttributesClass,
} from '#k8s.io/api/storage/v1';
import { ageOf, definePrinter, orNone } from './printer.ts';

export const volumeAttachmentPrinter = definePrinter<VolumeAttachment>(
  ['Name', 'Attacher', 'PV', 'Node', 'Attached', 'Age'],
  (object, now) => [
    object.metadata.name,
    object.spec.attacher,
    object.spec.source.persistentVolumeName ?? '',
    object.spec.nodeName,
    object.status?.attached ?? false,
    ageOf(object, now),
  ],
);

export const csiDriverPrinter = definePrinter<CSIDriver>(
  [
    'Name',
    'AttachRequired',
    'PodInfoOnMount',
    'StorageCapacity',
    'TokenRequests',
    'RequiresRepublish',
    'Modes',
    'Age',
  ],
  (object, now) => {
    const { spec } = object;
    const audiences = (spec.tokenRequests ?? []).map(({ audience }) => audience).join(',');
    return [
      object.metadata.name,
      spec.attachRequired ?? true,
      spec.podInfoOnMount ?? false,
      spec.storageCapacity ?? false,
      audiences === '' ? '<unset>' : audiences,
      spec.requiresRepublish ?? false,
      orNone((spec.volumeLifecycleModes ?? ['Persistent']).join(',')),
      ageOf(object, now),
    ];
  },
);

export const csiStorageCapacityPrinter = definePrinter<CSIStorageCapacity>(
  ['Name', 'StorageClassName', 'Capacity'],
  ({ metadata, storageClassName, capacity }) => [
    metadata.name,
    storageClassName,
    capacity ?? '<unset>',
  ],
);

export const volumeAttributesClassPrinter = definePrinter<VolumeAttributesClass>(
  ['Name', 'DriverName', 'Age'],
  (object, now) => [object.metadata.name, object.driverName, ageOf(object, now)],
);

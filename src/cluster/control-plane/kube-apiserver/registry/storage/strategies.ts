/**
 * Storage classes, attachments and drivers.
 * Source: kubernetes pkg/registry/storage and pkg/apis/storage/validation.
 */
import type { CSIDriver, CSINode, StorageClass, VolumeAttachment } from '#k8s.io/api/storage/v1';
import { required } from '#k8s.io/apimachinery/field-error';
import { dns1123SubdomainErrors, qualifiedNameErrors } from '#k8s.io/apimachinery/validation';
import { statusStrategy } from '../common-strategies.ts';
import {
  choice,
  distinct,
  type Errors,
  each,
  none,
  present,
  presentAndFormed,
  same,
} from '../generic/checks.ts';
import { type AnyStrategy, defineStrategy, withStatus } from '../strategy.ts';

function validateClass(storageClass: StorageClass): Errors {
  const { provisioner, reclaimPolicy, volumeBindingMode } = storageClass;
  return [
    ...presentAndFormed('provisioner', provisioner, (text) =>
      qualifiedNameErrors(text.toLowerCase()),
    ),
    ...choice('reclaimPolicy', reclaimPolicy, ['Delete', 'Retain']),
    ...choice('volumeBindingMode', volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']),
  ];
}

const storageClass = defineStrategy<StorageClass>({
  validate: validateClass,
  validateUpdate: (now, old) => [
    ...validateClass(now),
    ...same('parameters', now.parameters ?? null, old.parameters ?? null),
    ...same('provisioner', now.provisioner, old.provisioner),
    ...same('reclaimPolicy', now.reclaimPolicy, old.reclaimPolicy),
    ...same('volumeBindingMode', now.volumeBindingMode, old.volumeBindingMode),
  ],
  createOnUpdate: true,
  returnDeletedObject: true,
});

function validateAttachment({ spec }: VolumeAttachment): Errors {
  const { persistentVolumeName = '', inlineVolumeSpec } = spec.source;
  const sources = [persistentVolumeName !== '', inlineVolumeSpec !== undefined].filter(Boolean);
  const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  return [
    ...presentAndFormed('spec.attacher', spec.attacher, dns1123SubdomainErrors),
    ...(sources.length === 1 ? none : [required('spec.source', detail)]),
    ...presentAndFormed('spec.nodeName', spec.nodeName, dns1123SubdomainErrors),
  ];
}

const volumeAttachment = defineStrategy<VolumeAttachment>({
  prepareForCreate: (attachment) => withStatus(attachment, { attached: false }),
  validate: validateAttachment,
  prepareForUpdate: (attachment, old) => withStatus(attachment, old.status),
  validateUpdate: (attachment, old) => [
    ...validateAttachment(attachment),
    ...same('spec', attachment.spec, old.spec),
  ],
  returnDeletedObject: true,
  status: statusStrategy<VolumeAttachment>(),
});

const validateNode = ({ spec }: CSINode): Errors => [
  ...each(spec.drivers, 'spec.drivers', ({ name, nodeID }, path) => [
    ...presentAndFormed(`${path}.name`, name, (text) => dns1123SubdomainErrors(text.toLowerCase())),
    ...present(`${path}.nodeID`, nodeID),
  ]),
  ...distinct(
    spec.drivers.map(({ name }) => name),
    (index) => `spec.drivers[${index}].name`,
  ),
];

const csiNode = defineStrategy<CSINode>({
  validate: validateNode,
  validateUpdate: validateNode,
  returnDeletedObject: true,
});

const validateDriver = ({ spec }: CSIDriver): Errors => [
  ...(spec.attachRequired === undefined ? [required('spec.attachedRequired')] : none),
  ...(spec.podInfoOnMount === undefined ? [required('spec.podInfoOnMount')] : none),
  ...each(spec.volumeLifecycleModes, 'spec.volumeLifecycleModes', (mode) =>
    choice('spec.volumeLifecycleModes', mode, ['Ephemeral', 'Persistent']),
  ),
];

const csiDriver = defineStrategy<CSIDriver>({
  validate: validateDriver,
  validateUpdate: (driver, old) => [
    ...validateDriver(driver),
    ...same('spec.attachedRequired', driver.spec.attachRequired, old.spec.attachRequired),
    ...same(
      'spec.volumeLifecycleModes',
      driver.spec.volumeLifecycleModes,
      old.spec.volumeLifecycleModes,
    ),
  ],
  returnDeletedObject: true,
});

export const storageStrategies: Readonly<Record<string, AnyStrategy>> = {
  'storageclasses.storage.k8s.io': storageClass,
  'volumeattachments.storage.k8s.io': volumeAttachment,
  'csinodes.storage.k8s.io': csiNode,
  'csidrivers.storage.k8s.io': csiDriver,
};

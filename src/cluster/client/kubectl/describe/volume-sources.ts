/** Where the volumes of a pod come from. Source: describe.go printSecretVolumeSource and others. */
import type { Volume } from '#k8s.io/api/core/v1';
import { isZeroQuantity } from '#k8s.io/apimachinery/quantity';
import type { Page } from './page.ts';

type Field = readonly [string, string | number | boolean];
type Of<Name extends keyof Volume> = NonNullable<Volume[Name]>;
type Sources = { readonly [Name in Exclude<keyof Volume, 'name'>]?: (of: Of<Name>) => Fields };
type Fields = readonly Field[];

/** Printers by volume source. Sources that no node here can mount are missing. */
const sources: Sources = {
  hostPath: ({ path, type = '' }) => [
    ['Type', 'HostPath (bare host directory volume)'],
    ['Path', path],
    ['HostPathType', type],
  ],
  emptyDir: ({ medium = '', sizeLimit = '0' }) => [
    ['Type', "EmptyDir (a temporary directory that shares a pod's lifetime)"],
    ['Medium', medium],
    ['SizeLimit', isZeroQuantity(sizeLimit) ? '<unset>' : sizeLimit],
  ],
  secret: ({ secretName = '', optional = false }) => [
    ['Type', 'Secret (a volume populated by a Secret)'],
    ['SecretName', secretName],
    ['Optional', optional],
  ],
  configMap: ({ name = '', optional = false }) => [
    ['Type', 'ConfigMap (a volume populated by a ConfigMap)'],
    ['Name', name],
    ['Optional', optional],
  ],
  nfs: ({ server, path, readOnly = false }) => [
    ['Type', 'NFS (an NFS mount that lasts the lifetime of a pod)'],
    ['Server', server],
    ['Path', path],
    ['ReadOnly', readOnly],
  ],
  persistentVolumeClaim: ({ claimName, readOnly = false }) => [
    ['Type', `PersistentVolumeClaim (a reference to ${claimInNamespace})`],
    ['ClaimName', claimName],
    ['ReadOnly', readOnly],
  ],
  csi: ({ driver, fsType = '', readOnly = false, volumeAttributes }) => [
    ['Type', 'CSI (a Container Storage Interface (CSI) volume source)'],
    ['Driver', driver],
    ['FSType', fsType],
    ['ReadOnly', readOnly],
    ...attributeFields(volumeAttributes),
  ],
  image: ({ reference = '', pullPolicy = '' }) => [
    ['Type', 'Image (a container image or OCI artifact)'],
    ['Reference', reference],
    ['PullPolicy', pullPolicy],
  ],
  projected: projectedFields,
};

const claimInNamespace = 'a PersistentVolumeClaim in the same namespace';

/** The lines of one volume, under its name. */
export function describeVolumeSource(page: Page, volume: Volume): void {
  const { downwardAPI, ephemeral } = volume;
  if (downwardAPI !== undefined) describeDownwardApi(page, downwardAPI);
  else if (ephemeral !== undefined) describeEphemeral(page, ephemeral);
  else {
    const fields = knownFields(volume);
    if (fields === undefined) page.line(1, '<unknown>');
    for (const [name, value] of fields ?? []) page.field(2, name, value);
  }
}

function knownFields(volume: Volume): Fields | undefined {
  for (const [name, fieldsOf] of Object.entries(sources)) {
    const source = volume[name as keyof Sources];
    if (source !== undefined) return (fieldsOf as (of: typeof source) => Fields)(source);
  }
  return undefined;
}

/** Its files follow below, without columns. */
function describeDownwardApi(page: Page, { items = [] }: Of<'downwardAPI'>): void {
  page.field(2, 'Type', 'DownwardAPI (a volume populated by information about the pod)');
  page.line(2, 'Items:');
  for (const { path, fieldRef, resourceFieldRef } of items) {
    const from = fieldRef?.fieldPath ?? resourceFieldRef?.resource;
    if (from !== undefined) page.line(3, `${from} -> ${path}`);
  }
}

/** As a claim that has no name yet. Source: printPersistentVolumeClaim. */
function describeEphemeral(page: Page, { volumeClaimTemplate }: Of<'ephemeral'>): void {
  const what = 'an inline specification for a volume that gets created and deleted with the pod';
  page.field(2, 'Type', `EphemeralVolume (${what})`);
  if (volumeClaimTemplate === undefined) return;
  const { metadata, spec } = volumeClaimTemplate;
  page.field(2, 'StorageClass', spec.storageClassName ?? '');
  page.field(2, 'Volume', spec.volumeName ?? '');
  page.labels('Labels', metadata?.labels, 2);
  page.annotations('Annotations', metadata?.annotations, 2);
  page.field(2, 'Capacity', '');
  page.field(2, 'Access Modes', '');
  if (spec.volumeMode !== undefined) page.field(2, 'VolumeMode', spec.volumeMode);
}

function projectedFields({ sources: all = [] }: Of<'projected'>): Fields {
  const type = 'Projected (a volume that contains injected data from multiple sources)';
  const fields: Field[] = [['Type', type]];
  for (const { secret, downwardAPI, configMap, serviceAccountToken } of all) {
    if (secret !== undefined) {
      fields.push(['SecretName', secret.name ?? ''], ['Optional', secret.optional ?? false]);
    } else if (downwardAPI !== undefined) fields.push(['DownwardAPI', true]);
    else if (configMap !== undefined) {
      fields.push(['ConfigMapName', configMap.name ?? '']);
      fields.push(['Optional', configMap.optional ?? false]);
    } else if (serviceAccountToken !== undefined) {
      fields.push(['TokenExpirationSeconds', serviceAccountToken.expirationSeconds ?? 0]);
    }
  }
  return fields;
}

/** A title on the first line, blanks on the others. */
function attributeFields(attributes: Readonly<Record<string, string>> = {}): Fields {
  const pairs = Object.keys(attributes)
    .sort()
    .map((key) => `${key}=${attributes[key]}`);
  return [['VolumeAttributes', pairs.length === 0 ? '<none>' : pairs.join('\n        \t')]];
}

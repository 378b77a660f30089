/** Volumes and tolerations in a description. Source: describe.go describeVolumes and following. */
import type { Toleration, Volume } from '#k8s.io/api/core/v1';
import { isZeroQuantity } from '#k8s.io/apimachinery/quantity';
import type { Page } from './page.ts';

export function describeVolumes(page: Page, volumes: readonly Volume[] = [], inTemplate = false) {
  const space = inTemplate ? '  ' : '';
  if (volumes.length === 0) {
    page.line(0, `${space}Volumes:\t<none>`);
    return;
  }
  page.line(0, `${space}Volumes:`);
  for (const volume of volumes) {
    page.line(1, `${inTemplate ? ' ' : ''}${volume.name}:`);
    for (const [name, value] of fieldsOf(volume)) page.field(2, name, value);
  }
}

type Field = readonly [string, string | number | boolean];

function fieldsOf(volume: Volume): readonly Field[] {
  const { emptyDir, configMap, secret, hostPath, projected, persistentVolumeClaim } = volume;
  if (emptyDir !== undefined) {
    const { medium = '', sizeLimit = '0' } = emptyDir;
    return [
      ['Type', "EmptyDir (a temporary directory that shares a pod's lifetime)"],
      ['Medium', medium],
      ['SizeLimit', isZeroQuantity(sizeLimit) ? '<unset>' : sizeLimit],
    ];
  }
  if (configMap !== undefined) {
    return [
      ['Type', 'ConfigMap (a volume populated by a ConfigMap)'],
      ['Name', configMap.name ?? ''],
      ['Optional', configMap.optional ?? false],
    ];
  }
  if (secret !== undefined) {
    return [
      ['Type', 'Secret (a volume populated by a Secret)'],
      ['SecretName', secret.secretName ?? ''],
      ['Optional', secret.optional ?? false],
    ];
  }
  if (hostPath !== undefined) {
    return [
      ['Type', 'HostPath (bare host directory volume)'],
      ['Path', hostPath.path],
      ['HostPathType', hostPath.type ?? ''],
    ];
  }
  if (persistentVolumeClaim !== undefined) {
    const what = 'a reference to a PersistentVolumeClaim in the same namespace';
    return [
      ['Type', `PersistentVolumeClaim (${what})`],
      ['ClaimName', persistentVolumeClaim.claimName],
      ['ReadOnly', persistentVolumeClaim.readOnly ?? false],
    ];
  }
  return projected === undefined ? [['Type', '<unknown>']] : projectedFields(projected);
}

function projectedFields({ sources = [] }: NonNullable<Volume['projected']>): readonly Field[] {
  const type = 'Projected (a volume that contains injected data from multiple sources)';
  const fields: Field[] = [['Type', type]];
  for (const { secret, downwardAPI, configMap, serviceAccountToken } of sources) {
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

/** Sorted by key, one a line. Source: printTolerationsMultiline. */
export function describeTolerations(
  page: Page,
  title: string,
  tolerations: readonly Toleration[] = [],
): void {
  const sorted = [...tolerations].sort((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
  page.entries(title, sorted.map(tolerationText));
}

function tolerationText(toleration: Toleration): string {
  const { key = '', value = '', effect = '', operator, tolerationSeconds } = toleration;
  const what = key + (value === '' ? '' : `=${value}`) + (effect === '' ? '' : `:${effect}`);
  const operation = operator === 'Exists' && value === '' ? ['op=Exists'] : [];
  const within = tolerationSeconds === undefined ? '' : ` for ${tolerationSeconds}s`;
  return [...(what === '' ? [] : [what]), ...operation].join(' ') + within;
}

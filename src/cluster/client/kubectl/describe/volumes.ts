/** Volumes and tolerations in a description. Source: describe.go describeVolumes and following. */
import type { Toleration, Volume } from '#k8s.io/api/core/v1';
import type { Page } from './page.ts';
import { describeVolumeSource } from './volume-sources.ts';

export function describeVolumes(page: Page, volumes: readonly Volume[] = [], inTemplate = false) {
  const space = inTemplate ? '  ' : '';
  if (volumes.length === 0) {
    page.line(0, `${space}Volumes:\t<none>`);
    return;
  }
  page.line(0, `${space}Volumes:`);
  for (const volume of volumes) {
    page.line(1, `${inTemplate ? ' ' : ''}${volume.name}:`);
    describeVolumeSource(page, volume);
  }
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

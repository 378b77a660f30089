/**
 * Files of one volume that stand in each other's way.
 * Models kubernetes pkg/api/pod warnings.go warningsForOverlappingVirtualPaths.
 */
import type { Volume } from '#k8s.io/api/core/v1';
import { goQuote } from '#k8s.io/apimachinery/field-error';

interface Source {
  readonly path: string;
  /** `ConfigMap "web"`; empty when the volume has one source. */
  readonly from: string;
}

interface WithPath {
  readonly path: string;
}

export const overlappingPaths = (volumes: readonly Volume[]): readonly string[] =>
  volumes.flatMap((volume) => [
    ...single(volume.name, `ConfigMap ${goQuote(volume.configMap?.name ?? '')}`, volume.configMap),
    ...single(volume.name, `Secret ${goQuote(volume.secret?.secretName ?? '')}`, volume.secret),
    ...single(volume.name, 'DownwardAPI', volume.downwardAPI),
    ...projected(volume),
  ]);

function single(
  name: string,
  what: string,
  volume: { readonly items?: readonly WithPath[] } | undefined,
): readonly string[] {
  const paths = (volume?.items ?? []).map(({ path }) => ({ path, from: '' }));
  return overlaps(paths).map((text) => warning(name, what, text));
}

const warning = (name: string, what: string, text: string): string =>
  `volume ${goQuote(name)} (${what}): overlapping paths: ${text}`;

function projected({ name, projected: volume }: Volume): readonly string[] {
  const sources = volume?.sources ?? [];
  const empty = sources
    .filter((source) => Object.keys(source).length === 0)
    .map(() => `volume ${goQuote(name)} (Projected) has no sources provided`);
  const paths = sources.flatMap((source): readonly Source[] => {
    const { configMap, secret, downwardAPI, serviceAccountToken } = source;
    const from = (what: string, items: readonly WithPath[] = []) =>
      items.map(({ path }) => ({ path, from: what }));
    if (configMap?.items !== undefined) {
      return from(`ConfigMap ${goQuote(configMap.name ?? '')}`, configMap.items);
    }
    if (secret?.items !== undefined)
      return from(`Secret ${goQuote(secret.name ?? '')}`, secret.items);
    if (downwardAPI?.items !== undefined) return from('DownwardAPI', downwardAPI.items);
    return serviceAccountToken === undefined
      ? []
      : from('ServiceAccountToken', [serviceAccountToken]);
  });
  return [...empty, ...overlaps(paths).map((text) => warning(name, 'Projected', text))];
}

/** Equal paths, and paths of which one is a directory on the way to the other. */
function overlaps(sources: readonly Source[]): readonly string[] {
  const found: string[] = [];
  const before: Source[] = [];
  for (const { path: written, from } of sources) {
    const source = { path: written.replace(/\/+$/, ''), from };
    for (const other of source.path === '' ? [] : before) {
      if (other.path !== '' && nested(source.path, other.path)) {
        found.push(`${shown(source)} with ${shown(other)}`);
      }
    }
    before.push(source);
  }
  return found;
}

const nested = (a: string, b: string): boolean =>
  `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);

const shown = ({ path, from }: Source): string =>
  from === '' ? goQuote(path) : `${goQuote(path)} (${from})`;

/**
 * Files of one volume whose paths overlap. Models kubernetes pkg/api/pod warnings.go
 * warningsForOverlappingVirtualPaths.
 */
import type { Volume } from '#k8s.io/api/core/v1';
import { goQuote } from '#k8s.io/apimachinery/field-error';

interface Source {
  readonly path: string;
  /** `ConfigMap "web"`; empty when the volume has only one source. */
  readonly from: string;
}

interface WithPath {
  readonly path: string;
}

export const overlappingPaths = (volumes: readonly Volume[]): readonly string[] =>
  volumes.flatMap(({ name, configMap, secret, downwardAPI, projected }) => [
    ...single(configMap).map((text) => warning(name, named('ConfigMap', configMap?.name), text)),
    ...single(secret).map((text) => warning(name, named('Secret', secret?.secretName), text)),
    ...single(downwardAPI).map((text) => warning(name, 'DownwardAPI', text)),
    ...(projected === undefined || clear.has(projected) ? [] : ofProjected(name, projected)),
  ]);

const named = (kind: string, name = ''): string => `${kind} ${goQuote(name)}`;

const single = (volume: { readonly items?: readonly WithPath[] } | undefined): readonly string[] =>
  overlaps((volume?.items ?? []).map(({ path }) => ({ path, from: '' })));

const warning = (name: string, what: string, text: string): string =>
  `volume ${goQuote(name)} (${what}): overlapping paths: ${text}`;

/** Sources without overlapping files. Admission gives every Pod the same source object. */
const clear = new WeakSet<object>();

function ofProjected(name: string, volume: NonNullable<Volume['projected']>): readonly string[] {
  const sources = volume.sources ?? [];
  const empty = sources
    .filter((source) => Object.keys(source).length === 0)
    .map(() => `volume ${goQuote(name)} (Projected) has no sources provided`);
  const paths = sources.flatMap((source): readonly Source[] => {
    const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = source;
    const from = (what: string, items: readonly WithPath[] = []) =>
      items.map(({ path }) => ({ path, from: what }));
    if (configMap?.items !== undefined) {
      return from(named('ConfigMap', configMap.name), configMap.items);
    }
    if (secret?.items !== undefined) return from(named('Secret', secret.name), secret.items);
    if (downwardAPI?.items !== undefined) return from('DownwardAPI', downwardAPI.items);
    if (serviceAccountToken !== undefined) {
      return from('ServiceAccountToken', [serviceAccountToken]);
    }
    if (clusterTrustBundle === undefined) return [];
    const { name = clusterTrustBundle.signerName } = clusterTrustBundle;
    return from(named('ClusterTrustBundle', name), [clusterTrustBundle]);
  });
  const warnings = [...empty, ...overlaps(paths).map((text) => warning(name, 'Projected', text))];
  if (warnings.length === 0) clear.add(volume);
  return warnings;
}

/** Equal paths, and pairs of which one is a parent directory of the other. */
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

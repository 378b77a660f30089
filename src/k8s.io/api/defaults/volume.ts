/**
 * Defaults of the volumes of a pod.
 *
 * Models kubernetes/pkg/apis/core/v1 defaults.go SetDefaults_Volume and its sources.
 */
import { isLatest } from '#k8s.io/apimachinery/image-reference';
import type { HostPathVolumeSource, Volume, VolumeProjection } from '../core/volume.ts';
import { change, each, fill } from './fill.ts';

const fileMode = 0o644;

export function defaultVolume(volume: Volume): Volume {
  // A volume of no kind is an empty directory.
  if (Object.keys(volume).every((key) => key === 'name')) return { ...volume, emptyDir: {} };
  let result = volume;
  result = change(result, 'secret', (source) => fill(source, { defaultMode: fileMode }));
  result = change(result, 'configMap', (source) => fill(source, { defaultMode: fileMode }));
  result = change(result, 'downwardAPI', (source) =>
    change(fill(source, { defaultMode: fileMode }), 'items', (items) => each(items, defaultItem)),
  );
  result = change(result, 'projected', (source) =>
    change(fill(source, { defaultMode: fileMode }), 'sources', (sources) =>
      each(sources, defaultProjection),
    ),
  );
  result = change(result, 'hostPath', defaultHostPath);
  result = change(result, 'image', (source) =>
    fill(source, { pullPolicy: isLatest(source.reference ?? '') ? 'Always' : 'IfNotPresent' }),
  );
  return change(result, 'ephemeral', (source) =>
    change(source, 'volumeClaimTemplate', (template) =>
      change(template, 'spec', (spec) => fill(spec, { volumeMode: 'Filesystem' })),
    ),
  );
}

/** An unset type is written down as the empty one, so `fill` would not see it as set. */
export const defaultHostPath = (source: HostPathVolumeSource): HostPathVolumeSource =>
  source.type === undefined ? { ...source, type: '' } : source;

const defaultProjection = (projection: VolumeProjection): VolumeProjection =>
  change(
    change(projection, 'serviceAccountToken', (token) => fill(token, { expirationSeconds: 3600 })),
    'downwardAPI',
    (source) => change(source, 'items', (items) => each(items, defaultItem)),
  );

type DownwardItem = NonNullable<NonNullable<Volume['downwardAPI']>['items']>[number];

const defaultItem = (item: DownwardItem): DownwardItem =>
  change(item, 'fieldRef', (ref) => fill(ref, { apiVersion: 'v1' }));

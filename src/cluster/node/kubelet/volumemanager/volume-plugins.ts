/**
 * The volume plugins of this node: a volume's path and how it is set up.
 *
 * Models kubernetes/pkg/volume/{projected,configmap,secret,emptydir,hostpath,downwardapi,image}.
 * What they write goes to the runtime with the mount, because no disk stands between the two here.
 */

import { decodeBase64 } from '#base/base64';
import { err, ok, type Result } from '#base/result';
import { ms } from '#base/sim-time';
import { decodeBytes } from '#base/utf8';
import type {
  ConfigMap,
  DownwardAPIVolumeFile,
  EmptyDirVolumeSource,
  HostPathVolumeSource,
  KeyToPath,
  Pod,
  Secret,
  Volume,
  VolumeProjection,
} from '#k8s.io/api/core/v1';
import { wholeValue } from '#k8s.io/apimachinery/quantity';
import { type Process, sleep } from '#sim/simulation';
import type { TrustAnchors } from '../clustertrustbundle/trust-anchors.ts';
import { podField, resourceField } from '../envvars/environment.ts';
import type { TokenManager } from '../token/token-manager.ts';
import type { ObjectKind, ObjectManager } from '../util/object-manager.ts';
import { checkHostPathType, type HostPaths } from './host-path.ts';

/** The time to write files and mount a tmpfs. */
const setUpTime = ms(2);
const defaultTokenSeconds = 3600;
/** The default of `defaultMode`. */
const usualFileMode = 0o644;

/** What a group that owns a read-only volume may always do. Source: volume_linux.go roMask. */
const groupReads = 0o440;

const groupMode = ({ spec: { securityContext } }: Pod, mode: number): number =>
  securityContext?.fsGroup === undefined ? mode : mode | groupReads;

interface ModedItem {
  readonly path: string;
  readonly mode?: number;
}

/** The modes of single items, by path. */
function itemModes(volume: Volume): Readonly<Record<string, number>> {
  const { projected, configMap, secret, downwardAPI } = volume;
  const sources = [{ configMap, secret, downwardAPI }, ...(projected?.sources ?? [])];
  const items: readonly ModedItem[] = sources.flatMap((source) => [
    ...(source.configMap?.items ?? []),
    ...(source.secret?.items ?? []),
    ...(source.downwardAPI?.items ?? []),
  ]);
  return Object.fromEntries(
    items.flatMap(({ path, mode }) => (mode === undefined ? [] : [[path, mode] as const])),
  );
}

/** Files by path below the volume. */
export type VolumeContent = Readonly<Record<string, string>>;

export interface MountedVolume {
  readonly path: string;
  /** The plugin allows no writing. */
  readonly readOnly: boolean;
  /** A tmpfs: its files count as memory. */
  readonly inMemory?: boolean;
  /** The size limit of the tmpfs in bytes. */
  readonly capacity?: number;
  /** Permission bits of its files; absent: 0644. */
  readonly fileMode?: number;
  /** Of files that have their own, by path below the volume. */
  readonly fileModes?: Readonly<Record<string, number>>;
  /** What the plugin wrote; absent for an empty directory. */
  readonly content?: VolumeContent;
  /** The directory of the volume that this content is in (`atomic-writer.ts`). */
  readonly data?: string;
}

export interface VolumeSpec extends MountedVolume {
  /** `kubernetes.io/projected` */
  readonly plugin: string;
  /** For a hostPath: the required type. */
  readonly hostPathType?: string;
}

/** The volume's path; `undefined` when no plugin of this node supports it. */
export function volumeSpec(pod: Pod, volume: Volume): VolumeSpec | undefined {
  const spec = (name: string, readOnly: boolean): VolumeSpec => ({
    plugin: `kubernetes.io/${name}`,
    path: `/var/lib/kubelet/pods/${pod.metadata.uid}/volumes/kubernetes.io~${name}/${volume.name}`,
    readOnly,
  });
  const written = (name: string, usual = usualFileMode): VolumeSpec => {
    const grouped = (mode: number): number => groupMode(pod, mode);
    const modes = Object.entries(itemModes(volume)).map(([path, mode]) => [path, grouped(mode)]);
    const mode = grouped(usual);
    return {
      ...spec(name, true),
      ...(mode === usualFileMode ? {} : { fileMode: mode }),
      ...(modes.length === 0 ? {} : { fileModes: Object.fromEntries(modes) }),
    };
  };
  const { projected, configMap, secret, downwardAPI } = volume;
  if (projected !== undefined) return written('projected', projected.defaultMode);
  if (configMap !== undefined) return written('configmap', configMap.defaultMode);
  if (secret !== undefined) return written('secret', secret.defaultMode);
  if (downwardAPI !== undefined) return written('downward-api', downwardAPI.defaultMode);
  if (volume.emptyDir !== undefined) {
    if (volume.emptyDir.medium !== 'Memory') return spec('empty-dir', false);
    const capacity = tmpfsCapacity(pod, volume.emptyDir);
    const inMemory = { ...spec('empty-dir', false), inMemory: true };
    return capacity === undefined ? inMemory : { ...inMemory, capacity };
  }
  // The runtime mounts it. Source: pkg/volume/image.
  if (volume.image !== undefined) {
    return { plugin: 'kubernetes.io/image', path: '', readOnly: true };
  }
  if (volume.hostPath !== undefined) {
    return hostPathSpec(volume.hostPath, false);
  }
  return undefined;
}

/**
 * The volume's limit, or that of the pod's memory, whichever is smaller; undefined: the node's.
 * Source: empty_dir.go calculateEmptyDirMemorySize.
 */
function tmpfsCapacity({ spec }: Pod, { sizeLimit }: EmptyDirVolumeSource): number | undefined {
  const limits = spec.containers.map(({ resources }) => resources?.limits?.['memory']);
  let capacity = Number.POSITIVE_INFINITY;
  if (limits.every((limit) => limit !== undefined)) {
    capacity = limits.reduce((sum, limit) => sum + wholeValue(limit), 0);
  }
  const own = sizeLimit === undefined ? 0 : wholeValue(sizeLimit);
  if (own > 0) capacity = Math.min(capacity, own);
  return capacity === Number.POSITIVE_INFINITY ? undefined : capacity;
}

/** The source of a pod's own volume, or of the volume behind its claim. */
export const hostPathSpec = (
  { path, type = '' }: HostPathVolumeSource,
  readOnly: boolean,
): VolumeSpec => ({ plugin: 'kubernetes.io/host-path', path, readOnly, hostPathType: type });

/** What the downward API can expose besides the pod itself. */
export interface DownwardSources {
  readonly nodeAllocatable: Readonly<Record<string, string>>;
  readonly hostIP: string;
  readonly podIP: string;
}

/** Source: clustertrustbundle NoopManager. */
const noAnchors = 'ClusterTrustBundle projection is not supported in static kubelet mode';

type Content = Result<VolumeContent | undefined, string>;

export class VolumePlugins {
  readonly #objects: ObjectManager;
  readonly #tokens: TokenManager;
  readonly #disk: HostPaths;
  readonly #downward: (pod: Pod) => DownwardSources;
  readonly #anchors: TrustAnchors | undefined;

  constructor(
    objects: ObjectManager,
    tokens: TokenManager,
    disk: HostPaths,
    downward: (pod: Pod) => DownwardSources,
    anchors?: TrustAnchors,
  ) {
    this.#objects = objects;
    this.#tokens = tokens;
    this.#disk = disk;
    this.#downward = downward;
    this.#anchors = anchors;
  }

  /** Collects the volume's content and writes it. */
  *setUp(pod: Pod, volume: Volume, { path, hostPathType = '' }: VolumeSpec): Process<Content> {
    const refusal = checkHostPathType(this.#disk, path, hostPathType);
    if (refusal !== undefined) return err(refusal);
    const content = yield* this.#content(pod, volume);
    if (content.ok) yield* sleep(setUpTime);
    return content;
  }

  /** The values that the content depends on. */
  sources(pod: Pod, { configMap, secret, projected, downwardAPI }: Volume): readonly unknown[] {
    const { namespace, labels, annotations } = pod.metadata;
    if (configMap !== undefined) return [this.#objects.configMap(namespace, configMap.name ?? '')];
    if (secret !== undefined) return [this.#objects.secret(namespace, secret.secretName ?? '')];
    if (downwardAPI !== undefined) return [labels, annotations];
    return (projected?.sources ?? []).flatMap((source): readonly unknown[] => {
      const { serviceAccountToken: token } = source;
      if (token !== undefined) {
        const seconds = token.expirationSeconds ?? defaultTokenSeconds;
        return [this.#tokens.current(pod, token.audience, seconds)];
      }
      if (source.clusterTrustBundle !== undefined) {
        return this.#anchors?.sources(source.clusterTrustBundle) ?? [];
      }
      if (source.downwardAPI !== undefined) {
        // Most only expose the namespace, which never changes.
        const { items = [] } = source.downwardAPI;
        const changes = items.some(({ fieldRef }) => fieldRef?.fieldPath !== 'metadata.namespace');
        return changes ? [labels, annotations] : [];
      }
      if (source.configMap !== undefined) {
        return [this.#objects.configMap(namespace, source.configMap.name ?? '')];
      }
      return source.secret === undefined
        ? []
        : [this.#objects.secret(namespace, source.secret.name ?? '')];
    });
  }

  *#content(pod: Pod, volume: Volume): Process<Content> {
    const { configMap, secret, projected, downwardAPI } = volume;
    if (configMap !== undefined) {
      const { name, items, optional } = configMap;
      return yield* this.#object(pod, 'configmap', name, items, optional);
    }
    if (secret !== undefined) {
      const { secretName, items, optional } = secret;
      return yield* this.#object(pod, 'secret', secretName, items, optional);
    }
    if (downwardAPI !== undefined) return this.#downwardFiles(pod, downwardAPI.items);
    if (projected === undefined) return ok(undefined);
    let files: VolumeContent = {};
    for (const source of projected.sources ?? []) {
      const part = yield* this.#projection(pod, source);
      if (!part.ok) return part;
      files = { ...files, ...part.value };
    }
    return ok(files);
  }

  *#projection(pod: Pod, source: VolumeProjection): Process<Content> {
    const { serviceAccountToken: token, configMap, secret, downwardAPI } = source;
    const { clusterTrustBundle: bundle } = source;
    if (token !== undefined) {
      const seconds = token.expirationSeconds ?? defaultTokenSeconds;
      const got = yield* this.#tokens.getServiceAccountToken(pod, token.audience, seconds);
      return got.ok ? ok({ [token.path]: got.value }) : got;
    }
    if (downwardAPI !== undefined) return this.#downwardFiles(pod, downwardAPI.items);
    if (bundle !== undefined) {
      if (this.#anchors === undefined) return err(noAnchors);
      const got = yield* this.#anchors.of(bundle);
      return got.ok ? ok({ [bundle.path]: got.value }) : got;
    }
    const object = configMap ?? secret;
    // The API server has dropped a source whose feature gate is off.
    if (object === undefined) return ok({});
    const kind = configMap === undefined ? 'secret' : 'configmap';
    return yield* this.#object(pod, kind, object.name, object.items, object.optional);
  }

  #downwardFiles(pod: Pod, items: readonly DownwardAPIVolumeFile[] = []): Content {
    const sources = this.#downward(pod);
    const files: Record<string, string> = {};
    for (const { path, fieldRef, resourceFieldRef } of items) {
      const value =
        fieldRef === undefined
          ? resourceField(
              pod,
              resourceFieldRef?.containerName ?? '',
              resourceFieldRef?.resource ?? '',
              resourceFieldRef?.divisor ?? '1',
              sources,
            )
          : podField(pod, fieldRef.fieldPath, sources);
      if (!value.ok) return value;
      files[path] = value.value;
    }
    return ok(files);
  }

  *#object(
    pod: Pod,
    kind: ObjectKind,
    name = '',
    items: readonly KeyToPath[] = [],
    optional = false,
  ): Process<Content> {
    const { namespace } = pod.metadata;
    const found = yield* this.#objects.fetch(kind, namespace, name);
    if (!found.ok) return optional && found.error.endsWith('not found') ? ok({}) : found;
    const data = textData(found.value);
    if (items.length === 0) return ok(data);
    const files: Record<string, string> = {};
    for (const { key, path } of items) {
      const text = data[key];
      if (text !== undefined) files[path] = text;
      else if (!optional) {
        const what = kind === 'secret' ? 'references' : 'configmap references';
        const wanted = kind === 'secret' ? 'secret' : 'config';
        return err(`${what} non-existent ${wanted} key: ${key}`);
      }
    }
    return ok(files);
  }
}

/** Every key as text; secrets and binary data come in base64, and may be no text. */
function textData(object: ConfigMap | Secret): VolumeContent {
  const decode = (data: VolumeContent | undefined): VolumeContent =>
    Object.fromEntries(
      Object.entries(data ?? {}).map(([key, value]) => [
        key,
        decodeBytes(decodeBase64(value) ?? new Uint8Array()),
      ]),
    );
  if (object.kind === 'Secret') return decode(object.data);
  return { ...object.data, ...decode(object.binaryData) };
}

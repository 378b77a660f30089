/**
 * The volume plugins of this node: where a volume lies and what setting it up takes.
 *
 * Models kubernetes/pkg/volume/{projected,configmap,secret,emptydir,hostpath,downwardapi}. The
 * content of the files is not kept; whether it could be had is.
 */
import { err, ok, type Result } from '#base/result';
import { ms } from '#base/sim-time';
import type { ConfigMap, KeyToPath, Pod, Secret, Volume } from '#k8s.io/api/core/v1';
import { type Process, sleep } from '#sim/simulation';
import type { TokenManager } from '../token/token-manager.ts';
import type { ObjectKind, ObjectManager } from '../util/object-manager.ts';

/** Writing files and mounting a tmpfs. */
const setUpTime = ms(2);
const defaultTokenSeconds = 3600;

export interface MountedVolume {
  readonly path: string;
  /** The plugin allows no writing. */
  readonly readOnly: boolean;
}

export interface VolumeSpec extends MountedVolume {
  /** `kubernetes.io/projected` */
  readonly plugin: string;
}

/** Where the volume will be, or `undefined` when no plugin of this node knows it. */
export function volumeSpec(pod: Pod, volume: Volume): VolumeSpec | undefined {
  const spec = (name: string, readOnly: boolean): VolumeSpec => ({
    plugin: `kubernetes.io/${name}`,
    path: `/var/lib/kubelet/pods/${pod.metadata.uid}/volumes/kubernetes.io~${name}/${volume.name}`,
    readOnly,
  });
  if (volume.projected !== undefined) return spec('projected', true);
  if (volume.configMap !== undefined) return spec('configmap', true);
  if (volume.secret !== undefined) return spec('secret', true);
  if (volume.downwardAPI !== undefined) return spec('downward-api', true);
  if (volume.emptyDir !== undefined) return spec('empty-dir', false);
  if (volume.hostPath !== undefined) {
    return { plugin: 'kubernetes.io/host-path', path: volume.hostPath.path, readOnly: false };
  }
  return undefined;
}

export class VolumePlugins {
  readonly #objects: ObjectManager;
  readonly #tokens: TokenManager;

  constructor(objects: ObjectManager, tokens: TokenManager) {
    this.#objects = objects;
    this.#tokens = tokens;
  }

  /** Gathers what the volume holds and writes it. */
  *setUp(pod: Pod, volume: Volume): Process<Result<undefined, string>> {
    const { configMap, secret, projected } = volume;
    if (configMap !== undefined) {
      const { name, items, optional } = configMap;
      const found = yield* this.#object(pod, 'configmap', name, items, optional);
      if (!found.ok) return found;
    }
    if (secret !== undefined) {
      const { secretName, items, optional } = secret;
      const found = yield* this.#object(pod, 'secret', secretName, items, optional);
      if (!found.ok) return found;
    }
    for (const source of projected?.sources ?? []) {
      const { serviceAccountToken: token } = source;
      if (token !== undefined) {
        const seconds = token.expirationSeconds ?? defaultTokenSeconds;
        const got = yield* this.#tokens.getServiceAccountToken(pod, token.audience, seconds);
        if (!got.ok) return got;
      }
      const kind = source.configMap !== undefined ? 'configmap' : 'secret';
      const object = source.configMap ?? source.secret;
      if (object === undefined) continue;
      const found = yield* this.#object(pod, kind, object.name, object.items, object.optional);
      if (!found.ok) return found;
    }
    yield* sleep(setUpTime);
    return ok(undefined);
  }

  *#object(
    pod: Pod,
    kind: ObjectKind,
    name = '',
    items: readonly KeyToPath[] = [],
    optional = false,
  ): Process<Result<undefined, string>> {
    const { namespace } = pod.metadata;
    const found = yield* this.#objects.fetch(kind, namespace, name);
    if (!found.ok) {
      return optional && found.error.endsWith('not found') ? ok(undefined) : found;
    }
    const missing = items.find(({ key }) => !hasKey(found.value, key));
    if (missing === undefined || optional) return ok(undefined);
    return err(
      `references non-existent ${kind === 'secret' ? 'secret' : 'config'} key: ${missing.key}`,
    );
  }
}

const hasKey = (object: ConfigMap | Secret, key: string): boolean =>
  object.data?.[key] !== undefined ||
  (object.kind === 'ConfigMap' && object.binaryData?.[key] !== undefined);

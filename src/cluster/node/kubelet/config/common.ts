/**
 * A pod from a file, as the kubelet reads it.
 *
 * Models kubernetes/pkg/kubelet/config/common.go tryDecodeSinglePod and applyDefaults: the name
 * ends in the node's, the UID follows from the content, and the pod is bound to this node and
 * tolerates every NoExecute taint.
 */
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import type { Pod } from '#k8s.io/api/core/v1';
import { applyDefaults } from '#k8s.io/api/defaults/apply-defaults';
import {
  asObject,
  canonicalJson,
  isJsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { apiObjectReference } from '#k8s.io/component-helpers/core/api-object-reference';

export const configHashAnnotation = 'kubernetes.io/config.hash';
export const configSeenAnnotation = 'kubernetes.io/config.seen';
export const configSourceAnnotation = 'kubernetes.io/config.source';

const toleratesEverything = { operator: 'Exists', effect: 'NoExecute' } as const;

/** `where` is the file, which the UID depends on as well; `problemOf` validates the pod. */
export function staticPod(
  value: JsonValue,
  nodeName: string,
  where: string,
  problemOf: (pod: Pod) => string | undefined = () => undefined,
): Result<Pod, string> {
  if (!isJsonObject(value) || value['kind'] !== 'Pod' || value['apiVersion'] !== 'v1') {
    return err('invalid pod: the file holds no v1 Pod');
  }
  const { metadata, spec } = asObject<Partial<Pod>>(value);
  if (metadata?.name === undefined || spec?.containers === undefined) {
    return err('invalid pod: metadata.name and spec.containers are required');
  }
  const uid = metadata.uid ?? hashOf(`${canonicalJson(value)}host:${nodeName}file:${where}`);
  const { labels, annotations } = metadata;
  const pod = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: `${metadata.name}-${nodeName}`.toLowerCase(),
      namespace: metadata.namespace ?? 'default',
      uid,
      ...defined({ labels }),
      annotations: { ...annotations, [configHashAnnotation]: uid },
    },
    spec: {
      ...spec,
      nodeName,
      tolerations: [...(spec.tolerations ?? []), toleratesEverything],
    },
    status: { phase: 'Pending' },
  };
  return accepted(applyDefaults(asObject<Pod>(pod)), problemOf);
}

/** References to API objects are refused: the node may have to start without an API server. */
function accepted(pod: Pod, problemOf: (pod: Pod) => string | undefined): Result<Pod, string> {
  const problem = problemOf(pod);
  if (problem !== undefined) return err(`invalid pod: ${problem}`);
  const resource = apiObjectReference(pod);
  return resource === undefined ? ok(pod) : err(`static pods may not reference ${resource}`);
}

/** 32 hexadecimal digits, as the MD5 that upstream takes has. */
const hashOf = (text: string): string => toHex(sha256(encodeUtf8(text))).slice(0, 32);

/**
 * Whether the pod came from a file, by its source annotation. Source: kubelet/types IsStaticPod.
 */
export function isStaticPod({ metadata }: Pod): boolean {
  const source = metadata.annotations?.[configSourceAnnotation];
  return source !== undefined && source !== 'api';
}

/**
 * What changes between the object as it is sent and as it is stored, beyond defaults.
 *
 * Models the conversion functions of kubernetes/pkg/apis/core/v1 conversion.go. Every kind here is
 * stored in the version it is sent in, so only write-only and deprecated fields convert.
 * In: a decoded object. Out: the object to store, the very same value for most kinds.
 */
import { base64OfText } from '#base/base64';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../apps/v1.ts';
import type { Pod, PodSpec, Secret } from '../core/v1.ts';
import { change } from '../defaults/fill.ts';

/** Source: runtime Scheme.Convert, to the hub and back. */
export function toStorage<T extends KubeObject | New<KubeObject>>(object: T): T {
  const converter = converters.get(`${object.apiVersion}/${object.kind}`);
  // The table pairs every kind with the function for its type.
  return converter === undefined ? object : (converter(object as never) as T);
}

/** Texts are stored as data; a key in both takes the text. */
function convertSecret(secret: Secret): Secret {
  const { stringData, ...rest } = secret;
  if (stringData === undefined) return secret;
  const encoded = Object.entries(stringData).map(([key, text]) => [key, base64OfText(text)]);
  return { ...rest, data: { ...secret.data, ...Object.fromEntries(encoded) } };
}

/** The deprecated name of the service account follows the current one, or gives it. */
function convertPodSpec(spec: PodSpec): PodSpec {
  const name = spec.serviceAccountName || spec.serviceAccount;
  if (!name || (name === spec.serviceAccountName && name === spec.serviceAccount)) return spec;
  return { ...spec, serviceAccountName: name, serviceAccount: name };
}

const convertPod = (pod: Pod): Pod => change(pod, 'spec', convertPodSpec);

type Workload = Deployment | ReplicaSet | DaemonSet | StatefulSet;

function convertWorkload(workload: Workload): Workload {
  const before = workload.spec.template;
  const template = before && change(before, 'spec', convertPodSpec);
  if (template === before) return workload;
  return { ...workload, spec: { ...workload.spec, template } } as Workload;
}

const converters: ReadonlyMap<string, (object: never) => object> = new Map<
  string,
  (object: never) => object
>([
  ['v1/Secret', convertSecret],
  ['v1/Pod', convertPod],
  ['apps/v1/Deployment', convertWorkload],
  ['apps/v1/ReplicaSet', convertWorkload],
  ['apps/v1/DaemonSet', convertWorkload],
  ['apps/v1/StatefulSet', convertWorkload],
]);

/**
 * What changes between the object as it is sent and as it is stored, beyond defaults.
 *
 * Models the conversion functions of kubernetes/pkg/apis/core/v1 conversion.go. Every kind here is
 * stored in the version it is sent in, so only write-only and deprecated fields convert.
 * In: a decoded object. Out: the object to store, the very same value for most kinds.
 */
import { base64OfText } from '#base/base64';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { CronJob } from './batch/v1.ts';
import type { Pod, PodSpec, Secret } from './core/v1.ts';
import { change } from './defaults/fill.ts';

/** Source: runtime Scheme.Convert, to the hub and back. */
export function toStorage<T extends KubeObject | New<KubeObject>>(object: T): T {
  const converter = converters.get(object.kind);
  // The table pairs every kind with the function for its type.
  return converter?.apiVersion === object.apiVersion
    ? (converter.of(object as never) as T)
    : object;
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

interface WithTemplate {
  readonly spec?: { readonly template?: { readonly spec?: PodSpec } };
}

/** Every kind that holds a template of pods in its spec. */
function convertWorkload<T extends WithTemplate>(workload: T): T {
  const before = workload.spec?.template;
  const template = before && change(before, 'spec', convertPodSpec);
  return template === before ? workload : { ...workload, spec: { ...workload.spec, template } };
}

const convertCronJob = (cronJob: CronJob): CronJob =>
  change(cronJob, 'spec', (spec) => change(spec, 'jobTemplate', convertWorkload));

interface Converter {
  readonly apiVersion: string;
  readonly of: (object: never) => object;
}

const workload = (apiVersion: string): Converter => ({ apiVersion, of: convertWorkload });

const converters: ReadonlyMap<string, Converter> = new Map([
  ['Secret', { apiVersion: 'v1', of: convertSecret }],
  ['Pod', { apiVersion: 'v1', of: convertPod }],
  ['ReplicationController', workload('v1')],
  ['Deployment', workload('apps/v1')],
  ['ReplicaSet', workload('apps/v1')],
  ['DaemonSet', workload('apps/v1')],
  ['StatefulSet', workload('apps/v1')],
  ['Job', workload('batch/v1')],
  ['CronJob', { apiVersion: 'batch/v1', of: convertCronJob }],
]);

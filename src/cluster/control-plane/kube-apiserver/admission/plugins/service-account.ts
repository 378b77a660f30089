/**
 * Gives a pod its service account and the volume with that account's token.
 * Source: kubernetes plugin/pkg/admission/serviceaccount/admission.go.
 */

import { defined } from '#base/defined';
import { ms } from '#base/sim-time';
import type {
  Container,
  Pod,
  PodSpec,
  ProjectedVolumeSource,
  ServiceAccount,
  Volume,
} from '#k8s.io/api/core/v1';
import { generateName } from '#k8s.io/apimachinery/rand';
import { isMirrorPod } from '#k8s.io/component-helpers/core/mirror-pod';
import { type Process, sleep } from '#sim/simulation';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  deny,
  handlesResource,
  unchanged,
} from '../admission.ts';

const defaultAccount = 'default';
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
const volumePrefix = 'kube-api-access-';
/** The requested lifetime of a projected token, in seconds. */
const tokenExpirationSeconds = 3607;
const retries = 10;
const leastRetryWait = ms(100);

export function serviceAccount(environment: AdmissionEnvironment): AdmissionPlugin {
  return {
    name: 'ServiceAccount',
    enabled: true,
    handles: handlesResource(['CREATE'], 'pods'),
    *admit(attributes) {
      const pod = attributes.object as Pod;
      // A mirror pod shows what already runs; it has no access to the API.
      if (isMirrorPod(pod)) return unchanged(pod);
      const { namespace } = attributes.request;
      const name = pod.spec.serviceAccountName || defaultAccount;
      const account = yield* find(environment, namespace, name);
      if (account === undefined) {
        return deny(
          attributes,
          `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`,
        );
      }
      const named: PodSpec = { ...pod.spec, serviceAccountName: name, serviceAccount: name };
      const mounts = named.automountServiceAccountToken ?? account.automountServiceAccountToken;
      const spec = withPullSecrets(
        mounts === false ? named : withToken(environment, named),
        account,
      );
      return changed({ ...pod, spec }, `service account ${namespace}/${name}`);
    },
  };
}

/** The default account of a new namespace may not exist yet: the plugin waits for it. */
function* find(
  environment: AdmissionEnvironment,
  namespace: string,
  name: string,
): Process<ServiceAccount | undefined> {
  const accounts = environment.cache(wellKnown.serviceAccounts);
  const key = `${namespace}/${name}`;
  const attempts = name === defaultAccount ? retries : 1;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) yield* sleep(leastRetryWait + environment.prng.nextInt(leastRetryWait));
    const known =
      accounts.get(key) ?? (yield* environment.live(wellKnown.serviceAccounts, namespace, name));
    if (known !== undefined) return known as ServiceAccount;
  }
  return undefined;
}

/** Mounts the token in every container that has no volume of its own at that path. */
function withToken({ prng }: AdmissionEnvironment, spec: PodSpec): PodSpec {
  const present = (spec.volumes ?? []).find(({ name }) => name.startsWith(volumePrefix));
  const name = present?.name ?? generateName(prng, volumePrefix);
  let mounted = false;
  const mount = (container: Container): Container => {
    const mounts = container.volumeMounts ?? [];
    if (mounts.some((each) => each.mountPath === mountPath)) return container;
    mounted = true;
    return { ...container, volumeMounts: [...mounts, { name, readOnly: true, mountPath }] };
  };
  const containers = spec.containers.map(mount);
  const initContainers = spec.initContainers?.map(mount);
  if (!mounted) return spec;
  return {
    ...spec,
    ...(present === undefined && { volumes: [...(spec.volumes ?? []), tokenVolume(name)] }),
    ...defined({ initContainers }),
    containers,
  };
}

/** The same source for every pod: token, root certificate, namespace. Source: TokenVolumeSource. */
const tokenSource: ProjectedVolumeSource = {
  sources: [
    { serviceAccountToken: { expirationSeconds: tokenExpirationSeconds, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: {
        items: [
          { path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } },
        ],
      },
    },
  ],
  defaultMode: 420,
};

const tokenVolume = (name: string): Volume => ({ name, projected: tokenSource });

function withPullSecrets(spec: PodSpec, { imagePullSecrets }: ServiceAccount): PodSpec {
  const none = imagePullSecrets === undefined || imagePullSecrets.length === 0;
  if (none || (spec.imagePullSecrets ?? []).length > 0) return spec;
  return { ...spec, imagePullSecrets };
}

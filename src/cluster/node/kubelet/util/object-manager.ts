/**
 * ConfigMaps and Secrets that pods of this node refer to, each kept by its own watch.
 *
 * Models kubernetes/pkg/kubelet/util/manager watch_based_manager.go behind the configMapManager and
 * the secretManager: a reflector with `metadata.name=…` runs while some pod refers to the object.
 */
import { err, ok, type Result } from '#base/result';
import { second } from '#base/sim-time';
import type { ConfigMap, Pod, Secret } from '#k8s.io/api/core/v1';
import { configMaps, secrets } from '#k8s.io/client-go/rest/resource';
import { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Process } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { KubeletContext } from '../kubelet-context.ts';

export type ObjectKind = 'configmap' | 'secret';

interface Watched {
  readonly informer: SharedInformer<ConfigMap | Secret>;
  readonly task: Task;
  references: number;
}

const syncTimeout = second;

export class ObjectManager {
  readonly #context: KubeletContext;
  readonly #watched = new Map<string, Watched>();
  readonly #pods = new Map<string, readonly string[]>();

  constructor(context: KubeletContext) {
    this.#context = context;
  }

  /** Returns how many objects the pod refers to, 0 when it is registered already. */
  register(pod: Pod): number {
    const { uid } = pod.metadata;
    if (this.#pods.has(uid)) return 0;
    const keys = referencedObjects(pod);
    this.#pods.set(uid, keys);
    for (const key of keys) this.#acquire(key);
    return keys.length;
  }

  unregister(pod: Pod): void {
    const { uid } = pod.metadata;
    for (const key of this.#pods.get(uid) ?? []) this.#release(key);
    this.#pods.delete(uid);
  }

  configMap(namespace: string, name: string): ConfigMap | undefined {
    return this.#get<ConfigMap>('configmap', namespace, name);
  }

  secret(namespace: string, name: string): Secret | undefined {
    return this.#get<Secret>('secret', namespace, name);
  }

  /** The object once its watch is in sync. The error is the text of a mount failure. */
  *fetch(
    kind: ObjectKind,
    namespace: string,
    name: string,
  ): Process<Result<ConfigMap | Secret, string>> {
    const watched = this.#watched.get(`${kind}/${namespace}/${name}`);
    if (watched === undefined) return err(`object "${namespace}"/"${name}" not registered`);
    if (!(yield* this.#waitForSync(watched))) {
      return err(`failed to sync ${kind} cache: timed out waiting for the condition`);
    }
    const object = watched.informer.lister.get(`${namespace}/${name}`);
    return object === undefined ? err(`${kind} "${name}" not found`) : ok(object);
  }

  /** Waits for the objects that the environment of the pod needs. */
  *waitForPod(pod: Pod): Process {
    for (const key of this.#pods.get(pod.metadata.uid) ?? []) {
      const watched = this.#watched.get(key);
      if (watched !== undefined) yield* this.#waitForSync(watched);
    }
  }

  *#waitForSync({ informer }: Watched): Process<boolean> {
    const { sim } = this.#context;
    yield* sim.asideProcess(informer.waitForSync(syncTimeout));
    return informer.synced;
  }

  #get<T>(kind: ObjectKind, namespace: string, name: string): T | undefined {
    const watched = this.#watched.get(`${kind}/${namespace}/${name}`);
    return watched?.informer.lister.get(`${namespace}/${name}`) as T | undefined;
  }

  #acquire(key: string): void {
    const known = this.#watched.get(key);
    if (known !== undefined) {
      known.references++;
      return;
    }
    const { sim, tracer, client, prng } = this.#context;
    const [kind, namespace = '', name = ''] = key.split('/');
    const informer = new SharedInformer<ConfigMap | Secret>(
      sim,
      tracer,
      client,
      prng.fork(`object/${key}`),
      {
        resource: kind === 'configmap' ? configMaps : secrets,
        namespace,
        fieldSelector: `metadata.name=${name}`,
      },
    );
    const task = sim.spawn(`reflector ${key}`, informer.run());
    this.#watched.set(key, { informer, task: task as Task, references: 1 });
  }

  #release(key: string): void {
    const watched = this.#watched.get(key);
    if (watched === undefined || --watched.references > 0) return;
    this.#watched.delete(key);
    watched.task.cancel();
  }
}

/** `kind/namespace/name` of every object the pod names. Source: VisitPodConfigmapNames and kin. */
function referencedObjects(pod: Pod): readonly string[] {
  const keys = new Set<string>();
  const add = (kind: ObjectKind, name: string | undefined) => {
    if (name !== undefined && name !== '') keys.add(`${kind}/${pod.metadata.namespace}/${name}`);
  };
  const { spec } = pod;
  for (const { name } of spec.imagePullSecrets ?? []) add('secret', name);
  const containers = [
    ...(spec.initContainers ?? []),
    ...spec.containers,
    ...(spec.ephemeralContainers ?? []),
  ];
  for (const { envFrom = [], env = [] } of containers) {
    for (const { configMapRef, secretRef } of envFrom) {
      add('configmap', configMapRef?.name);
      add('secret', secretRef?.name);
    }
    for (const { valueFrom } of env) {
      add('configmap', valueFrom?.configMapKeyRef?.name);
      add('secret', valueFrom?.secretKeyRef?.name);
    }
  }
  for (const { configMap, secret, projected } of spec.volumes ?? []) {
    add('configmap', configMap?.name);
    add('secret', secret?.secretName);
    for (const source of projected?.sources ?? []) {
      add('configmap', source.configMap?.name);
      add('secret', source.secret?.name);
    }
  }
  return [...keys];
}

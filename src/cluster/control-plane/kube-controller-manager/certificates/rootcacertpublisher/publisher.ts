/**
 * Writes the certificate of the cluster's authority into every namespace, for pods to mount. Models
 * kubernetes/pkg/controller/certificates/rootcacertpublisher/publisher.go.
 */
import type { Environment } from '#cluster/environment';
import type { ConfigMap, Namespace } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { configMaps, namespaces } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  workQueue,
} from '../../app/controller-context.ts';
import { rootCertificate } from '../../app/root-certificate.ts';
import { isNamespaceTerminating } from '../../controller/pod-control.ts';
import {
  apiError,
  type SyncResult,
  startWorkers,
  waitForCaches,
} from '../../controller/workers.ts';

const name = 'root-ca-certificate-publisher-controller';
const workers = 1;
const configMapName = 'kube-root-ca.crt';
const annotations = {
  'kubernetes.io/description':
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal ' +
    'endpoints such as the internal service IP or kubernetes.default.svc. No other usage is ' +
    'guaranteed across distributions of Kubernetes clusters.',
};

export const rootCaCertPublisher = controllerDescriptor(
  name,
  (context, client) => new Publisher(context, client),
  { serviceAccount: 'root-ca-cert-publisher' },
);

class Publisher implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #configMaps: SharedInformer<ConfigMap>;
  readonly #namespaces: SharedInformer<Namespace>;
  readonly #queue: RateLimitingQueue;
  readonly #data: Readonly<Record<string, string>>;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#data = { 'ca.crt': rootCertificate(context) };
    this.#queue = workQueue(context, name, 'root_ca_cert_publisher_configmap');
    this.#configMaps = context.informers.forResource<ConfigMap>(configMaps);
    this.#namespaces = context.informers.forResource<Namespace>(namespaces);
    const enqueueOwn = ({ metadata }: ConfigMap): void => {
      if (metadata.name === configMapName) this.#queue.add(metadata.namespace);
    };
    this.#configMaps.addEventHandler({
      onUpdate: (_old, configMap) => enqueueOwn(configMap),
      onDelete: enqueueOwn,
    });
    const enqueue = ({ metadata, status }: Namespace): void => {
      if (status?.phase === 'Active') this.#queue.add(metadata.name);
    };
    this.#namespaces.addEventHandler({ onAdd: enqueue, onUpdate: (_old, one) => enqueue(one) });
  }

  *run(): Process {
    yield* waitForCaches(this.#configMaps, this.#namespaces);
    startWorkers(this.#env, this.#queue, (key) => this.#syncNamespace(key), { workers });
  }

  *#syncNamespace(namespace: string): Process<SyncResult> {
    const existing = this.#configMaps.lister.get(`${namespace}/${configMapName}`);
    if (existing === undefined) {
      const metadata = { name: configMapName, annotations };
      const body = { kind: 'ConfigMap', apiVersion: 'v1', metadata, data: this.#data };
      const answer = yield* this.#client.create(configMaps, body, { namespace });
      if (answer.ok || isNotFound(answer.error)) return undefined;
      return isNamespaceTerminating(answer.error) ? undefined : apiError(answer.error);
    }
    const isDescribed = existing.metadata.annotations?.['kubernetes.io/description'] !== undefined;
    if (deepEqual(existing.data, this.#data) && isDescribed) return undefined;
    const body: ConfigMap = {
      ...existing,
      metadata: {
        ...existing.metadata,
        annotations: { ...existing.metadata.annotations, ...annotations },
      },
      data: this.#data,
    };
    const target = { namespace, name: configMapName };
    const answer = yield* this.#client.update<ConfigMap>(configMaps, body, target);
    return answer.ok ? undefined : apiError(answer.error);
  }
}

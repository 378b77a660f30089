/**
 * Puts the certificate authority of the API server into every namespace, for pods to mount.
 *
 * Models kubernetes/pkg/controller/certificates/rootcacertpublisher/publisher.go. In: namespaces
 * and config maps from the shared informers. Out: the ConfigMap `kube-root-ca.crt`.
 */
import type { ConfigMap, Namespace } from '#k8s.io/api/core/v1';
import { isAlreadyExists } from '#k8s.io/apimachinery/errors';
import { configMaps, namespaces } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  componentOf,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers } from '../controller/workers.ts';

const name = 'root-ca-certificate-publisher-controller';
const configMapName = 'kube-root-ca.crt';
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** Stands where the bytes of a certificate would: nothing here does real cryptography. */
const certificateAuthority =
  '-----BEGIN CERTIFICATE-----\nc2ltdWxhdGVkIGt1YmVybmV0ZXMtY2E=\n-----END CERTIFICATE-----\n';

export const rootCaCertificatePublisher: ControllerDescriptor = {
  name,
  *build(context) {
    const options = { controller: name, serviceAccount: 'root-ca-cert-publisher' };
    const client = yield* context.clients.client(options);
    return new Publisher(context, client);
  },
};

class Publisher implements Controller {
  readonly #context: ControllerContext;
  readonly #client: RestClient;
  readonly #queue;
  readonly #namespaces;
  readonly #configMaps;

  constructor(context: ControllerContext, client: RestClient) {
    this.#context = context;
    this.#client = client;
    this.#queue = workQueue(context, name, 'root_ca_cert_publisher');
    this.#namespaces = context.informers.forResource<Namespace>(namespaces);
    this.#configMaps = context.informers.forResource<ConfigMap>(configMaps);
    this.#namespaces.addEventHandler({
      onAdd: ({ metadata }) => this.#queue.add(metadata.name),
      onUpdate: (_, { metadata }) => this.#queue.add(metadata.name),
    });
    this.#configMaps.addEventHandler({
      onUpdate: (_, configMap) => this.#enqueue(configMap),
      onDelete: (configMap) => this.#enqueue(configMap),
    });
  }

  *run(): Process {
    yield* this.#namespaces.waitForSync();
    yield* this.#configMaps.waitForSync();
    startWorkers(this.#context.env, {
      component: componentOf(name),
      queue: this.#queue,
      workers: 1,
      sync: (key) => this.#sync(key),
    });
  }

  #enqueue({ metadata }: ConfigMap): void {
    if (metadata.name === configMapName) this.#queue.add(metadata.namespace);
  }

  *#sync(namespace: string): Process<SyncResult> {
    const found = this.#namespaces.lister.get(namespace);
    if (found === undefined || found.status?.phase === 'Terminating') return undefined;
    const current = this.#configMaps.lister.get(`${namespace}/${configMapName}`);
    if (current === undefined) return yield* this.#create(namespace);
    const { data, metadata } = current;
    const told = metadata.annotations?.['kubernetes.io/description'] === description;
    if (data?.['ca.crt'] === certificateAuthority && told) return undefined;
    const repaired = { ...current, data: { 'ca.crt': certificateAuthority } };
    const target = { namespace, name: configMapName };
    const updated = yield* this.#client.update(configMaps, repaired, target);
    return updated.ok ? undefined : apiError(updated.error);
  }

  *#create(namespace: string): Process<SyncResult> {
    const configMap = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: configMapName,
        annotations: { 'kubernetes.io/description': description },
      },
      data: { 'ca.crt': certificateAuthority },
    };
    const created = yield* this.#client.create(configMaps, configMap, { namespace });
    if (created.ok || isAlreadyExists(created.error)) return undefined;
    return apiError(created.error);
  }
}

/**
 * Publishes the authority behind the API server's own certificate as a ClusterTrustBundle of the
 * signer `kubernetes.io/kube-apiserver-serving`; its name has the hash of what it holds. Other
 * bundles of that signer are deleted.
 *
 * Models kubernetes/pkg/controller/certificates/clustertrustbundlepublisher/publisher.go. In: the
 * certificate in --root-ca-file. Out: one bundle. The file does not change while the process runs.
 */
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import type { Environment } from '#cluster/environment';
import type { ClusterTrustBundle } from '#k8s.io/api/certificates/v1beta1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { clusterTrustBundles } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  workQueue,
} from '../../app/controller-context.ts';
import { rootCertificate } from '../../app/root-certificate.ts';
import {
  apiError,
  type SyncResult,
  startWorkers,
  waitForCaches,
} from '../../controller/workers.ts';

const name = 'kube-apiserver-serving-clustertrustbundle-publisher-controller';
const signerName = 'kubernetes.io/kube-apiserver-serving';

export const clusterTrustBundlePublisher = controllerDescriptor(
  name,
  (context, client) => new Publisher(context, client),
  { serviceAccount: 'kube-apiserver-serving-clustertrustbundle-publisher' },
);

/** Source: constructBundleName: the first twelve bytes of the hash. */
const bundleName = (bundle: string): string =>
  `${signerName.replaceAll('/', ':')}:${toHex(sha256(encodeUtf8(bundle))).slice(0, 24)}`;

class Publisher implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #bundles: SharedInformer<ClusterTrustBundle>;
  readonly #queue: RateLimitingQueue;
  readonly #bundle: string;

  constructor(context: ControllerContext, client: RestClient) {
    const { sim, tracer, prng } = context.env;
    this.#env = context.env;
    this.#client = client;
    this.#bundle = rootCertificate(context);
    this.#queue = workQueue(context, name, 'ca_cert_publisher_cluster_trust_bundles');
    this.#bundles = new SharedInformer(sim, tracer, client, prng.fork(name), {
      resource: clusterTrustBundles,
      fieldSelector: `spec.signerName=${signerName}`,
    });
    // One key for all: each sync looks at every bundle of the signer.
    const enqueue = (): void => this.#queue.add('');
    this.#bundles.addEventHandler({ onAdd: enqueue, onUpdate: enqueue, onDelete: enqueue });
  }

  *run(): Process {
    this.#env.sim.spawn(`${name} reflector`, this.#bundles.run());
    yield* waitForCaches(this.#bundles);
    this.#queue.add('');
    startWorkers(this.#env, this.#queue, () => this.#sync(), { workers: 1 });
  }

  /** Source: syncClusterTrustBundle. */
  *#sync(): Process<SyncResult> {
    const own = bundleName(this.#bundle);
    const published = yield* this.#publish(own);
    if (published !== undefined) return published;
    let failed: SyncResult;
    for (const { metadata } of this.#env.sim.inTurn(this.#bundles.lister.list())) {
      if (metadata.name === own) continue;
      const answer = yield* this.#client.delete(clusterTrustBundles, { name: metadata.name });
      if (!answer.ok && !isNotFound(answer.error)) failed = apiError(answer.error);
    }
    return failed;
  }

  *#publish(own: string): Process<SyncResult> {
    const known = this.#bundles.lister.get(own);
    const spec = { signerName, trustBundle: this.#bundle };
    if (known === undefined) {
      const { group, version, kind } = clusterTrustBundles;
      const body = { apiVersion: `${group}/${version}`, kind, metadata: { name: own }, spec };
      const answer = yield* this.#client.create(clusterTrustBundles, body);
      return answer.ok ? undefined : apiError(answer.error);
    }
    if (known.spec.trustBundle === this.#bundle) return undefined;
    const body: ClusterTrustBundle = { ...known, spec: { ...known.spec, ...spec } };
    const answer = yield* this.#client.update(clusterTrustBundles, body, { name: own });
    return answer.ok ? undefined : apiError(answer.error);
  }
}

/**
 * Gives projected volumes the trust anchors of ClusterTrustBundles.
 *
 * Models kubernetes/pkg/kubelet/clustertrustbundle clustertrustbundle_manager.go: nothing is
 * watched until a volume asks; then discovery says whether the API is served, and one informer
 * keeps all bundles. In: a source of a projected volume. Out: PEM, each anchor once, in an order
 * that is made anew when the kubelet starts. The bundles are read at each set-up: there is no cache
 * of the PEM.
 */

import { encodePem, pemBlocks } from '#base/pem';
import { err, ok, type Result } from '#base/result';
import { second } from '#base/sim-time';
import type { ClusterTrustBundle } from '#k8s.io/api/certificates/v1beta1';
import type { ClusterTrustBundleProjection } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import { clusterTrustBundles } from '#k8s.io/client-go/rest/resource';
import { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Process } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';
import type { TrustAnchors } from './trust-anchors.ts';

type Informer = SharedInformer<ClusterTrustBundle>;

const syncTimeout = 10 * second;
const notServed = 'ClusterTrustBundle projection is not supported in static kubelet mode';
const groupVersion = `${clusterTrustBundles.group}/${clusterTrustBundles.version}`;

export class ClusterTrustBundleManager implements TrustAnchors {
  readonly #context: KubeletContext;
  /** `undefined`: nobody asked yet; `'none'`: the API is not served. */
  #informer: Informer | 'none' | undefined;

  constructor(context: KubeletContext) {
    this.#context = context;
  }

  /** Sources: projected.go collectData, GetTrustAnchorsByName, GetTrustAnchorsBySigner. */
  *of(source: ClusterTrustBundleProjection): Process<Result<string, string>> {
    const ready = yield* this.#ready();
    if (!ready.ok) return ready;
    const { name, signerName, optional = false } = source;
    const found = selected(ready.value, source);
    if (found.length > 0) return ok(this.#pem(name ?? `${signerName}`, found));
    if (optional) return ok('');
    const resource = 'clustertrustbundle.certificates.k8s.io';
    return err(
      name === undefined
        ? 'combination of signerName and labelSelector matched zero ClusterTrustBundles'
        : `while getting ClusterTrustBundle: ${resource} "${name}" not found`,
    );
  }

  sources(source: ClusterTrustBundleProjection): readonly unknown[] {
    const informer = this.#informer;
    return informer === undefined || informer === 'none' ? [] : selected(informer, source);
  }

  /** Source: LazyInformerManager.ensureManagerSet. */
  *#ready(): Process<Result<Informer, string>> {
    const { sim, tracer, client, prng } = this.#context;
    if (this.#informer === undefined) {
      const served = yield* this.#isServed();
      if (!served.ok) return served;
      // Several volumes may have asked at the same time.
      if (this.#informer === undefined) {
        if (!served.value) this.#informer = 'none';
        else {
          const chance = prng.fork('clustertrustbundle');
          const options = { resource: clusterTrustBundles };
          this.#informer = new SharedInformer(sim, tracer, client, chance, options);
          sim.spawn('reflector clustertrustbundles', this.#informer.run());
        }
      }
    }
    const informer = this.#informer as Informer | 'none';
    if (informer === 'none') return err(notServed);
    yield* sim.asideProcess(informer.waitForSync(syncTimeout));
    return informer.synced ? ok(informer) : err('ClusterTrustBundle informer has not yet synced');
  }

  /** Source: clusterTrustBundlesAvailable. */
  *#isServed(): Process<Result<boolean, string>> {
    const path = `/apis/${groupVersion}`;
    const ref = { resource: '', namespace: '', name: '' };
    const answer = yield* this.#context.client.send({ method: 'GET', path, ref });
    if (!answer.ok) {
      if (isNotFound(answer.error)) return ok(false);
      const why = 'failed to determine which informer manager to choose';
      const what = 'failed to ensure informer manager for ClusterTrustBundles';
      return err(`${what}: ${why}: ${answer.error.message}`);
    }
    const { resources = [] } = answer.value.body as {
      readonly resources?: readonly { readonly name: string }[];
    };
    return ok(resources.some(({ name }) => name === clusterTrustBundles.resource));
  }

  /** Source: normalizeTrustAnchors, which shuffles. */
  #pem(seed: string, bundles: readonly ClusterTrustBundle[]): string {
    const anchors = new Map<string, Uint8Array>();
    for (const { spec } of bundles) {
      for (const { bytes } of pemBlocks(spec.trustBundle)) anchors.set(bytes.join(), bytes);
    }
    const list = [...anchors].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes);
    const prng = this.#context.prng.fork(`trust anchors ${seed}`);
    for (let i = list.length - 1; i > 0; i--) {
      const j = prng.nextInt(i + 1);
      const [a, b] = [list[i], list[j]];
      if (a === undefined || b === undefined) continue;
      list[i] = b;
      list[j] = a;
    }
    return list.map((bytes) => encodePem('CERTIFICATE', bytes)).join('');
  }
}

/** The bundles that a source means, in the order of their names. */
function selected(
  { lister }: Informer,
  { name, signerName, labelSelector }: ClusterTrustBundleProjection,
): readonly ClusterTrustBundle[] {
  if (name !== undefined) {
    const one = lister.get(name);
    return one === undefined ? [] : [one];
  }
  return lister
    .list()
    .filter(({ spec }) => (spec.signerName ?? '') === signerName)
    .filter(({ metadata }) => matchLabelSelector(labelSelector, metadata.labels))
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

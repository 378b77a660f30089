/**
 * The node's heartbeat: a Lease renewed every ten seconds.
 * Models k8s.io/component-helpers/apimachinery/lease/controller.go as the kubelet sets it up.
 */
import { type Duration, ms, rfc3339Micro, second } from '#base/sim-time';
import type { Lease } from '#k8s.io/api/coordination/v1';
import { leases } from '#k8s.io/client-go/rest/resource';
import { type Process, sleep } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';

const namespace = 'kube-node-lease';
const leaseDurationSeconds = 40;
const renewInterval: Duration = (leaseDurationSeconds * second) / 4;
const jitter = 0.04;
const firstRetry: Duration = ms(100);
const maxRetry: Duration = 7 * second;
const maxUpdateRetries = 5;

export class NodeLeaseController {
  readonly #context: KubeletContext;
  #latest: Lease | undefined;

  constructor(context: KubeletContext) {
    this.#context = context;
  }

  *run(): Process {
    const { tracer, component, prng } = this.#context;
    for (;;) {
      yield* this.#sync();
      yield* sleep(renewInterval + Math.floor(prng.nextFloat() * jitter * renewInterval));
      tracer.timer(component, 'node-lease');
    }
  }

  /** Renews the cached lease; if that fails, it reads the lease first. */
  *#sync(): Process {
    if (this.#latest !== undefined && (yield* this.#update(this.#latest))) return;
    let delay = firstRetry;
    for (;;) {
      const lease = yield* this.#ensure();
      if (lease === 'created') return;
      if (lease !== undefined) {
        for (let tries = 0; tries < maxUpdateRetries; tries++) {
          if (yield* this.#update(lease)) return;
        }
        return;
      }
      yield* sleep(delay);
      delay = Math.min(delay * 2, maxRetry);
    }
  }

  /** Source: ensureLease. */
  *#ensure(): Process<Lease | 'created' | undefined> {
    const { client, node, nodeObject } = this.#context;
    const found = yield* client.get<Lease>(leases, { namespace, name: node.name });
    if (found.ok) return found.value;
    if (found.error.code !== 404) return undefined;
    const owner = nodeObject();
    // Without its node the lease would have no owner; it is tried again.
    if (owner === undefined) return undefined;
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'Node', name: owner.metadata.name, uid: owner.metadata.uid },
    ];
    const body = {
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
      metadata: { name: node.name, namespace, ownerReferences },
      spec: this.#spec(),
    };
    const created = yield* client.create<Lease>(leases, body, { namespace });
    if (!created.ok) return undefined;
    this.#latest = created.value;
    return 'created';
  }

  *#update(lease: Lease): Process<boolean> {
    const { client } = this.#context;
    const renewed = { ...lease, spec: { ...lease.spec, ...this.#spec() } };
    const { name } = lease.metadata;
    const answer = yield* client.update<Lease>(leases, renewed, { namespace, name });
    this.#latest = answer.ok ? answer.value : undefined;
    return answer.ok;
  }

  #spec() {
    const { node, wall } = this.#context;
    return {
      holderIdentity: node.name,
      leaseDurationSeconds,
      renewTime: rfc3339Micro(wall()),
    };
  }
}

/** Sends the manifests of add-ons to the API server, as `kubeadm init` does at its end. */
import { type Duration, seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { type Process, sleep } from '#sim/simulation';
import type { Manifest } from './manifest.ts';

const component = 'kubeadm';
const retryAfter: Duration = seconds(0.5);
const tries = 40;

export class KubeadmAddons {
  readonly #env: Environment;
  readonly #rest: RestConfig;
  readonly #manifests: readonly Manifest[];

  constructor(env: Environment, rest: RestConfig, manifests: readonly Manifest[]) {
    this.#env = env;
    this.#rest = rest;
    this.#manifests = manifests;
  }

  /** Retries while the API server is not reachable; existing objects stay as they are. */
  *run(): Process {
    const { sim, tracer } = this.#env;
    tracer.emitRoot({
      type: 'ComponentStarted',
      component,
      version: 'v1.36.3',
      flags: ['init', 'phase', 'addon', 'coredns'],
    });
    const client = new RestClient(sim, tracer, { ...this.#rest, component });
    for (const { resource, namespace, object } of sim.each(this.#manifests)) {
      for (let left = tries; left > 0; left--) {
        const create = client.create(resource, object, { namespace });
        const answer = yield* sim.asideProcess(create);
        if (answer.ok || (answer.error.code ?? 0) === 409) break;
        yield* sleep(retryAfter);
      }
    }
  }
}

/**
 * One informer for each resource of a process, made when first asked for.
 * Models k8s.io/client-go informers SharedInformerFactory.
 */
import type { Prng } from '#base/prng';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process, Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import { groupResource, type Resource } from '../../rest/resource.ts';
import type { RestClient } from '../../rest/rest-client.ts';
import { type InformerOptions, SharedInformer } from './shared-informer.ts';

interface Entry {
  /** Only the callers know the kind of its objects. */
  readonly informer: Pick<SharedInformer, 'run' | 'waitForSync'>;
  started: boolean;
}

export class SharedInformerFactory {
  readonly #sim: Simulation;
  readonly #tracer: Tracer;
  readonly #client: RestClient;
  readonly #prng: Prng;
  readonly #informers = new Map<string, Entry>();

  constructor(sim: Simulation, tracer: Tracer, client: RestClient, prng: Prng) {
    this.#sim = sim;
    this.#tracer = tracer;
    this.#client = client;
    this.#prng = prng;
  }

  /** The informer of a resource; options other than the resource count on the first call. */
  forResource<T extends KubeObject>(
    resource: Resource,
    options: Omit<InformerOptions, 'resource'> = {},
  ): SharedInformer<T> {
    const name = groupResource(resource);
    let entry = this.#informers.get(name);
    if (entry === undefined) {
      const prng = this.#prng.fork(`informer/${name}`);
      const all = { ...options, resource };
      const informer = new SharedInformer(this.#sim, this.#tracer, this.#client, prng, all);
      entry = { informer, started: false };
      this.#informers.set(name, entry);
    }
    return entry.informer as SharedInformer<T>;
  }

  /** Starts the reflectors of every informer that was asked for and does not run yet. */
  start(): void {
    for (const [name, entry] of this.#informers) {
      if (entry.started) continue;
      entry.started = true;
      this.#sim.spawn(`reflector ${name}`, entry.informer.run());
    }
  }

  *waitForCacheSync(): Process {
    for (const { informer } of this.#informers.values()) yield* informer.waitForSync();
  }
}

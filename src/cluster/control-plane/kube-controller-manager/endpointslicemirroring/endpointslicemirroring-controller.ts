/**
 * Mirrors the Endpoints of a Service without a selector to EndpointSlices.
 *
 * Models kubernetes/pkg/controller/endpointslicemirroring. In: Endpoints, Services and the slices
 * that it created. Out: those slices. The account's client is built when there is something to
 * mirror for the first time: until then this controller sends nothing to the API server.
 */
import { second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Endpoints, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { endpointSlices, endpoints, services } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  workQueue,
} from '../app/controller-context.ts';
import { isNamespaceTerminating } from '../controller/pod-control.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { managedByLabel, serviceNameLabel } from '../endpointslice/reconciler.ts';
import { managedBy, planMirror } from './mirrored-slices.ts';

const name = 'endpointslice-mirroring-controller';
const serviceAccount = 'endpointslicemirroring-controller';
const workers = 5;
const maxRetries = 15;
const rateLimits = { base: second, max: 100 * second };
const skipLabel = 'endpointslice.kubernetes.io/skip-mirror';
const leaderAnnotation = 'control-plane.alpha.kubernetes.io/leader';
const byMirrored = 'mirrored';

export const endpointSliceMirroringController: ControllerDescriptor = {
  name,
  *build(context) {
    return new EndpointSliceMirroringController(context);
  },
};

class EndpointSliceMirroringController implements Controller {
  readonly #env: Environment;
  readonly #context: ControllerContext;
  readonly #services: SharedInformer<Service>;
  readonly #endpoints: SharedInformer<Endpoints>;
  readonly #slices: SharedInformer<EndpointSlice>;
  readonly #queue: RateLimitingQueue;
  #client: RestClient | undefined;

  constructor(context: ControllerContext) {
    this.#env = context.env;
    this.#context = context;
    const { informers } = context;
    this.#queue = workQueue(context, name, 'endpoint_slice_mirroring', rateLimits);
    this.#services = informers.forResource<Service>(services);
    this.#endpoints = informers.forResource<Endpoints>(endpoints);
    this.#slices = informers.forResource<EndpointSlice>(endpointSlices);
    this.#slices.addIndex(byMirrored, mirroredKeys);
    const changed = ({ metadata }: Endpoints | Service): void =>
      this.#enqueue(`${metadata.namespace}/${metadata.name}`);
    this.#endpoints.addEventHandler({
      onAdd: changed,
      onUpdate: (_old, object) => changed(object),
      onDelete: changed,
    });
    this.#services.addEventHandler({
      onAdd: changed,
      onUpdate: (old, service) => {
        if (hasSelector(old) !== hasSelector(service)) changed(service);
      },
      onDelete: changed,
    });
    this.#slices.addEventHandler({
      onDelete: (slice) => {
        for (const key of mirroredKeys(slice)) this.#enqueue(key);
      },
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#endpoints, this.#services, this.#slices);
    startWorkers(this.#env, this.#queue, (key) => this.#sync(key), {
      workers,
      maxRetries,
      forgives: ({ status }) => isNamespaceTerminating(status),
    });
  }

  /** Most Endpoints belong to a Service with a selector and need no mirror. */
  #enqueue(key: string): void {
    const none = this.#slices.lister.byIndex(byMirrored, key).length === 0;
    if (none && this.#toMirror(key) === undefined) return;
    this.#queue.add(key);
  }

  #toMirror(key: string): Endpoints | undefined {
    const object = this.#endpoints.lister.get(key);
    const service = this.#services.lister.get(key);
    if (object === undefined || service === undefined) return undefined;
    return shouldMirror(object) && !hasSelector(service) ? object : undefined;
  }

  *#sync(key: string): Process<SyncResult> {
    const object = this.#toMirror(key);
    const existing = this.#slices.lister.byIndex(byMirrored, key);
    const plan =
      object === undefined
        ? { create: [], update: [], delete: existing }
        : planMirror(object, existing);
    if (plan.create.length + plan.update.length + plan.delete.length === 0) return undefined;
    this.#client ??= yield* this.#context.clients.client({ controller: name, serviceAccount });
    const client = this.#client;
    const [namespace = ''] = key.split('/');
    for (const body of this.#env.sim.inTurn(
      object?.metadata.deletionTimestamp === undefined ? plan.create : [],
    )) {
      const answer = yield* client.create<EndpointSlice>(endpointSlices, body, { namespace });
      if (!answer.ok) return apiError(answer.error);
    }
    for (const body of this.#env.sim.inTurn(plan.update)) {
      const target = { namespace, name: body.metadata.name };
      const answer = yield* client.update<EndpointSlice>(endpointSlices, body, target);
      if (!answer.ok) return apiError(answer.error);
    }
    for (const { metadata } of this.#env.sim.inTurn(plan.delete)) {
      const answer = yield* client.delete(endpointSlices, { namespace, name: metadata.name });
      if (!answer.ok && !isNotFound(answer.error)) return apiError(answer.error);
    }
    return undefined;
  }
}

const hasSelector = ({ spec }: Service): boolean => spec.selector !== undefined;

const shouldMirror = ({ metadata }: Endpoints): boolean =>
  metadata.labels?.[skipLabel] !== 'true' && metadata.annotations?.[leaderAnnotation] === undefined;

/** The Endpoints from which a slice of this controller was created. */
function mirroredKeys({ metadata }: EndpointSlice): readonly string[] {
  const service = metadata.labels?.[serviceNameLabel];
  if (service === undefined || metadata.labels?.[managedByLabel] !== managedBy) return [];
  return [`${metadata.namespace}/${service}`];
}

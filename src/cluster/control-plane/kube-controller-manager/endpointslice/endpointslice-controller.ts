/**
 * Maintains the EndpointSlices of each Service with a selector.
 *
 * Models kubernetes/pkg/controller/endpointslice/endpointslice_controller.go. In: Services, pods,
 * nodes and its own slices. Out: slices created, updated and deleted.
 */

import { second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Node, Pod, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { aggregateText } from '#k8s.io/apimachinery/field-error';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { endpointSlices, nodes, pods, services } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { isNamespaceTerminating } from '../controller/pod-control.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import {
  desiredSlices,
  managedBy,
  managedByLabel,
  planSlices,
  type SlicePlan,
  serviceNameLabel,
} from './reconciler.ts';
import {
  enqueueOnPodChange,
  enqueueOnServiceChange,
  podsOfService,
  TriggerTimeTracker,
} from './service-selection.ts';
import { SliceTracker } from './slice-tracker.ts';

const name = 'endpointslice-controller';
const workers = 5;
const maxRetries = 15;
const rateLimits = { base: second, max: 1000 * second };

export const endpointSliceController = controllerDescriptor(
  name,
  (context, client) => new EndpointSliceController(context, client),
);

const bySliceService = 'service';

class EndpointSliceController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #services: SharedInformer<Service>;
  readonly #pods: SharedInformer<Pod>;
  readonly #nodes: SharedInformer<Node>;
  readonly #slices: SharedInformer<EndpointSlice>;
  readonly #queue: RateLimitingQueue;
  readonly #triggers = new TriggerTimeTracker();
  readonly #tracker = new SliceTracker();

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    const { informers } = context;
    this.#queue = workQueue(context, name, 'endpoint_slice', rateLimits);
    this.#recorder = startRecorder(context, client, { component: 'endpoint-slice-controller' });
    this.#services = informers.forResource<Service>(services);
    this.#pods = informers.forResource<Pod>(pods);
    this.#nodes = informers.forResource<Node>(nodes);
    this.#slices = informers.forResource<EndpointSlice>(endpointSlices);
    this.#slices.addIndex(bySliceService, (slice) => {
      const key = serviceKey(slice);
      return key === undefined ? [] : [key];
    });
    enqueueOnServiceChange(this.#services, this.#queue);
    enqueueOnPodChange(this.#pods, this.#services, this.#queue);
    this.#slices.addEventHandler({
      onUpdate: (_old, slice) => this.#sliceChanged(slice),
      onDelete: (slice) => this.#sliceDeleted(slice),
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#services, this.#pods, this.#nodes, this.#slices);
    startWorkers(this.#env, this.#queue, (key) => this.#syncService(key), {
      workers,
      maxRetries,
      forgives: ({ status }) => isNamespaceTerminating(status),
    });
  }

  /** A slice that another client changed is reconciled. */
  #sliceChanged(slice: EndpointSlice): void {
    const key = serviceKey(slice);
    if (key !== undefined && this.#tracker.isForeign(key, slice)) this.#queue.add(key);
  }

  #sliceDeleted(slice: EndpointSlice): void {
    const key = serviceKey(slice);
    if (key !== undefined && this.#tracker.isSurprisedByDeletion(key, slice)) this.#queue.add(key);
  }

  *#syncService(key: string): Process<SyncResult> {
    const service = this.#services.lister.get(key);
    if (service === undefined) {
      this.#triggers.forget(key);
      this.#tracker.forget(key);
      return undefined;
    }
    if (service.spec.type === 'ExternalName' || service.spec.selector === undefined) {
      return undefined;
    }
    const chosen = podsOfService(service, this.#pods.lister);
    const desired = desiredSlices(service, chosen, (node) => this.#nodes.lister.get(node));
    const existing = this.#slices.lister
      .byIndex(bySliceService, key)
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    if (this.#tracker.isStale(key, existing)) {
      return { message: 'EndpointSlice informer cache is out of date' };
    }
    const trigger = this.#triggers.compute(key, service, chosen);
    const plan = planSlices(service, desired, existing, trigger);
    const failed = yield* this.#apply(service, plan, key);
    const problems = [...desired.skipped, ...(failed === undefined ? [] : [failed.message])];
    if (problems.length === 0) return undefined;
    const why = aggregateText(problems);
    const message = `Error updating Endpoint Slices for Service ${key}: ${why}`;
    this.#recorder.event(service, 'Warning', 'FailedToUpdateEndpointSlices', message);
    return { ...failed, message: why };
  }

  *#apply(service: Service, plan: SlicePlan, key: string): Process<SyncResult> {
    const { namespace, name: serviceName, deletionTimestamp } = service.metadata;
    const failure = (what: string, error: Status): SyncResult => ({
      ...apiError(error),
      message: `failed to ${what} for Service ${namespace}/${serviceName}: ${error.message}`,
    });
    // While the service is being deleted, the garbage collector deletes its slices.
    const create = deletionTimestamp === undefined ? plan.create : [];
    for (const body of this.#env.sim.inTurn(create)) {
      const answer = yield* this.#client.create<EndpointSlice>(endpointSlices, body, { namespace });
      // In a namespace that is being deleted, no create can succeed; that is not an error.
      if (!answer.ok && isNamespaceTerminating(answer.error)) return undefined;
      if (!answer.ok) return failure('create EndpointSlice', answer.error);
      this.#tracker.wrote(key, answer.value);
    }
    for (const body of this.#env.sim.inTurn(plan.update)) {
      const target = { namespace, name: body.metadata.name };
      const answer = yield* this.#client.update<EndpointSlice>(endpointSlices, body, target);
      if (!answer.ok) return failure(`update ${target.name} EndpointSlice`, answer.error);
      this.#tracker.wrote(key, answer.value);
    }
    for (const slice of this.#env.sim.inTurn(plan.delete)) {
      const target = { namespace, name: slice.metadata.name };
      const answer = yield* this.#client.delete(endpointSlices, target);
      if (!answer.ok && !isNotFound(answer.error)) {
        return failure(`delete ${target.name} EndpointSlice`, answer.error);
      }
      this.#tracker.deleted(key, slice);
    }
    return undefined;
  }
}

/** The service to which a slice of this controller belongs. */
function serviceKey({ metadata }: EndpointSlice): string | undefined {
  const service = metadata.labels?.[serviceNameLabel];
  if (service === undefined || metadata.labels?.[managedByLabel] !== managedBy) return undefined;
  return metaNamespaceKey({ apiVersion: '', kind: '', metadata: { ...metadata, name: service } });
}

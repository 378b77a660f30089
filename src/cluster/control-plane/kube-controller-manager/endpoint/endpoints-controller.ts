/**
 * Maintains the older Endpoints object of each Service with a selector. Models
 * kubernetes/pkg/controller/endpoint/endpoints_controller.go.
 */
import { defined } from '#base/defined';
import { second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { EndpointSubset, Endpoints, Pod, Service } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { endpoints, pods, services } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
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
  enqueueOnPodChange,
  enqueueOnServiceChange,
  podsOfService,
  TriggerTimeTracker,
  triggerTimeAnnotation,
} from '../endpointslice/service-selection.ts';
import { overCapacityAnnotation, subsetsOf } from './subsets.ts';

const name = 'endpoints-controller';
const workers = 5;
const maxRetries = 15;
const rateLimits = { base: second, max: 1000 * second };
const managedByLabel = 'endpoints.kubernetes.io/managed-by';
const managedBy = 'endpoint-controller';

/** Source: endpoints_tracker.go; the key is retried later. */
const outdated = (version: string, key: string): string =>
  `endpoints informer cache is out of date, resource version ${version} already processed for ` +
  `endpoints ${key}`;

export const endpointsController = controllerDescriptor(
  name,
  (context, client) => new EndpointsController(context, client),
  { serviceAccount: 'endpoint-controller' },
);

const withoutAnnotations = ({ annotations: _, ...others }: Endpoints['metadata']) => others;

/** The present and the desired Endpoints object. */
interface Desired {
  readonly current: Endpoints | undefined;
  readonly subsets: readonly EndpointSubset[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly isOverCapacity: boolean;
}

class EndpointsController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #services: SharedInformer<Service>;
  readonly #pods: SharedInformer<Pod>;
  readonly #endpoints: SharedInformer<Endpoints>;
  readonly #queue: RateLimitingQueue;
  readonly #triggers = new TriggerTimeTracker();
  /** Versions that were overwritten: a cache that still has one of them is outdated. */
  readonly #stale = new Map<string, string>();

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'endpoint', rateLimits);
    this.#recorder = startRecorder(context, client, { component: 'endpoint-controller' });
    this.#services = context.informers.forResource<Service>(services);
    this.#pods = context.informers.forResource<Pod>(pods);
    this.#endpoints = context.informers.forResource<Endpoints>(endpoints);
    enqueueOnServiceChange(this.#services, this.#queue);
    enqueueOnPodChange(this.#pods, this.#services, this.#queue);
    this.#endpoints.addEventHandler({
      onDelete: ({ metadata }) => this.#queue.add(`${metadata.namespace}/${metadata.name}`),
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#services, this.#pods, this.#endpoints);
    startWorkers(this.#env, this.#queue, (key) => this.#syncService(key), {
      workers,
      maxRetries,
      forgives: ({ status }) => isNamespaceTerminating(status),
    });
  }

  *#syncService(key: string): Process<SyncResult> {
    const service = this.#services.lister.get(key);
    const [namespace = '', serviceName = ''] = key.split('/');
    if (service === undefined) {
      this.#triggers.forget(key);
      this.#stale.delete(key);
      const target = { namespace, name: serviceName };
      const answer = yield* this.#client.delete(endpoints, target);
      return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
    }
    const { selector, type } = service.spec;
    if (type === 'ExternalName' || selector === undefined) return undefined;
    const known = this.#endpoints.lister.get(key)?.metadata.resourceVersion;
    if (known !== undefined && this.#stale.get(key) === known)
      return { message: outdated(known, key) };
    const chosen = podsOfService(service, this.#pods.lister);
    const trigger = this.#triggers.compute(key, service, chosen);
    return yield* this.#write(service, this.#desired(service, chosen, trigger), key);
  }

  #desired(service: Service, chosen: readonly Pod[], trigger: string | undefined): Desired {
    const { subsets, isOverCapacity } = subsetsOf(service, chosen);
    const current = this.#endpoints.lister.get(
      `${service.metadata.namespace}/${service.metadata.name}`,
    );
    const isHeadless = service.spec.clusterIP === 'None';
    const labels = {
      ...service.metadata.labels,
      [managedByLabel]: managedBy,
      ...(isHeadless ? { 'service.kubernetes.io/headless': '' } : {}),
    };
    const {
      [triggerTimeAnnotation]: _time,
      [overCapacityAnnotation]: _capacity,
      ...kept
    } = current?.metadata.annotations ?? {};
    const annotations = {
      ...kept,
      ...defined({ [triggerTimeAnnotation]: trigger }),
      ...(isOverCapacity ? { [overCapacityAnnotation]: 'truncated' } : {}),
    };
    return { current, subsets, labels, annotations, isOverCapacity };
  }

  *#write(
    service: Service,
    { current, subsets, labels, annotations, isOverCapacity }: Desired,
    key: string,
  ): Process<SyncResult> {
    const { namespace, name: serviceName } = service.metadata;
    const wasOverCapacity = current?.metadata.annotations?.[overCapacityAnnotation] !== undefined;
    const isSame =
      current !== undefined &&
      deepEqual(current.subsets ?? [], subsets) &&
      deepEqual(current.metadata.labels, labels) &&
      wasOverCapacity === isOverCapacity;
    if (isSame) return undefined;
    const content = subsets.length === 0 ? {} : { subsets };
    // Go omits an empty map.
    const annotated = Object.keys(annotations).length === 0 ? {} : { annotations };
    const answer =
      current === undefined
        ? yield* this.#client.create<Endpoints>(
            endpoints,
            {
              kind: 'Endpoints',
              apiVersion: 'v1',
              metadata: { name: serviceName, labels, ...annotated },
              ...content,
            },
            { namespace },
          )
        : yield* this.#client.update<Endpoints>(
            endpoints,
            {
              apiVersion: 'v1',
              kind: 'Endpoints',
              metadata: { ...withoutAnnotations(current.metadata), labels, ...annotated },
              ...content,
            },
            { namespace, name: serviceName },
          );
    if (answer.ok) {
      const old = current?.metadata.resourceVersion;
      if (old !== undefined && answer.value.metadata.resourceVersion !== old) {
        this.#stale.set(key, old);
      }
      return undefined;
    }
    const what = current === undefined ? 'create endpoint for service' : 'update endpoint';
    const reason = current === undefined ? 'FailedToCreateEndpoint' : 'FailedToUpdateEndpoint';
    if (!isNamespaceTerminating(answer.error)) {
      const message = `Failed to ${what} ${key}: ${answer.error.message}`;
      this.#recorder.event(current ?? service, 'Warning', reason, message);
    }
    return apiError(answer.error);
  }
}

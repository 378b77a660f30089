/**
 * What every controller is built from, and what it is once built.
 * Models kubernetes/cmd/kube-controller-manager/app ControllerContext and Controller.
 */

import type { Prng } from '#base/prng';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import { EventRecorder, type RecorderOptions } from '#k8s.io/client-go/tools/record/event-recorder';
import {
  RateLimitingQueue,
  type RateLimits,
} from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import type { ComponentId } from '#trace/fact';
import type {
  ClientOptions,
  DynamicClientBuilder,
} from '../clientbuilder/dynamic-client-builder.ts';

export interface ControllerContext {
  readonly env: Environment;
  readonly clients: DynamicClientBuilder;
  /** One informer for each resource, shared by all controllers of the process. */
  readonly informers: SharedInformerFactory;
  /** The same for kinds the process has no typed client for. */
  readonly metadataInformers: SharedInformerFactory;
  readonly config: ClusterConfig;
  /** What the file of --root-ca-file is drawn from: the same in every process. */
  readonly rootCa?: Prng;
}

/** A controller that has its client and registered its handlers. */
export interface Controller {
  /** Waits for its caches, then starts its workers and returns. */
  run(): Process;
}

/** How a controller is called, and how it is made. */
export interface ControllerDescriptor {
  /** As in `--controllers`: `deployment-controller`. */
  readonly name: string;
  /** Builds it; this asks the API server for the service account. */
  build(context: ControllerContext): Process<Controller>;
}

/** A controller with one client, whose service account has the controller's name unless said. */
export const controllerDescriptor = (
  name: string,
  create: (context: ControllerContext, client: RestClient) => Controller,
  options: Partial<ClientOptions> = {},
): ControllerDescriptor => ({
  name,
  *build(context) {
    const account = { controller: name, serviceAccount: name, ...options };
    return create(context, yield* context.clients.client(account));
  },
});

/** `kube-controller-manager/deployment-controller` */
export const componentOf = (name: string): ComponentId => `kube-controller-manager/${name}`;

/** The work queue of a controller, by its upstream name. */
export const workQueue = (
  { env }: ControllerContext,
  controller: string,
  queue: string,
  limits?: RateLimits,
): RateLimitingQueue =>
  new RateLimitingQueue(env.sim, env.tracer, componentOf(controller), queue, limits);

/** A recorder of core/v1 events whose process is started at once. */
export function startRecorder(
  { env }: ControllerContext,
  client: RestClient,
  options: Omit<RecorderOptions, 'api'>,
): EventRecorder {
  const recorder = new EventRecorder(env, client, { ...options, api: 'core' });
  env.sim.spawn(`${options.component} events`, recorder.run());
  return recorder;
}

/**
 * The input from which every controller is built, and the interface of a built controller. Models
 * kubernetes/cmd/kube-controller-manager/app ControllerContext and Controller.
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
import { ControllerExpectations } from '../controller/expectations.ts';

export interface ControllerContext {
  readonly env: Environment;
  readonly clients: DynamicClientBuilder;
  /** One informer for each resource, shared by all controllers of the process. */
  readonly informers: SharedInformerFactory;
  /** One metadata informer for each resource that has no typed client. */
  readonly metadataInformers: SharedInformerFactory;
  readonly config: ClusterConfig;
  /** Those of all controllers of the process. */
  readonly expectations: ControllerExpectations[];
  /**
   * The certificate in --root-ca-file, or the random source of one: the same in every process.
   */
  readonly rootCa?: Prng | string;
  /** The random source of --service-account-private-key-file: the API server's. */
  readonly serviceAccountKey?: Prng;
}

/** A built controller: it has its client and has registered its handlers. */
export interface Controller {
  /** Waits for its caches, then starts its workers and returns. */
  run(): Process;
}

/** The name of a controller, and how it is built. */
export interface ControllerDescriptor {
  /** The name in `--controllers`: `deployment-controller`. */
  readonly name: string;
  /** Builds the controller; this requests its service account from the API server. */
  build(context: ControllerContext): Process<Controller>;
}

/** A controller with one client, whose service account by default has the controller's name. */
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

/** The component in facts: `kube-controller-manager/deployment-controller`. */
export const componentOf = (name: string): ComponentId => `kube-controller-manager/${name}`;

/** The work queue of a controller, under its upstream name. */
export const workQueue = (
  { env }: ControllerContext,
  controller: string,
  queue: string,
  limits?: RateLimits,
): RateLimitingQueue =>
  new RateLimitingQueue(env.sim, env.tracer, componentOf(controller), queue, limits);

/** The expectations of a controller, which the process can show. */
export function newExpectations(
  { env, expectations }: ControllerContext,
  component: ComponentId,
): ControllerExpectations {
  const own = new ControllerExpectations(env, component);
  expectations.push(own);
  return own;
}

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

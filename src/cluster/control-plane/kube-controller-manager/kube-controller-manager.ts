/**
 * The process that runs all controllers while it is the leader.
 *
 * Models kubernetes/cmd/kube-controller-manager/app/controllermanager.go: leader election, then a
 * client for each controller, then the controllers, then the shared informers that feed them. In:
 * the API. Out: the actions of the controllers. All state is in the API, so the process can end at
 * any moment.
 */
import { defined } from '#base/defined';
import type { Prng } from '#base/prng';
import { uuidV4 } from '#base/uuid';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import { LeaderElector } from '#k8s.io/client-go/tools/leaderelection/leader-elector';
import { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { Process } from '#sim/simulation';
import type {
  Controller,
  ControllerContext,
  ControllerDescriptor,
} from './app/controller-context.ts';
import { controllerDescriptors } from './app/controller-descriptors.ts';
import { DynamicClientBuilder } from './clientbuilder/dynamic-client-builder.ts';
import type { ControllerExpectations, HeldExpectation } from './controller/expectations.ts';

const name = 'kube-controller-manager';
/** The host name of the control plane's first machine, as in the recordings. */
const firstHost = 'vm';

export interface KubeControllerManagerOptions {
  /** The process's own identity: system:kube-controller-manager. */
  readonly rest: RestConfig;
  readonly config: ClusterConfig;
  /** Flag --root-ca-file. */
  readonly rootCa?: Prng | string;
  /** Flag --service-account-private-key-file. */
  readonly serviceAccountKey?: Prng;
  /** Controllers of parts that only some clusters have; they are built last. */
  readonly more?: readonly ControllerDescriptor[];
  /** The machine it runs on; by default the first one of the control plane. */
  readonly host?: string;
}

export class KubeControllerManager {
  readonly #env: Environment;
  readonly #options: KubeControllerManagerOptions;
  readonly #clients: DynamicClientBuilder;
  readonly #expectations: ControllerExpectations[] = [];

  constructor(env: Environment, options: KubeControllerManagerOptions) {
    this.#env = { ...env, prng: env.prng.fork(name) };
    this.#options = options;
    this.#clients = new DynamicClientBuilder(this.#env, options.rest);
  }

  /** What its controllers have asked for and not seen. It only reads and leaves no facts. */
  get unfulfilled(): readonly HeldExpectation[] {
    return this.#expectations.flatMap(({ unfulfilled }) => unfulfilled);
  }

  /** Runs until the lease is lost. */
  *run(): Process {
    const { sim, tracer } = this.#env;
    const { config } = this.#options;
    const flags = [
      '--leader-elect=true',
      '--use-service-account-credentials=true',
      '--allocate-node-cidrs=true',
      `--cluster-cidr=${config.podCIDR}`,
      `--service-cluster-ip-range=${config.serviceCIDR}`,
    ];
    tracer.emitRoot({ type: 'ComponentStarted', component: name, version: 'v1.36.3', flags });
    const elector = this.#elector();
    yield* elector.acquire();
    sim.spawn('leader election', this.#lead(elector));
    yield* this.#startControllers();
  }

  #elector(): LeaderElector {
    const recorder = new EventRecorder(this.#env, this.#clients.rootClient(name), {
      component: name,
      api: 'core',
    });
    this.#env.sim.spawn('leader election events', recorder.run());
    const host = this.#options.host ?? firstHost;
    const identity = `${host}_${uuidV4(this.#env.prng.fork('identity'))}`;
    const client = this.#clients.rootClient('leader-election');
    const lock = { namespace: 'kube-system', name, identity };
    return new LeaderElector(this.#env, client, recorder, lock);
  }

  /** A process that is no longer the leader must not act: it ends, with all its controllers. */
  *#lead(elector: LeaderElector): Process {
    yield* elector.renew();
    const { sim, tracer } = this.#env;
    tracer.emit({ type: 'ComponentStopped', component: name, reason: 'leaderelection lost' });
    sim.currentTask?.group?.cancelAll();
  }

  *#startControllers(): Process {
    const { sim, tracer, prng } = this.#env;
    const informersOf = (agent: string): SharedInformerFactory =>
      new SharedInformerFactory(sim, tracer, this.#clients.rootClient(agent), prng);
    const context: ControllerContext = {
      env: this.#env,
      clients: this.#clients,
      informers: informersOf('shared-informers'),
      metadataInformers: informersOf('metadata-informers'),
      config: this.#options.config,
      expectations: this.#expectations,
      ...defined({ rootCa: this.#options.rootCa }),
      ...defined({ serviceAccountKey: this.#options.serviceAccountKey }),
    };
    const controllers: { readonly name: string; readonly controller: Controller }[] = [];
    for (const descriptor of sim.each([...controllerDescriptors, ...(this.#options.more ?? [])])) {
      const controller = yield* descriptor.build(context);
      controllers.push({ name: descriptor.name, controller });
    }
    for (const entry of controllers) sim.spawn(entry.name, entry.controller.run());
    context.informers.start();
    context.metadataInformers.start();
  }
}

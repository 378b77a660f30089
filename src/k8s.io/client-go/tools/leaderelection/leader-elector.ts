/**
 * Makes sure that one of several equal processes acts: it holds a Lease and renews it.
 *
 * Models k8s.io/client-go tools/leaderelection leaderelection.go with resourcelock/leaselock.go.
 * In: a client and an identity. Out: reads and writes of the Lease, the fact LeaderElected, and
 * the Event `LeaderElection`.
 */
import type { Prng } from '#base/prng';
import { type Duration, rfc3339Micro, type SimTime, second } from '#base/sim-time';
import type { Lease, LeaseSpec } from '#k8s.io/api/coordination/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import { leases } from '../../rest/resource.ts';
import { RestClient } from '../../rest/rest-client.ts';
import type { EventRecorder } from '../record/event-recorder.ts';

/** Source: k8s.io/component-base config/v1alpha1/defaults.go. */
const leaseDuration: Duration = 15 * second;
const renewDeadline: Duration = 10 * second;
const retryPeriod: Duration = 2 * second;
const jitterFactor = 1.2;
/** Source: resourcelock NewFromKubeconfig, half of the renew deadline. */
const requestTimeout: Duration = renewDeadline / 2;

export interface LeaderElectionOptions {
  readonly namespace: string;
  readonly name: string;
  /** `{hostname}_{uuid}` */
  readonly identity: string;
}

export class LeaderElector {
  readonly #sim: Simulation;
  readonly #tracer: Tracer;
  readonly #prng: Prng;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #options: LeaderElectionOptions;
  /**
   * The Lease as last seen, and when it was last seen to change: the times in it come from another
   * clock and are not used.
   */
  #observed: Lease | undefined;
  #observedAt: SimTime = 0;

  constructor(
    env: { readonly sim: Simulation; readonly tracer: Tracer; readonly prng: Prng },
    client: RestClient,
    recorder: EventRecorder,
    options: LeaderElectionOptions,
  ) {
    this.#sim = env.sim;
    this.#tracer = env.tracer;
    this.#prng = env.prng.fork(`leader-election/${options.name}`);
    this.#client = new RestClient(env.sim, env.tracer, {
      ...client.config,
      timeout: requestTimeout,
    });
    this.#recorder = recorder;
    this.#options = options;
  }

  get isLeader(): boolean {
    return this.#observed?.spec.holderIdentity === this.#options.identity;
  }

  /** Waits until this process leads. Source: LeaderElector.acquire. */
  *acquire(): Process {
    while (!(yield* this.#tryAcquireOrRenew())) {
      yield* sleep(retryPeriod + this.#prng.nextInt(Math.round(retryPeriod * jitterFactor)));
      this.#tracer.timer(this.#client.config.component, 'leader-election');
    }
    this.#announce(true);
  }

  /** Renews until the deadline passes without success; then this process no longer leads. */
  *renew(): Process {
    let renewedAt = this.#sim.now;
    for (;;) {
      yield* sleep(retryPeriod);
      this.#tracer.timer(this.#client.config.component, 'leader-election');
      if (yield* this.#tryAcquireOrRenew()) renewedAt = this.#sim.now;
      else if (this.#sim.now - renewedAt >= renewDeadline) break;
    }
    this.#announce(false);
  }

  #announce(leading: boolean): void {
    const { namespace, name, identity } = this.#options;
    this.#tracer.emit({
      type: 'LeaderElected',
      component: this.#client.config.component,
      lease: `${namespace}/${name}`,
      identity,
      leading,
    });
    const message = `${identity} ${leading ? 'became leader' : 'stopped leading'}`;
    if (this.#observed === undefined) return;
    this.#recorder.event(this.#observed, 'Normal', 'LeaderElection', message);
  }

  /** Source: LeaderElector.tryAcquireOrRenew. */
  *#tryAcquireOrRenew(): Process<boolean> {
    const held = this.#observed;
    // The holder of a valid lease renews it without reading it first.
    if (held !== undefined && this.isLeader && !this.#expired()) {
      const renewed = yield* this.#write(held, this.#renewal(held.spec, false));
      if (renewed) return true;
    }
    const { namespace, name, identity } = this.#options;
    const found = yield* this.#client.get<Lease>(leases, { namespace, name });
    if (!found.ok) return isNotFound(found.error) ? yield* this.#create() : false;
    if (!deepEqual(this.#observed?.spec, found.value.spec)) this.#observe(found.value);
    const { holderIdentity = '' } = found.value.spec;
    const isOthers = holderIdentity !== '' && holderIdentity !== identity;
    if (isOthers && !this.#expired()) return false;
    const isTransition = holderIdentity !== identity;
    return yield* this.#write(found.value, this.#renewal(found.value.spec, isTransition));
  }

  /**
   * Gives the lease back, so that another one may lead at once (ReleaseOnCancel).
   * Source: LeaderElector.release.
   */
  *release(): Process {
    const held = this.#observed;
    if (held === undefined || !this.isLeader) return;
    const time = rfc3339Micro(this.#sim.now);
    yield* this.#write(held, {
      ...held.spec,
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: time,
      renewTime: time,
    });
  }

  #expired(): boolean {
    return this.#observedAt + leaseDuration <= this.#sim.now;
  }

  #observe(lease: Lease): void {
    this.#observed = lease;
    this.#observedAt = this.#sim.now;
  }

  #renewal(spec: LeaseSpec, isTransition: boolean): LeaseSpec {
    const time = rfc3339Micro(this.#sim.now);
    const isMine = spec.holderIdentity === this.#options.identity;
    return {
      holderIdentity: this.#options.identity,
      leaseDurationSeconds: leaseDuration / second,
      acquireTime: isMine ? (spec.acquireTime ?? time) : time,
      renewTime: time,
      leaseTransitions: (spec.leaseTransitions ?? 0) + (isTransition ? 1 : 0),
    };
  }

  *#create(): Process<boolean> {
    const { namespace, name } = this.#options;
    const body = {
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
      metadata: { name, namespace },
      spec: this.#renewal({}, false),
    };
    const answer = yield* this.#client.create<Lease>(leases, body, { namespace });
    if (answer.ok) this.#observe(answer.value);
    return answer.ok;
  }

  *#write(lease: Lease, spec: LeaseSpec): Process<boolean> {
    const { namespace, name } = this.#options;
    const body: Lease = { ...lease, spec };
    const answer = yield* this.#client.update<Lease>(leases, body, { namespace, name });
    if (answer.ok) this.#observe(answer.value);
    return answer.ok;
  }
}

/**
 * Felix, Calico's agent on a node: makes the node's packet filter enforce NetworkPolicies.
 *
 * Models felix/calc and felix/dataplane/linux with the Kubernetes datastore. In: NetworkPolicies,
 * Pods and Namespaces by watches. Out: chains and IP sets for the pods of this node; a
 * `PolicyRulesSynced` fact for each change. No packet passes through it.
 */
import { type Duration, ms } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { IpSet, Netfilter, Rule } from '#cluster/node/os/netfilter';
import type { Namespace, Pod } from '#k8s.io/api/core/v1';
import type { NetworkPolicy } from '#k8s.io/api/networking/v1';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import { namespaces, networkPolicies, pods } from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { Channel } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import { type Workload, workloadChains } from './endpoint-chains.ts';
import { vethName } from './names.ts';
import {
  type CalicoPolicy,
  calicoPolicy,
  type NamedPortSet,
  type PodSet,
} from './network-policies.ts';
import { policyChains } from './policy-chains.ts';
import { dispatchChains, insertJumps, staticChains } from './static-chains.ts';
import { isSameWorkload, membersOf, workloadAddress } from './workload-endpoints.ts';

/** ipset and iptables-restore are processes that start and change the kernel. */
const applyTime: Duration = ms(16);
const applyJitter: Duration = ms(12);
const ownChains = /^cali-/;
const ownSets = /^cali40/;

export interface FelixOptions {
  /** `node-1/calico-node` */
  readonly component: string;
  readonly node: string;
  readonly rest: RestConfig;
  readonly netfilter: Netfilter;
  readonly out: (text: string) => void;
}

/** What the node's packet filter must hold. */
interface Dataplane {
  readonly policies: readonly string[];
  readonly workloads: number;
  readonly chains: ReadonlyMap<string, readonly Rule[]>;
  readonly sets: ReadonlyMap<string, IpSet>;
}

export class Felix {
  readonly #env: Environment;
  readonly #options: FelixOptions;
  readonly #informers: SharedInformerFactory;
  readonly #policies: SharedInformer<NetworkPolicy>;
  readonly #pods: SharedInformer<Pod>;
  readonly #namespaces: SharedInformer<Namespace>;
  /** What changed, as `networkpolicies/default/deny-all`. */
  readonly #changes: Channel<string>;
  readonly #converted = new WeakMap<NetworkPolicy, CalicoPolicy>();
  #synced = false;
  readonly #rendered = new WeakMap<CalicoPolicy, ReadonlyMap<string, readonly Rule[]>>();

  constructor(env: Environment, options: FelixOptions) {
    const { sim, tracer } = env;
    this.#env = env;
    this.#options = options;
    const client = new RestClient(sim, tracer, options.rest);
    const prng = env.prng.fork(options.component);
    this.#informers = new SharedInformerFactory(sim, tracer, client, prng);
    this.#policies = this.#informers.forResource<NetworkPolicy>(networkPolicies);
    this.#pods = this.#informers.forResource<Pod>(pods);
    this.#namespaces = this.#informers.forResource<Namespace>(namespaces);
    this.#changes = new Channel(sim);
    this.#handle();
  }

  /** Runs until its process ends. Nothing is written before every cache is complete. */
  *run(): Process<number> {
    const { sim } = this.#env;
    this.#informers.start();
    yield* sim.asideProcess(this.#informers.waitForCacheSync());
    this.#synced = true;
    this.#options.out('Datastore in sync, flushing pending updates.\n');
    yield* this.#apply(['start']);
    for (;;) {
      const changes: string[] = [];
      let next = yield* this.#changes.receive();
      for (; next !== undefined; next = this.#changes.tryReceive()) changes.push(next);
      if (changes.length === 0) return 0;
      yield* this.#apply(changes);
    }
  }

  #handle(): void {
    const changed = (kind: string, { metadata }: NetworkPolicy | Pod): void => {
      if (this.#synced) {
        this.#changes.send(`${kind}/${metadata.namespace}/${metadata.name}`);
      }
    };
    const policy = (one: NetworkPolicy): void => changed('networkpolicies', one);
    this.#policies.addEventHandler({
      onAdd: policy,
      onUpdate: (_, one) => policy(one),
      onDelete: policy,
    });
    const pod = (one: Pod): void => {
      if (workloadAddress(one) !== undefined) changed('pods', one);
    };
    this.#pods.addEventHandler({
      onAdd: pod,
      onUpdate: (old, one) => {
        if (!isSameWorkload(old, one)) changed('pods', one);
      },
      onDelete: pod,
    });
    this.#namespaces.addEventHandler({
      onUpdate: (old, { metadata }) => {
        const labels = JSON.stringify(metadata.labels ?? {});
        if (labels === JSON.stringify(old.metadata.labels ?? {})) return;
        if (this.#synced) this.#changes.send(`namespaces/${metadata.name}`);
      },
    });
  }

  /** Sets first, because rules name them; what is not needed any more goes last. */
  *#apply(changed: readonly string[]): Process {
    const { netfilter, component } = this.#options;
    const { prng, tracer } = this.#env;
    const wanted = this.#dataplane();
    const writes = this.#differences(wanted);
    if (writes.chains.size + writes.stale.length + writes.sets.size + writes.gone.length === 0) {
      return;
    }
    yield* sleep(applyTime + prng.nextInt(applyJitter));
    tracer.emit({
      type: 'PolicyRulesSynced',
      component,
      changed,
      policies: wanted.policies,
      workloads: wanted.workloads,
      sets: Object.fromEntries([...writes.sets].map(([name, { members }]) => [name, members])),
    });
    for (const [name, set] of writes.sets) netfilter.setIpSet(name, set);
    netfilter.restore('filter', writes.chains, writes.stale);
    insertJumps(netfilter);
    for (const name of writes.gone) netfilter.destroyIpSet(name);
  }

  #differences({ chains, sets }: Dataplane) {
    const { netfilter } = this.#options;
    const isNew = (name: string, rules: readonly Rule[]): boolean => {
      const now = netfilter.chain('filter', name);
      return now !== rules && JSON.stringify(now) !== JSON.stringify(rules);
    };
    const isOther = (name: string, { members }: IpSet): boolean =>
      netfilter.ipSet(name)?.members.join(' ') !== members.join(' ');
    return {
      chains: new Map([...chains].filter(([name, rules]) => isNew(name, rules))),
      stale: netfilter
        .chainNames('filter')
        .filter((name) => ownChains.test(name) && !chains.has(name)),
      sets: new Map([...sets].filter(([name, set]) => isOther(name, set))),
      gone: netfilter.ipSetNames().filter((name) => ownSets.test(name) && !sets.has(name)),
    };
  }

  /** Only policies that select a pod of this node have chains here. */
  #dataplane(): Dataplane {
    const all = this.#pods.lister.list();
    const policies = this.#policies.lister
      .list()
      .map((policy) => this.#convert(policy))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const workloads = all
      .filter((pod) => pod.spec.nodeName === this.#options.node)
      .filter((pod) => workloadAddress(pod) !== undefined)
      .map((pod) => workloadOf(pod, policies));
    const active = policies.filter((one) => workloads.some((of) => of.policies.includes(one)));
    const chains = new Map<string, readonly Rule[]>([
      ...staticChains,
      ...dispatchChains(workloads.map(({ interfaceName }) => interfaceName)),
      ...active.flatMap((policy) => [...this.#render(policy)]),
      ...workloads.flatMap((workload) => [...workloadChains(workload)]),
    ]);
    const namespace = (name: string) => this.#namespaces.lister.get(name);
    const sets = new Map(
      active.flatMap(setsOf).map((set) => [set.name, membersOf(set, all, namespace)]),
    );
    return { policies: active.map(({ name }) => name), workloads: workloads.length, chains, sets };
  }

  #convert(policy: NetworkPolicy): CalicoPolicy {
    const known = this.#converted.get(policy) ?? calicoPolicy(policy);
    this.#converted.set(policy, known);
    return known;
  }

  #render(policy: CalicoPolicy): ReadonlyMap<string, readonly Rule[]> {
    const known = this.#rendered.get(policy) ?? policyChains(policy);
    this.#rendered.set(policy, known);
    return known;
  }
}

function workloadOf({ metadata, spec }: Pod, policies: readonly CalicoPolicy[]): Workload {
  const { namespace, name, labels } = metadata;
  return {
    interfaceName: vethName(namespace, name),
    namespace,
    serviceAccount: spec.serviceAccountName ?? 'default',
    policies: policies.filter(
      (policy) => policy.namespace === namespace && matchLabelSelector(policy.selector, labels),
    ),
  };
}

const setsOf = ({ ingress = [], egress = [] }: CalicoPolicy): readonly (PodSet | NamedPortSet)[] =>
  [...ingress, ...egress].flatMap(({ peers, namedPorts }) => [
    ...(peers === undefined ? [] : [peers]),
    ...namedPorts,
  ]);

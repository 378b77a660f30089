/**
 * The resources allocated to each pod of the node, and whether a resize can be allocated.
 *
 * Models kubernetes/pkg/kubelet/allocation/allocation_manager.go for in-place resize: a resize that
 * can never fit is Infeasible, one that does not fit now is Deferred and tried again, any other is
 * allocated and then actuated by SyncPod.
 */
import { defined } from '#base/defined';
import type { Container, Node, Pod, PodCondition, ResourceRequirements } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { isSidecar } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { lackingCapacity, lackingResource, type NodeResources } from '../lifecycle/predicate.ts';

type Resources = ReadonlyMap<string, ResourceRequirements | undefined>;

interface Pending {
  readonly reason: 'Deferred' | 'Infeasible';
  readonly message: string;
}

interface Allocation {
  resources: Resources;
  /** The resources that the runtime was last given (actuated). */
  actuated: Resources;
  /** The latest requested resize, while it is not allocated. */
  wanted: Pod | undefined;
  pending: Pending | undefined;
  /** Allocated and not actuated yet. */
  inProgress: boolean;
  /** Why the runtime refused it; it is tried again. */
  error: string;
}

export class AllocationManager {
  readonly #context: KubeletContext;
  readonly #resources: NodeResources;
  readonly #allocations = new Map<string, Allocation>();

  constructor(context: KubeletContext, resources: NodeResources) {
    this.#context = context;
    this.#resources = resources;
  }

  /** A pod was admitted: its requests are allocated. */
  admitted(pod: Pod): void {
    this.#resources.add(pod);
    const resources = resourcesOf(pod);
    this.#allocations.set(pod.metadata.uid, {
      resources,
      actuated: resources,
      wanted: undefined,
      pending: undefined,
      inProgress: false,
      error: '',
    });
  }

  forget(uid: string): void {
    this.#resources.remove(uid);
    this.#allocations.delete(uid);
  }

  get hasPending(): boolean {
    for (const { pending } of this.#allocations.values()) {
      if (pending?.reason === 'Deferred') return true;
    }
    return false;
  }

  /** The pod changed: decides on its resize, if its spec asks for one. */
  podChanged(pod: Pod, node: Node | undefined): void {
    const allocation = this.#allocations.get(pod.metadata.uid);
    if (allocation === undefined) return;
    if (sameResources(resourcesOf(pod), allocation.resources)) {
      allocation.wanted = undefined;
      allocation.pending = undefined;
      return;
    }
    allocation.wanted = pod;
    this.#decide(allocation, pod, node);
  }

  /** Tries deferred resizes again. Returns the pods whose resize is allocated now. */
  retry(node: Node | undefined): readonly Pod[] {
    const granted: Pod[] = [];
    for (const allocation of this.#allocations.values()) {
      const { wanted, pending } = allocation;
      if (wanted === undefined || pending?.reason !== 'Deferred') continue;
      this.#decide(allocation, wanted, node);
      if (allocation.wanted === undefined) granted.push(wanted);
    }
    return granted;
  }

  #decide(allocation: Allocation, pod: Pod, node: Node | undefined): void {
    const refusal = this.#refusal(pod, node);
    if (refusal !== undefined) {
      const isNews = !deepEqual(refusal, allocation.pending);
      allocation.pending = refusal;
      if (isNews) this.#report(pod, 'Warning', `Resize${refusal.reason}`, refusal.reason, refusal);
      return;
    }
    this.#resources.remove(pod.metadata.uid);
    this.#resources.add(pod);
    allocation.resources = resourcesOf(pod);
    allocation.wanted = undefined;
    allocation.pending = undefined;
    allocation.inProgress = true;
    allocation.error = '';
    this.#report(pod, 'Normal', 'ResizeStarted', 'started');
  }

  #refusal(pod: Pod, node: Node | undefined): Pending | undefined {
    if (node === undefined) return undefined;
    const never = lackingCapacity(pod, node);
    if (never !== undefined) return { reason: 'Infeasible', message: never };
    const used = this.#resources.without(pod.metadata.uid);
    const now = lackingResource(pod, node, used)?.message;
    return now === undefined ? undefined : { reason: 'Deferred', message: now };
  }

  /**
   * The pod with its allocated resources, which is what the kubelet runs. Source:
   * UpdatePodFromAllocation.
   */
  allocated(pod: Pod): Pod {
    const allocation = this.#allocations.get(pod.metadata.uid);
    if (allocation === undefined || allocation.wanted === undefined) return pod;
    const granted = (container: Container): Container => {
      const resources = allocation.resources.get(container.name);
      return resources === undefined ? container : { ...container, resources };
    };
    const { containers, initContainers } = pod.spec;
    const resources = allocation.resources.get(wholePod);
    const spec = {
      ...pod.spec,
      containers: containers.map(granted),
      ...defined({ initContainers: initContainers?.map(granted), resources }),
    };
    return { ...pod, spec };
  }

  /** The runtime has the allocated resources. */
  carriedOut(pod: Pod): void {
    const allocation = this.#allocations.get(pod.metadata.uid);
    if (allocation?.inProgress !== true) return;
    allocation.inProgress = false;
    allocation.actuated = allocation.resources;
    allocation.error = '';
    this.#report(pod, 'Normal', 'ResizeCompleted', 'completed');
  }

  /** The runtime refused the allocated resources: one event, and the condition. */
  failed(pod: Pod, message: string): void {
    const allocation = this.#allocations.get(pod.metadata.uid);
    if (allocation === undefined || allocation.error === message) return;
    allocation.error = message;
    this.#report(pod, 'Warning', 'ResizeError', 'error', { message });
  }

  /** What a container had before the resize that is in progress. */
  actuated(uid: string, container: string): ResourceRequirements | undefined {
    return this.#allocations.get(uid)?.actuated.get(container);
  }

  isInProgress(uid: string): boolean {
    return this.#allocations.get(uid)?.inProgress === true;
  }

  /** PodResizePending and PodResizeInProgress. */
  conditions(pod: Pod): readonly PodCondition[] {
    const allocation = this.#allocations.get(pod.metadata.uid);
    if (allocation === undefined) return [];
    const { generation } = pod.metadata;
    const observed = defined({ observedGeneration: generation });
    const found: PodCondition[] = [];
    if (allocation.pending !== undefined) {
      found.push({ type: 'PodResizePending', ...observed, status: 'True', ...allocation.pending });
    }
    if (allocation.inProgress) {
      const { error } = allocation;
      const failure = error === '' ? {} : { reason: 'Error', message: error };
      found.push({ type: 'PodResizeInProgress', ...observed, status: 'True', ...failure });
    }
    return found;
  }

  #report(
    pod: Pod,
    type: 'Normal' | 'Warning',
    reason: string,
    word: string,
    failure?: Pick<Pending, 'message'>,
  ): void {
    const withResources = ({ name, resources }: Container) => ({ name, resources });
    const sidecars = (pod.spec.initContainers ?? []).filter(isSidecar);
    const { generation } = pod.metadata;
    const json = JSON.stringify({
      ...(sidecars.length === 0 ? {} : { initContainers: sidecars.map(withResources) }),
      containers: pod.spec.containers.map(withResources),
      generation,
      ...defined({ error: failure?.message }),
    });
    this.#context.events.pod(pod, type, reason, `Pod resize ${word}: ${json}`);
  }
}

/** Stands for the pod as a whole among the container names. */
const wholePod = '';

const resourcesOf = ({ spec }: Pod): Resources =>
  new Map([
    ...[...spec.containers, ...(spec.initContainers ?? []).filter(isSidecar)].map(
      ({ name, resources }) => [name, resources] as const,
    ),
    ...(spec.resources === undefined ? [] : [[wholePod, spec.resources] as const]),
  ]);

const sameResources = (a: Resources, b: Resources): boolean =>
  [...a].every(([name, resources]) => deepEqual(resources ?? {}, b.get(name) ?? {}));

/**
 * One worker for each probe of each container of the node.
 *
 * Models kubernetes/pkg/kubelet/prober/prober_manager.go. In: pods as they are synced. Out:
 * `started` and `ready` in container statuses, and verdicts for computePodActions.
 */
import type { Container, ContainerStatus, Pod, PodStatus, Probe } from '#k8s.io/api/core/v1';
import type { ContainerStatus as RuntimeContainer } from '#k8s.io/cri-api/runtime';
import { isSidecar } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import type { ProbeVerdicts } from '../kuberuntime/pod-actions.ts';
import type { PodNetwork } from './pod-network.ts';
import { type ProbeKind, Prober } from './prober.ts';
import { type ProbeUpdate, ResultsManager } from './results.ts';
import { ProbeWorker } from './worker.ts';

export interface ProberManagerOptions {
  readonly network: PodNetwork;
  readonly status: (uid: string) => PodStatus | undefined;
  readonly pod: (uid: string) => Pod | undefined;
  readonly send: (update: ProbeUpdate) => void;
}

type Workers = Map<string, ProbeWorker>;

export class ProberManager implements ProbeVerdicts {
  readonly #context: KubeletContext;
  readonly #options: ProberManagerOptions;
  readonly #prober: Prober;
  readonly #results: Readonly<Record<ProbeKind, ResultsManager>>;
  /** By pod, then `container/kind`. */
  readonly #workers = new Map<string, Workers>();

  constructor(context: KubeletContext, options: ProberManagerOptions) {
    this.#context = context;
    this.#options = options;
    this.#prober = new Prober(context, options.network);
    this.#results = {
      startup: new ResultsManager('startup', options.send),
      liveness: new ResultsManager('liveness', options.send),
      readiness: new ResultsManager('readiness', options.send),
    };
  }

  /** Starts the workers of a pod. Returns whether there were new ones. */
  addPod(pod: Pod): boolean {
    const { uid } = pod.metadata;
    if (this.#workers.has(uid)) return false;
    const workers: Workers = new Map();
    for (const container of probedContainers(pod)) {
      for (const [kind, probe] of probesOf(container)) {
        workers.set(`${container.name}/${kind}`, this.#start(pod, container, kind, probe));
      }
    }
    this.#workers.set(uid, workers);
    return workers.size > 0;
  }

  /** A terminating pod is not restarted: only its readiness probes go on. */
  stopLivenessAndStartup(pod: Pod): void {
    for (const [key, worker] of this.#workers.get(pod.metadata.uid) ?? []) {
      if (!key.endsWith('/readiness')) worker.stop();
    }
  }

  removePod(pod: Pod): void {
    const { uid } = pod.metadata;
    for (const worker of this.#workers.get(uid)?.values() ?? []) worker.stop();
    this.#workers.delete(uid);
  }

  livenessFailed(containerId: string): boolean {
    return this.#results.liveness.get(containerId) === 'failure';
  }

  startupFailed(containerId: string): boolean {
    return this.#results.startup.get(containerId) === 'failure';
  }

  started(pod: Pod, container: Container, { id }: RuntimeContainer): boolean {
    return this.#isStarted(pod, container.name, id);
  }

  /** Sets `started` and `ready`. Source: UpdatePodStatus. */
  updateStatus(
    pod: Pod,
    status: ContainerStatus,
    container: Container,
    isInit: boolean,
  ): ContainerStatus {
    const id = status.containerID?.slice('containerd://'.length) ?? '';
    const running = status.state?.running !== undefined;
    const started = running && this.#isStarted(pod, status.name, id);
    if (isInit && !isSidecar(container)) {
      return { ...status, started, ready: status.state?.terminated?.exitCode === 0 };
    }
    if (!started) return { ...status, started };
    return { ...status, started, ready: this.#isReady(pod, status.name, id) };
  }

  #isStarted(pod: Pod, name: string, containerId: string): boolean {
    const result = this.#results.startup.get(containerId);
    if (result !== undefined) return result === 'success';
    return this.#worker(pod, name, 'startup') === undefined;
  }

  #isReady(pod: Pod, name: string, containerId: string): boolean {
    if (this.#results.readiness.get(containerId) === 'success') return true;
    const worker = this.#worker(pod, name, 'readiness');
    // Not known to be ready: probes now.
    worker?.trigger();
    return worker === undefined;
  }

  #worker(pod: Pod, name: string, kind: ProbeKind): ProbeWorker | undefined {
    const worker = this.#workers.get(pod.metadata.uid)?.get(`${name}/${kind}`);
    return worker?.stopped === true ? undefined : worker;
  }

  #start(pod: Pod, container: Container, kind: ProbeKind, probe: Probe): ProbeWorker {
    const { sim } = this.#context;
    const { uid } = pod.metadata;
    const worker = new ProbeWorker(
      this.#context,
      {
        kind,
        probe,
        pod,
        container,
        status: () => this.#options.status(uid),
        currentPod: () => this.#options.pod(uid) ?? pod,
      },
      this.#prober,
      this.#results[kind],
    );
    sim.spawn(`${kind} probe ${container.name}`, worker.run());
    return worker;
  }
}

const probedContainers = (pod: Pod): readonly Container[] => [
  ...pod.spec.containers,
  ...(pod.spec.initContainers ?? []).filter(isSidecar),
];

function probesOf(container: Container): readonly (readonly [ProbeKind, Probe])[] {
  const { startupProbe, readinessProbe, livenessProbe } = container;
  const probes = { startup: startupProbe, readiness: readinessProbe, liveness: livenessProbe };
  return (['startup', 'readiness', 'liveness'] as const).flatMap((kind) => {
    const probe = probes[kind];
    return probe === undefined ? [] : [[kind, probe] as const];
  });
}

/**
 * Mounts the volumes of pods, and unmounts them again.
 *
 * Models kubernetes/pkg/kubelet/volumemanager: the desired state populator and the reconciler, each
 * every 100 ms, and the pod worker that polls every 300 ms for at most 2 m 3 s. Here both loops
 * keep their rhythm but only run while something is left to do.
 */
import { civilTime, unixSeconds } from '#base/civil-time';
import { ok, type Result } from '#base/result';
import { type Duration, ms, type SimTime, second } from '#base/sim-time';
import type { Pod, Volume } from '#k8s.io/api/core/v1';
import { firstOf, Signal } from '#sim/signal';
import { type Carried, type Cause, type Process, sleep } from '#sim/simulation';
import { allContainers, podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import type { SyncCancel, SyncError } from '../pod-workers.ts';
import { atomicFiles, timestampDir } from './atomic-writer.ts';
import { claimedVolume, claimOf } from './claims.ts';
import {
  type MountedVolume,
  type VolumeContent,
  type VolumePlugins,
  type VolumeSpec,
  volumeSpec,
} from './volume-plugins.ts';

const loopPeriod: Duration = ms(100);
const pollInterval: Duration = ms(300);
const waitTimeout: Duration = 123 * second;
const initialRetry: Duration = ms(500);
const maxRetry: Duration = 122 * second;
const unprocessedClaim = 'error processing PVC';

interface VolumeEntry {
  readonly volume: Volume;
  /** The place of a claim's volume is unknown until the claim is read. */
  spec: VolumeSpec | undefined;
  state: 'unmounted' | 'mounting' | 'mounted';
  retryAt: SimTime;
  retryDelay: Duration;
  content: VolumeContent | undefined;
  /** The directory that its content was written to. */
  data: string;
  /** Why its claim has no volume; the waiting pod worker reports it. */
  error: string;
  /** The fact of its mount; whoever waited continues from this cause. */
  mounted: Carried<string> | undefined;
  /** The sources of its content. */
  sources: readonly unknown[];
}

interface PodEntry {
  readonly pod: Pod;
  readonly cause: Cause;
  readonly volumes: readonly VolumeEntry[];
  desired: boolean;
  removing: boolean;
}

export class VolumeManager {
  readonly #context: KubeletContext;
  readonly #plugins: VolumePlugins;
  readonly #pods = new Map<string, PodEntry>();
  /** Pods with volumes still to mount or unmount. */
  readonly #unsettled = new Set<string>();
  readonly #work: Signal;
  readonly #populatorPhase: Duration;
  readonly #reconcilerPhase: Duration;

  constructor(context: KubeletContext, plugins: VolumePlugins) {
    this.#context = context;
    this.#plugins = plugins;
    this.#work = new Signal(context.sim);
    const prng = context.prng.fork('volumemanager');
    this.#populatorPhase = prng.nextInt(loopPeriod);
    this.#reconcilerPhase = prng.nextInt(loopPeriod);
  }

  /** The populator finds the pod at its next run. */
  podAdded(pod: Pod): void {
    const { uid } = pod.metadata;
    if (this.#pods.has(uid)) return;
    const volumes = mountedVolumes(pod).map((volume) => ({
      volume,
      spec: volumeSpec(pod, volume),
      state: 'unmounted' as const,
      retryAt: 0,
      retryDelay: initialRetry,
      content: undefined,
      data: '',
      error: '',
      mounted: undefined,
      sources: [],
    }));
    if (volumes.length === 0) return;
    const { cause } = this.#context.sim;
    this.#pods.set(uid, { pod, cause, volumes, desired: false, removing: false });
    this.#unsettled.add(uid);
    this.#work.notifyAll();
  }

  /** The containers of the pod are gone: its volumes may be unmounted. */
  podTerminated(uid: string): void {
    const entry = this.#pods.get(uid);
    if (entry === undefined) return;
    entry.removing = true;
    this.#unsettled.add(uid);
    this.#work.notifyAll();
  }

  mounted(uid: string, name: string): MountedVolume | undefined {
    const entry = this.#pods.get(uid)?.volumes.find(({ volume }) => volume.name === name);
    if (entry?.spec === undefined || entry.state !== 'mounted') return undefined;
    const { spec, content, data } = entry;
    return content === undefined ? spec : { ...spec, content, data };
  }

  /** Source: WaitForAttachAndMount. */
  *waitForAttachAndMount(pod: Pod, cancel: SyncCancel): Process<Result<undefined, SyncError>> {
    const { sim } = this.#context;
    this.podAdded(pod);
    const entry = this.#pods.get(pod.metadata.uid);
    if (entry === undefined) return ok(undefined);
    const end = sim.now + waitTimeout;
    // A claim without a volume is read again.
    for (const volume of entry.volumes) {
      if (volume.retryAt === Number.POSITIVE_INFINITY) volume.retryAt = sim.now;
    }
    for (let waited = false; ; waited = true) {
      const missing = entry.volumes.filter(({ state }) => state !== 'mounted');
      if (missing.length === 0) {
        if (waited) this.#emitWaited(pod, entry);
        else this.#remount(pod, entry);
        return ok(undefined);
      }
      if (cancel.cancelled) {
        return { ok: false, error: { kind: 'canceled', message: 'context canceled' } };
      }
      const unprocessed = missing.filter(({ error }) => error.startsWith(unprocessedClaim));
      if (unprocessed.length > 0) return { ok: false, error: notProcessed(missing, unprocessed) };
      if (sim.now >= end) return { ok: false, error: timedOut(missing) };
      yield* sim.asideProcess(firstOf(sim, [cancel.signal], pollInterval));
    }
  }

  /**
   * Every sync of a pod checks its volumes again, because their sources may have changed. Mounts of
   * a subPath keep what they have. Source: MarkRemountRequired.
   */
  #remount(pod: Pod, { volumes }: PodEntry): void {
    const { sim } = this.#context;
    for (const entry of volumes) {
      if (entry.content === undefined || entry.state !== 'mounted') continue;
      const sources = this.#plugins.sources(pod, entry.volume);
      if (sameSources(sources, entry.sources)) continue;
      entry.sources = sources;
      sim.spawn(`remount ${entry.volume.name}`, this.#refresh(pod, entry));
    }
  }

  /** Source: AtomicWriter.Write: nothing is written if nothing changed. */
  *#refresh(pod: Pod, entry: VolumeEntry): Process {
    const { tracer, component, cri, events } = this.#context;
    const before = entry.content ?? {};
    if (entry.spec === undefined) return;
    const result = yield* this.#plugins.setUp(pod, entry.volume, entry.spec);
    const { name } = entry.volume;
    if (!result.ok) {
      const message = `MountVolume.SetUp failed for volume "${name}" : ${result.error}`;
      events.pod(pod, 'Warning', 'FailedMount', message);
      return;
    }
    const content = result.value ?? {};
    const names = new Set([...Object.keys(before), ...Object.keys(content)]);
    const changed = [...names].filter((file) => before[file] !== content[file]).sort();
    if (changed.length === 0) return;
    entry.content = content;
    entry.data = this.#newDirectory(pod, entry);
    const { path, fileModes = {} } = entry.spec;
    cri.writeHostFolder(path, atomicFiles(content, fileModes, entry.data));
    tracer.emit({
      type: 'VolumeContentUpdated',
      component,
      pod: podKey(pod),
      uid: pod.metadata.uid,
      volume: name,
      files: changed,
    });
  }

  #newDirectory({ metadata: { uid } }: Pod, { volume, data }: VolumeEntry): string {
    const { prng, wall } = this.#context;
    const random = prng.fork(`atomic-writer ${uid} ${volume.name} ${data}`).nextBits() >>> 0;
    return timestampDir(civilTime(unixSeconds(wall())), random);
  }

  /** Whether something of the pod is mounted, or may be. Source: podVolumesExist. */
  hasVolumes(uid: string): boolean {
    return this.#pods.has(uid);
  }

  /** Source: WaitForUnmount. */
  *waitForUnmount(pod: Pod): Process {
    this.podTerminated(pod.metadata.uid);
    while (this.#pods.has(pod.metadata.uid)) yield* sleep(loopPeriod);
  }

  *run(): Process {
    const { sim } = this.#context;
    for (;;) {
      while (this.#unsettled.size === 0) yield this.#work;
      yield* sleep(untilTick(sim.now, this.#populatorPhase));
      this.#populate();
      yield* sleep(untilTick(sim.now, this.#reconcilerPhase));
      this.#reconcile();
    }
  }

  /** Source: desired_state_of_world_populator.go. */
  #populate(): void {
    for (const uid of this.#unsettled) {
      const entry = this.#pods.get(uid);
      if (entry !== undefined) entry.desired = !entry.removing;
    }
  }

  /** Unmounts first, then mounts. Source: reconciler.go. */
  #reconcile(): void {
    for (const uid of [...this.#unsettled]) {
      const entry = this.#pods.get(uid);
      if (entry === undefined) this.#unsettled.delete(uid);
      else if (entry.removing && !entry.desired) this.#unmountAll(uid, entry);
      else if (entry.desired) this.#mountMissing(uid, entry);
    }
  }

  #mountMissing(uid: string, entry: PodEntry): void {
    const { sim } = this.#context;
    if (entry.volumes.every(({ state }) => state === 'mounted')) {
      if (!entry.removing) this.#unsettled.delete(uid);
      return;
    }
    for (const volume of entry.volumes) {
      if (volume.state !== 'unmounted' || volume.retryAt > sim.now) continue;
      volume.state = 'mounting';
      const mount = this.#mount(entry.pod, volume);
      sim.under(entry.cause, () => sim.spawn(`mount ${volume.volume.name}`, mount));
    }
  }

  *#mount(pod: Pod, entry: VolumeEntry): Process {
    const { sim, events } = this.#context;
    const { volume } = entry;
    const claim = claimOf(pod, volume);
    if (claim !== undefined) {
      const { claimName, readOnly = false } = claim;
      const found = yield* claimedVolume(this.#context, pod, claimName, readOnly);
      if (!found.ok) {
        // The populator retries silently; the pod's wait reports the error.
        entry.state = 'unmounted';
        entry.error = found.error;
        entry.retryAt = sim.now + entry.retryDelay;
        entry.retryDelay = Math.min(entry.retryDelay * 2, maxRetry);
        return;
      }
      entry.spec = found.value;
    }
    const result =
      entry.spec === undefined
        ? ({ ok: false, error: 'no volume plugin matched' } as const)
        : yield* this.#plugins.setUp(pod, volume, entry.spec);
    if (result.ok) {
      entry.state = 'mounted';
      entry.content = result.value;
      entry.data = this.#newDirectory(pod, entry);
      entry.sources = this.#plugins.sources(pod, volume);
      this.#emitMount(pod, entry, true);
      entry.mounted = sim.carry(volume.name);
      return;
    }
    const message = `MountVolume.SetUp failed for volume "${volume.name}" : ${result.error}`;
    events.pod(pod, 'Warning', 'FailedMount', message);
    entry.state = 'unmounted';
    entry.retryAt = sim.now + entry.retryDelay;
    entry.retryDelay = Math.min(entry.retryDelay * 2, maxRetry);
  }

  #unmountAll(uid: string, entry: PodEntry): void {
    // Waits for mounts under way.
    if (entry.volumes.some(({ state }) => state === 'mounting')) return;
    const { sim } = this.#context;
    for (const volume of entry.volumes) {
      if (volume.state === 'mounted') {
        sim.under(entry.cause, () => this.#emitMount(entry.pod, volume, false));
      }
      if (volume.spec?.plugin === 'kubernetes.io/empty-dir') {
        this.#context.cri.removeHostFolder(volume.spec.path);
      }
      volume.state = 'unmounted';
    }
    this.#pods.delete(uid);
    this.#unsettled.delete(uid);
  }

  #emitMount(pod: Pod, { volume, spec }: VolumeEntry, mounted: boolean): void {
    const { tracer, component } = this.#context;
    tracer.emit({
      type: 'VolumeMounted',
      component,
      pod: podKey(pod),
      uid: pod.metadata.uid,
      volume: volume.name,
      plugin: spec?.plugin ?? '',
      path: spec?.path ?? '',
      mounted,
    });
  }

  #emitWaited(pod: Pod, entry: PodEntry): void {
    const { tracer, component } = this.#context;
    // The worker continues; the last mounted volume is the cause.
    const arrivals = entry.volumes.flatMap(({ mounted }) => mounted ?? []);
    arrivals
      .sort((a, b) => a.cause - b.cause)
      .at(-1)
      ?.take();
    tracer.emit({
      type: 'PodSyncStep',
      component,
      pod: podKey(pod),
      uid: pod.metadata.uid,
      step: 'wait-for-volumes',
      params: { volumes: entry.volumes.length },
    });
  }
}

/** Only volumes that some container mounts. Source: getUniqueVolumeNames. */
function mountedVolumes(pod: Pod): readonly Volume[] {
  const names = new Set(
    allContainers(pod).flatMap(({ container }) =>
      (container.volumeMounts ?? []).map(({ name }) => name),
    ),
  );
  return (pod.spec.volumes ?? []).filter(({ name }) => names.has(name));
}

const untilTick = (now: SimTime, phase: Duration): Duration => {
  const since = (now - phase + loopPeriod) % loopPeriod;
  return since === 0 ? loopPeriod : loopPeriod - since;
};

const sameSources = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

const names = (entries: readonly VolumeEntry[]): string =>
  entries.map(({ volume }) => volume.name).join(' ');

const notMounted = (
  missing: readonly VolumeEntry[],
  unprocessed: readonly VolumeEntry[],
  error: string,
): string =>
  `unmounted volumes=[${names(missing)}], unattached volumes=[],` +
  ` failed to process volumes=[${names(unprocessed)}]: ${error}`;

const timedOut = (missing: readonly VolumeEntry[]): SyncError => ({
  kind: 'error',
  message: notMounted(missing, [], 'context deadline exceeded'),
  interrupted: true,
});

/** Claims without a volume end the wait at once. Source: verifyVolumesMountedFunc. */
function notProcessed(
  missing: readonly VolumeEntry[],
  unprocessed: readonly VolumeEntry[],
): SyncError {
  const error = unprocessed.map((entry) => entry.error).join('; ');
  for (const entry of unprocessed) {
    entry.error = '';
    entry.retryAt = Number.POSITIVE_INFINITY;
  }
  return { kind: 'error', message: notMounted(missing, unprocessed, error) };
}

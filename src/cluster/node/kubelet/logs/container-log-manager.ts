/**
 * Keeps the log files of running containers small.
 *
 * Models kubernetes/pkg/kubelet/logs/container_log_manager.go: every ten seconds each log that has
 * reached containerLogMaxSize is given to a worker, which removes and compresses older files, gives
 * the log another name and makes the runtime write to a new one.
 * In: log files of the node's disk, containers of the runtime. Out: ReopenContainerLog, facts.
 */
import { assert } from '#base/assert';
import { civilTime, unixSeconds } from '#base/civil-time';
import { type Duration, second } from '#base/sim-time';
import { wholeValue } from '#k8s.io/apimachinery/quantity';
import type { ContainerStatus, LogDisk } from '#k8s.io/cri-api/runtime';
import { Channel } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';
import { podNameLabel, podNamespaceLabel } from '../kuberuntime/labels.ts';

/** Source: kubernetes/pkg/kubelet/apis/config/v1beta1/defaults.go. */
const defaults = {
  containerLogMaxSize: '10Mi',
  containerLogMaxFiles: 5,
  containerLogMaxWorkers: 1,
  containerLogMonitorInterval: 10,
} as const;

const compressSuffix = '.gz';
/** gzip reads about this much in a second. */
const compressedPerSecond = 60 * 2 ** 20;

export class ContainerLogManager {
  readonly #context: KubeletContext;
  readonly #maxSize: number;
  readonly #maxFiles: number;
  readonly #maxWorkers: number;
  readonly #interval: Duration;
  readonly #queue: Channel<ContainerStatus>;
  /** Waiting or in the hands of a worker: a container is in the queue once. */
  readonly #queued = new Set<string>();

  constructor(context: KubeletContext) {
    this.#context = context;
    const config = { ...defaults, ...context.node.kubelet };
    this.#maxSize = wholeValue(config.containerLogMaxSize);
    assert(config.containerLogMaxFiles > 1, 'containerLogMaxFiles must be greater than 1');
    this.#maxFiles = config.containerLogMaxFiles;
    this.#maxWorkers = config.containerLogMaxWorkers;
    this.#interval = config.containerLogMonitorInterval * second;
    this.#queue = new Channel(context.sim);
  }

  /** Starts the workers, and the look at all logs; a negative size disables both. */
  start(): void {
    if (this.#maxSize < 0) return;
    const { sim } = this.#context;
    for (let worker = 0; worker < this.#maxWorkers; worker++) {
      sim.spawn('container log rotation worker', this.#work());
    }
    sim.spawn('container log manager', this.#monitor());
  }

  /** Looking costs nothing and leaves no fact while every log is small. Source: rotateLogs. */
  *#monitor(): Process {
    const { cri, tracer, component } = this.#context;
    for (;;) {
      const containers = yield* cri.listContainers();
      const large = containers.ok ? containers.value.filter((one) => this.#isDue(one)) : [];
      if (large.length > 0) tracer.timer(component, 'container-log-manager');
      for (const container of large) {
        if (this.#queued.has(container.id)) continue;
        this.#queued.add(container.id);
        this.#queue.send(container);
      }
      yield* sleep(this.#interval);
    }
  }

  /** A container that has ended writes nothing more. */
  #isDue(container: ContainerStatus): boolean {
    if (container.state !== 'CONTAINER_RUNNING') return false;
    const { logDisk } = this.#context.cri;
    if (logDisk === undefined) return false;
    const file = logDisk.file(container.logPath);
    return file === undefined || file.bytes >= this.#maxSize;
  }

  *#work(): Process {
    for (;;) {
      const container = yield* this.#queue.receive();
      if (container === undefined) return;
      yield* this.#process(podOf(container), container.id);
      this.#queued.delete(container.id);
    }
  }

  /** Source: processContainer. */
  *#process(pod: string, id: string): Process {
    const { cri } = this.#context;
    const status = yield* cri.containerStatus(pod, id);
    const disk = cri.logDisk;
    if (!status.ok || disk === undefined) return;
    const { logPath } = status.value;
    if (disk.file(logPath) === undefined) yield* cri.reopenContainerLog(pod, id);
    const { bytes = 0 } = disk.file(logPath) ?? {};
    if (bytes >= this.#maxSize) yield* this.#rotate(pod, status.value, disk, bytes);
  }

  /** Source: rotateLog; what fails is tried again in the next round. */
  *#rotate(
    pod: string,
    { id, logPath, metadata: { name } }: ContainerStatus,
    disk: LogDisk,
    bytes: number,
  ): Process {
    const { cri, tracer, component, wall } = this.#context;
    const older = disk.rotatedOf(logPath);
    // With the log and the file that it becomes, these are as many as may be.
    const kept = Math.max(0, this.#maxFiles - 2);
    const removed = older.slice(0, Math.max(0, older.length - kept));
    for (const path of removed) disk.remove(path);
    const plain = older.slice(removed.length).filter((path) => !path.endsWith(compressSuffix));
    for (const path of plain) {
      yield* sleep(compressTime(disk.file(path)?.bytes ?? 0));
      disk.compress(path);
    }
    const rotated = `${logPath}.${timestamp(wall())}`;
    disk.rename(logPath, rotated);
    const reopened = yield* cri.reopenContainerLog(pod, id);
    if (!reopened.ok) {
      disk.rename(rotated, logPath);
      return;
    }
    const compressed = plain.map((path) => `${path}${compressSuffix}`);
    const type = 'ContainerLogRotated';
    const files = { log: logPath, rotated, bytes, compressed, removed };
    tracer.emit({ type, component, pod, container: name, ...files });
  }
}

/** Removes all logs of a container that is about to be removed. Source: Clean. */
export function cleanLogs(disk: LogDisk | undefined, { logPath }: ContainerStatus): void {
  for (const path of disk?.rotatedOf(logPath) ?? []) disk?.remove(path);
  disk?.remove(logPath);
}

const compressTime = (bytes: number): Duration =>
  Math.round((bytes / compressedPerSecond) * second);

const podOf = ({ labels }: ContainerStatus): string =>
  `${labels[podNamespaceLabel]}/${labels[podNameLabel]}`;

/** Source: timestampFormat, `20060102-150405`. */
function timestamp(time: number): string {
  const { year, month, day, hour, minute, second: seconds } = civilTime(unixSeconds(time));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}${two(month)}${two(day)}-${two(hour)}${two(minute)}${two(seconds)}`;
}

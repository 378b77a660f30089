/**
 * The last two readings of each kubelet, and the rates between them.
 *
 * Models sigs.k8s.io/metrics-server pkg/scraper/client/resource/decode.go and pkg/storage
 * (node.go, pod.go). In: pages of `/metrics/resource`. Out: CPU in nanocores, memory in bytes.
 */
import { type Duration, runEpoch, type SimTime, second } from '#base/sim-time';

/** One reading: time on the CPU since the start, and memory. */
interface Point {
  readonly at: SimTime;
  readonly startedAt: SimTime;
  readonly cpuTime: Duration;
  readonly memory: number;
}

export interface Usage {
  readonly at: SimTime;
  readonly window: Duration;
  readonly nanocores: number;
  readonly memory: number;
}

interface Reading {
  readonly node: Point | undefined;
  /** By `namespace/pod`, then by container. */
  readonly pods: ReadonlyMap<string, ReadonlyMap<string, Point>>;
}

/** A container younger than this has no rate yet. */
const freshContainer: Duration = 10 * second;
const sample = /^(node|container)_(cpu|memory|start)_\w+(?:\{([^}]*)\})? (\S+)(?: (\d+))?$/;

type Draft = { -readonly [name in keyof Point]: Point[name] };

/** Reads one page. */
export function readPage(page: string): Reading {
  const pods = new Map<string, Map<string, Draft>>();
  let node: Draft | undefined;
  const blank = (): Draft => ({ at: 0, startedAt: 0, cpuTime: 0, memory: 0 });
  const draftOf = (labels: string): Draft => {
    const label = (name: string): string =>
      new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
    const key = `${label('namespace')}/${label('pod')}`;
    const containers = pods.get(key) ?? new Map<string, Draft>();
    pods.set(key, containers);
    const draft = containers.get(label('container')) ?? blank();
    containers.set(label('container'), draft);
    return draft;
  };
  for (const line of page.split('\n')) {
    const [, of, what, labels = '', value = '', stamp] = sample.exec(line) ?? [];
    if (of === undefined) continue;
    if (of === 'node') node ??= blank();
    const draft = of === 'node' ? (node ?? blank()) : draftOf(labels);
    if (stamp !== undefined) draft.at = Number(stamp) * 1_000 - runEpoch;
    if (what === 'cpu') draft.cpuTime = Math.round(Number(value) * second);
    else if (what === 'memory') draft.memory = Number(value);
    else draft.startedAt = Math.round(Number(value) * second) - runEpoch;
  }
  return { node, pods };
}

export class MetricsStore {
  readonly #last = new Map<string, Reading>();
  readonly #before = new Map<string, Reading>();
  readonly #resolution: Duration;

  constructor(resolution: Duration) {
    this.#resolution = resolution;
  }

  /** Whether there are metrics to serve. */
  get ready(): boolean {
    return this.#before.size > 0;
  }

  /** Stores the reading of a node's kubelet; `undefined`: it did not answer. */
  add(node: string, reading: Reading | undefined): void {
    const last = this.#last.get(node);
    if (last !== undefined) this.#before.set(node, last);
    if (reading !== undefined) this.#last.set(node, reading);
    else {
      this.#last.delete(node);
      this.#before.delete(node);
    }
  }

  /** Drops nodes that no longer exist. */
  keep(nodes: ReadonlySet<string>): void {
    for (const name of this.#last.keys()) {
      if (nodes.has(name)) continue;
      this.#last.delete(name);
      this.#before.delete(name);
    }
  }

  node(name: string): Usage | undefined {
    return rate(this.#before.get(name)?.node, this.#last.get(name)?.node);
  }

  /** By container; `undefined` unless every container has a rate. */
  pod(key: string, node: string): ReadonlyMap<string, Usage> | undefined {
    const last = this.#last.get(node)?.pods.get(key);
    if (last === undefined) return undefined;
    const before = this.#before.get(node)?.pods.get(key);
    const usages = new Map<string, Usage>();
    for (const [container, point] of last) {
      const age = point.at - point.startedAt;
      const fresh = age >= freshContainer && age < this.#resolution;
      const first = { ...point, at: point.startedAt, cpuTime: 0 };
      const usage = rate(before?.get(container) ?? (fresh ? first : undefined), point);
      if (usage === undefined) return undefined;
      usages.set(container, usage);
    }
    return usages;
  }
}

/** Source: resourceUsage; a counter that went back belongs to another container. */
function rate(before: Point | undefined, last: Point | undefined): Usage | undefined {
  if (before === undefined || last === undefined) return undefined;
  const window = last.at - before.at;
  const used = last.cpuTime - before.cpuTime;
  if (window <= 0 || used < 0) return undefined;
  const nanocores = Math.round((used / window) * 1e9);
  return { at: last.at, window, nanocores, memory: last.memory };
}

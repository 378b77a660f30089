/** One deployment from an empty cluster to all replicas Ready: what `bench -- deploy` runs. */
import { second, seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { scenarios } from '#scenarios/index';
import type { Fact } from '#trace/facts';
import { etcdFolder } from '#trace/object-key';
import { hashTrace } from '#trace/trace-hash';

export interface DeployFigures {
  readonly wallMs: number;
  /** CPU from the creation of the cluster to all replicas Ready. */
  readonly cpuMs: number;
  /** The part of it after the command was entered. */
  readonly commandCpuMs: number;
  /** From the command to the last replica Ready. */
  readonly virtualMs: number;
  readonly facts: number;
  readonly peakRssMb: number;
  readonly traceHash: string;
}

const podFolder = etcdFolder('pods');

/** How much virtual time a deployment may take before the bench gives up. */
const limit = seconds(600);

/** Throws when the replicas are not all Ready within ten minutes of virtual time. */
export function benchDeploy(replicas: number, nodes: number, seed = 1): DeployFigures {
  const wallStart = process.hrtime.bigint();
  const cpuStart = process.cpuUsage();
  const simulation = new ClusterSimulation(clusterOf(nodes), seed, allParts);
  const { sim, tracer } = simulation;
  sim.run(scenarios['empty-cluster'].readyAt);
  const commandStart = process.cpuUsage();
  const entered = sim.now;
  const ready = new ReadyCount(tracer.facts);
  simulation.plan({
    at: entered,
    kind: 'command',
    line: `kubectl create deployment nginx --image=nginx --replicas=${replicas}`,
    user: 'admin',
  });
  while (ready.count() < replicas) {
    if (sim.now > entered + limit) throw new Error(`${ready.count()} of ${replicas} are Ready`);
    sim.run(sim.now + second / 20);
  }
  const commandCpu = cpuMs(commandStart);
  const cpu = cpuMs(cpuStart);
  return {
    wallMs: Number(process.hrtime.bigint() - wallStart) / 1e6,
    cpuMs: cpu,
    commandCpuMs: commandCpu,
    virtualMs: (ready.lastAt - entered) / 1000,
    facts: tracer.facts.length,
    peakRssMb: Math.round(peakRssKib() / 1024),
    traceHash: hashTrace(tracer.facts),
  };
}

/** Of this program alone: `maxRSS` also counts what the process was before it became this one. */
function peakRssKib(): number {
  const fs = process.getBuiltinModule('node:fs');
  const own = '/proc/self/status';
  const text = fs.existsSync(own) ? fs.readFileSync(own, 'utf8') : '';
  const [, kib] = /VmHWM:\s+(\d+)/.exec(text) ?? [];
  return kib === undefined ? process.resourceUsage().maxRSS : Number(kib);
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Counts the pods that are Ready in the store, reading each fact once. */
class ReadyCount {
  readonly #facts: readonly Fact[];
  readonly #ready = new Set<string>();
  #seen = 0;
  lastAt = 0;

  constructor(facts: readonly Fact[]) {
    this.#facts = facts;
    this.#seen = facts.length;
  }

  count(): number {
    const facts = this.#facts;
    let seen = this.#seen;
    for (; seen < facts.length; seen++) {
      const fact = facts[seen];
      if (fact?.type !== 'TxnCommitted' || !fact.key.startsWith(podFolder)) continue;
      if (!isReady(fact.value) || this.#ready.has(fact.key)) continue;
      this.#ready.add(fact.key);
      this.lastAt = fact.at;
    }
    this.#seen = seen;
    return this.#ready.size;
  }
}

function isReady(value: unknown): boolean {
  const pod = value as {
    status?: { conditions?: readonly { type: string; status: string }[] };
  };
  return (
    pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ===
    true
  );
}

import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import type { NodeConfig } from '#cluster/config/cluster-config';
import { hostOf } from '#cluster/node/kernel/host-resources';
import type { Pod } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { node } from '#scenarios/clusters';
import { Simulation } from '#sim/simulation';
import type { FactOf } from '#trace/facts';
import { Tracer } from '#trace/tracer';
import { formatCpuset, parseCpuset } from './cpuset.ts';
import { ResourceManagers } from './resource-managers.ts';

/** Two NUMA nodes of four CPUs and 8 GiB each; CPU 0 is the system's. */
const machine: Partial<NodeConfig> = {
  cpu: '8',
  memory: '16Gi',
  numaNodes: [
    { cpus: '0-3', memory: '8Gi' },
    { cpus: '4-7', memory: '8Gi' },
  ],
  devicePlugins: [
    {
      resource: 'example.com/gpu',
      env: 'GPUS',
      devices: [
        { id: 'gpu-0', numaNode: 0 },
        { id: 'gpu-1', numaNode: 1 },
      ],
    },
  ],
};
const pinned = { cpuManagerPolicy: 'static', reservedSystemCPUs: '0' } as const;

function newBed(kubelet: NodeConfig['kubelet'], more: Partial<NodeConfig> = {}) {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  tracer.emitRoot({ type: 'ComponentStarted', component: 'kubelet', version: '', flags: [] });
  const config: NodeConfig = { ...node(1), ...machine, ...more, kubelet: kubelet ?? {} };
  const host = hostOf(config);
  const managers = new ResourceManagers({ tracer, component: 'node-1/kubelet' }, config, host);
  sim.spawn('plugins', managers.runPlugins());
  const cause = sim.cause;
  sim.run(2_000_000);
  sim.traced(cause);
  const given = (): FactOf<'ResourcesAllocated'>[] =>
    tracer.facts.filter((fact) => fact.type === 'ResourcesAllocated');
  return { sim, tracer, config, host, managers, given };
}

type Limits = Readonly<Record<string, string>>;

/** A pod with a container for each list of limits. */
function pod(name: string, ...limits: readonly Limits[]): Pod {
  const containers = limits.map((one, index) => ({
    name: `c${index}`,
    image: 'busybox',
    resources: { limits: one, requests: one },
  }));
  return asObject<Pod>({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name },
    spec: { containers },
  });
}

const guaranteed = (cpu: string, more: Limits = {}): Limits => ({ cpu, memory: '1Gi', ...more });

describe('the static policy of the CPU manager', () => {
  it('gives whole CPUs to guaranteed containers and leaves the rest to all others', () => {
    const { managers } = newBed(pinned);
    const a = pod('a', guaranteed('2'), guaranteed('500m'));
    expect(managers.admit(a)).toBeUndefined();
    const [own, shared] = a.spec.containers.map((one) => managers.placed(a, one, {}));
    expect(own).toEqual({ cpuQuota: -1, cpusetCpus: '1-2' });
    expect(shared).toEqual({ cpusetCpus: '0,3-7' });
    managers.release('a');
    const b = pod('b', { memory: '1Gi' });
    expect(managers.admit(b)).toBeUndefined();
    expect(managers.placed(b, b.spec.containers[0] as never, {})).toEqual({ cpusetCpus: '0-7' });
  });

  it('takes CPUs of one NUMA node if one has enough', () => {
    const { managers, given } = newBed(pinned);
    managers.admit(pod('a', guaranteed('2')));
    managers.admit(pod('b', guaranteed('3')));
    managers.admit(pod('c', guaranteed('1')));
    expect(given().map(({ cpus }) => cpus)).toEqual(['1-2', '4-6', '3']);
  });

  it('refuses what is not there, and keeps what was given over a restart of the kubelet', () => {
    const { tracer, config, host, managers } = newBed(pinned);
    managers.admit(pod('a', guaranteed('6')));
    expect(managers.admit(pod('b', guaranteed('2')))).toEqual({
      reason: 'UnexpectedAdmissionError',
      message:
        'Allocate failed due to not enough cpus available to satisfy request:' +
        ' requested=2, available=1, which is unexpected',
    });
    const again = new ResourceManagers({ tracer, component: 'node-1/kubelet' }, config, host);
    expect(again.hasExclusiveCpus('a')).toBe(true);
    expect(again.admit(pod('b', guaranteed('2')))?.reason).toBe('UnexpectedAdmissionError');
  });
});

describe('the device manager', () => {
  it('hands out devices with their variable and device nodes until none is left', () => {
    const { managers } = newBed({});
    const a = pod('a', { 'example.com/gpu': '2' });
    expect(managers.admit(a)).toBeUndefined();
    expect(managers.runOptions(a, a.spec.containers[0] as never)).toEqual({
      envs: [{ key: 'GPUS', value: 'gpu-0,gpu-1' }],
      devices: [
        { containerPath: '/dev/gpu-0', hostPath: '/dev/gpu-0' },
        { containerPath: '/dev/gpu-1', hostPath: '/dev/gpu-1' },
      ],
    });
    expect(managers.admit(pod('b', { 'example.com/gpu': '1' }))?.message).toBe(
      'Allocate failed due to requested number of devices unavailable for example.com/gpu.' +
        ' Requested: 1, Available: 0, which is unexpected',
    );
  });

  it('counts broken devices as capacity and gives none of them', () => {
    const { managers, host } = newBed({});
    host.failedDevices.add('example.com/gpu/gpu-0');
    expect(managers.devices).toEqual([{ resource: 'example.com/gpu', all: 2, healthy: 1 }]);
    expect(managers.admit(pod('a', { 'example.com/gpu': '2' }))?.message).toContain(
      'Requested: 2, Available: 1',
    );
    host.failedDevices.add('example.com/gpu/gpu-1');
    expect(managers.admit(pod('a', { 'example.com/gpu': '1' }))?.message).toContain(
      'no healthy devices present; cannot allocate unhealthy devices example.com/gpu',
    );
  });
});

describe('the topology manager', () => {
  const wide = pod('wide', guaranteed('2', { 'example.com/gpu': '2' }));

  it('admits everything as best effort, and only what is preferred when restricted', () => {
    // One CPU is free on each node, though a node could hold two.
    const fill = ({ managers }: ReturnType<typeof newBed>): void => {
      managers.admit(pod('a', guaranteed('2')));
      managers.admit(pod('b', guaranteed('3')));
    };
    const best = newBed({ ...pinned, topologyManagerPolicy: 'best-effort' });
    fill(best);
    expect(best.managers.admit(pod('c', guaranteed('2')))).toBeUndefined();
    expect(best.given().at(-1)).toMatchObject({ cpus: '3,7', preferred: false });
    const restricted = newBed({ ...pinned, topologyManagerPolicy: 'restricted' });
    fill(restricted);
    expect(restricted.managers.admit(pod('c', guaranteed('2')))).toEqual({
      reason: 'TopologyAffinityError',
      message: 'Resources cannot be allocated with Topology locality',
    });
    // No NUMA node has two GPUs, so the preferred hint for two GPUs is both nodes.
    expect(restricted.managers.admit(pod('d', { 'example.com/gpu': '2' }))).toBeUndefined();
  });

  it('keeps all resources of a container on one node with single-numa-node', () => {
    const single = newBed({
      ...pinned,
      memoryManagerPolicy: 'Static',
      topologyManagerPolicy: 'single-numa-node',
    });
    single.managers.admit(pod('a', guaranteed('3')));
    single.managers.admit(pod('b', guaranteed('2', { 'example.com/gpu': '1' })));
    expect(single.given()).toMatchObject([
      { cpus: '1-3', memoryNodes: '0', numaNodes: '0' },
      { cpus: '4-5', memoryNodes: '1', numaNodes: '1', devices: { 'example.com/gpu': ['gpu-1'] } },
    ]);
    expect(single.managers.admit(wide)?.reason).toBe('TopologyAffinityError');
  });

  it('aligns a pod as a whole with the scope pod', () => {
    const kubelet = {
      ...pinned,
      topologyManagerPolicy: 'single-numa-node',
      topologyManagerScope: 'pod',
    } as const;
    const { managers, given } = newBed(kubelet);
    expect(managers.admit(pod('a', guaranteed('2'), guaranteed('2')))).toBeUndefined();
    expect(given().map(({ cpus }) => cpus)).toEqual(['4-5', '6-7']);
    expect(managers.admit(pod('b', guaranteed('2'), guaranteed('2')))?.message).toBe(
      'Pod Scope Resources cannot be allocated with Topology locality',
    );
  });
});

describe('the static policy of the memory manager', () => {
  it('promises memory of as few nodes as can hold it, and no more than there is', () => {
    const { managers, given } = newBed({ memoryManagerPolicy: 'Static' });
    const ask = (memory: string): Limits => ({ cpu: '100m', memory });
    managers.admit(pod('a', ask('6Gi')));
    managers.admit(pod('b', ask('6Gi')));
    managers.admit(pod('c', ask('3Gi')));
    expect(given().map(({ memoryNodes }) => memoryNodes)).toEqual(['0', '1', '0,1']);
    expect(managers.admit(pod('d', ask('2Gi')))?.message).toBe(
      'Allocate failed due to [memorymanager] failed to get the default NUMA affinity,' +
        ' no NUMA nodes with enough memory is available, which is unexpected',
    );
  });
});

describe('a list of CPUs', () => {
  it('is written as short as the kernel writes it', () => {
    const prng = createPrng(7);
    for (let i = 0; i < 50; i++) {
      const cpus = Array.from({ length: 16 }, (_, cpu) => cpu).filter(() => prng.nextInt(2) === 0);
      expect(parseCpuset(formatCpuset(cpus))).toEqual(cpus);
    }
    expect(formatCpuset([0, 1, 2, 4, 6, 7])).toBe('0-2,4,6-7');
  });
});

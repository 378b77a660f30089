/**
 * `/metrics/resource`: what the node, its pods and their containers use, in Prometheus' text form.
 *
 * Models kubernetes/pkg/kubelet/metrics/collectors/resource_metrics.go. In: the runtime's
 * statistics and the machine's memory. Out: lines that the metrics server reads.
 */
import { type Duration, ms, runEpoch, type SimTime, second } from '#base/sim-time';
import type { HostResources } from '#cluster/node/os/host-resources';
import type { Pod } from '#k8s.io/api/core/v1';
import type { ContainerStats, PodStats } from '#k8s.io/cri-api/runtime';

/**
 * What kubelet, container runtime, kube-proxy and the kernel use beside the pods: no control group
 * of this machine counts them.
 */
const systemMemory = 420 * 2 ** 20;
/** On the CPU, in each second. */
const systemCpu: Duration = ms(38);

export interface ResourceUsage {
  readonly now: SimTime;
  readonly host: HostResources;
  readonly stats: readonly PodStats[];
  readonly podOf: (uid: string) => Pod | undefined;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly string[];
}

/** What the whole machine uses: time on the CPU so far, and bytes. */
export function nodeUsage(
  now: SimTime,
  host: HostResources,
  stats: readonly PodStats[],
): { readonly cpu: Duration; readonly memory: number } {
  const containers = stats.flatMap((pod) => pod.containers);
  const used = Math.max(sum(containers.map(memoryOf)), host.memoryBytes - host.memoryAvailable);
  return {
    cpu: sum(containers.map(cpuOf)) + Math.round((now / second) * systemCpu),
    memory: used + systemMemory,
  };
}

/** The whole page. */
export function resourceMetrics(usage: ResourceUsage): string {
  const { now, host, stats } = usage;
  const pods = stats.flatMap(({ uid, containers }) => {
    const pod = usage.podOf(uid);
    return pod === undefined ? [] : [{ pod, containers }];
  });
  const stamp = Math.floor((runEpoch + now) / ms(1));
  const { cpu: nodeCpu, memory: nodeMemory } = nodeUsage(now, host, stats);
  const ofContainers = (value: (stats: ContainerStats) => string) =>
    pods.flatMap(({ pod: { metadata }, containers }) =>
      containers.map((container) => {
        const { name, namespace } = metadata;
        const labels = `container="${container.name}",namespace="${namespace}",pod="${name}"`;
        return `{${labels}} ${value(container)}`;
      }),
    );
  const ofPods = (value: (stats: readonly ContainerStats[]) => string) =>
    pods.map(({ pod: { metadata }, containers }) => {
      const labels = `namespace="${metadata.namespace}",pod="${metadata.name}"`;
      return `{${labels}} ${value(containers)} ${stamp}`;
    });
  const families: readonly Family[] = [
    cpu(
      'container',
      ofContainers((one) => `${inSeconds(one.cpuTime)} ${stamp}`),
    ),
    memory(
      'container',
      ofContainers((one) => `${one.memoryBytes} ${stamp}`),
    ),
    {
      name: 'container_start_time_seconds',
      help: 'Start time of the container since unix epoch in seconds',
      type: 'gauge',
      samples: ofContainers((one) => inSeconds(runEpoch + one.startedAt)),
    },
    cpu('node', [` ${inSeconds(nodeCpu)} ${stamp}`]),
    memory('node', [` ${nodeMemory} ${stamp}`]),
    cpu(
      'pod',
      ofPods((containers) => inSeconds(sum(containers.map(cpuOf)))),
    ),
    memory(
      'pod',
      ofPods((containers) => String(sum(containers.map(memoryOf)))),
    ),
    {
      name: 'resource_scrape_error',
      help: '1 if there was an error while getting container metrics, 0 otherwise',
      type: 'gauge',
      samples: [' 0'],
    },
  ];
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(textOf)
    .join('');
}

const cpu = (of: string, samples: readonly string[]): Family => ({
  name: `${of}_cpu_usage_seconds_total`,
  help: `Cumulative cpu time consumed by the ${of} in core-seconds`,
  type: 'counter',
  samples,
});

const memory = (of: string, samples: readonly string[]): Family => ({
  name: `${of}_memory_working_set_bytes`,
  help: `Current working set of the ${of} in bytes`,
  type: 'gauge',
  samples,
});

const textOf = ({ name, help, type, samples }: Family): string =>
  [`# HELP ${name} [STABLE] ${help}`, `# TYPE ${name} ${type}`]
    .concat(samples.map((sample) => `${name}${sample}`))
    .map((line) => `${line}\n`)
    .join('');

export const cpuOf = ({ cpuTime }: ContainerStats): Duration => cpuTime;
export const memoryOf = ({ memoryBytes }: ContainerStats): number => memoryBytes;
export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const inSeconds = (time: number): string => String(time / second);

/**
 * `/metrics/cadvisor`: what control groups of pods and containers use, in Prometheus' text form.
 *
 * Models google/cadvisor metrics/prometheus.go with the kubelet's labels
 * (kubernetes/pkg/kubelet/server containerPrometheusLabelsFunc). In: control groups, and which pod
 * and container each belongs to. Out: lines, one family after another by name.
 */
import { ms, runEpoch, type SimTime, second } from '#base/sim-time';
import type { Cgroup } from '#cluster/node/os/cgroups';
import type { HostResources } from '#cluster/node/os/host-resources';
import type { ContainerStatus, Pod, PodStatus } from '#k8s.io/api/core/v1';
import type { PodStats } from '#k8s.io/cri-api/runtime';
import { parseCpuset } from '../cm/cpuset.ts';
import { nodeInfo } from '../nodestatus/setters.ts';

export interface CadvisorSource {
  readonly node: string;
  readonly now: SimTime;
  readonly host: HostResources;
  readonly stats: readonly PodStats[];
  readonly podOf: (uid: string) => Pod | undefined;
  readonly statusOf: (uid: string) => PodStatus | undefined;
}

/** A control group of a pod (no container) or of a container. */
interface Group {
  readonly cgroup: Cgroup;
  /** Without the node's own root: `/kubepods/besteffort/podUID`. */
  readonly id: string;
  readonly pod: Pod;
  readonly status?: ContainerStatus;
  readonly startedAt?: SimTime;
  readonly processes?: number;
}

type Family = readonly [
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  sample: (group: Group) => readonly [more: string, value: number] | undefined,
];

const seconds = (time: number): number => time / second;
const plain = (value: number | undefined) =>
  value === undefined ? undefined : (['', value] as const);

const families: readonly Family[] = [
  [
    'container_cpu_usage_seconds_total',
    'counter',
    'Cumulative cpu time consumed in seconds.',
    ({ cgroup }) => ['cpu="total",', seconds(cgroup.cpuUsage)],
  ],
  [
    'container_memory_usage_bytes',
    'gauge',
    'Current memory usage in bytes, including all memory regardless of when it was accessed',
    ({ cgroup }) => plain(cgroup.memoryUsage),
  ],
  [
    'container_memory_working_set_bytes',
    'gauge',
    'Current working set in bytes.',
    ({ cgroup }) => plain(cgroup.memoryUsage),
  ],
  [
    'container_processes',
    'gauge',
    'Number of processes running inside the container.',
    ({ processes }) => plain(processes),
  ],
  [
    'container_spec_cpu_shares',
    'gauge',
    'CPU share of the container.',
    ({ cgroup }) => plain(cgroup.cpuShares),
  ],
  [
    'container_spec_memory_limit_bytes',
    'gauge',
    'Memory limit for the container.',
    ({ cgroup }) => plain(cgroup.memoryLimit ?? 0),
  ],
  [
    'container_start_time_seconds',
    'gauge',
    'Start time of the container since unix epoch in seconds.',
    ({ startedAt }) => plain(startedAt && seconds(runEpoch + startedAt)),
  ],
];

/** The whole page. */
export function cadvisorMetrics(source: CadvisorSource): string {
  const { host, now } = source;
  const stamp = Math.floor((runEpoch + now) / ms(1));
  const groups = groupsOf(source);
  const ofGroups = families.flatMap(([name, type, help, sample]) => {
    const lines = groups.flatMap((group) => {
      const found = sample(group);
      if (found === undefined) return [];
      const [more, value] = found;
      return [`${name}{${labelsOf(group, more)}} ${value} ${stamp}`];
    });
    return lines.length === 0 ? [] : [...head(name, type, help), ...lines];
  });
  const { machineID, systemUUID } = nodeInfo;
  const machine = `boot_id="${host.bootId}",machine_id="${machineID}",system_uuid="${systemUUID}"`;
  return [
    ...ofGroups,
    ...head('machine_cpu_cores', 'gauge', 'Number of logical CPU cores.'),
    `machine_cpu_cores{${machine}} ${parseCpuset(host.allCpus).length}`,
    ...head('machine_memory_bytes', 'gauge', 'Amount of memory installed on the machine.'),
    `machine_memory_bytes{${machine}} ${host.memoryBytes}`,
    '',
  ].join('\n');
}

const head = (name: string, type: string, help: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

/** Source: containerPrometheusLabelsFunc; Prometheus sorts them. */
function labelsOf({ id, pod, status }: Group, more: string): string {
  const { name, namespace } = pod.metadata;
  const [container = '', image = '', own = ''] =
    status === undefined ? [] : [status.name, status.image, idOf(status)];
  return (
    `container="${container}",${more}id="${id}",image="${image}",name="${own}",` +
    `namespace="${namespace}",pod="${name}"`
  );
}

const idOf = ({ containerID = '' }: ContainerStatus): string =>
  containerID.replace(/^[a-z]+:\/\//, '');

/** Those of pods that this kubelet knows, and of their containers that run. */
function groupsOf({ node, host, stats, podOf, statusOf }: CadvisorSource): readonly Group[] {
  return host.cgroups.under(`/${node}/kubepods`).flatMap((cgroup): readonly Group[] => {
    const id = cgroup.path.slice(node.length + 1);
    const [, uid = '', container] = /\/pod([^/]+)(?:\/([^/]+))?$/.exec(id) ?? [];
    const pod = podOf(uid);
    if (pod === undefined) return [];
    if (container === undefined) return [{ cgroup, id, pod }];
    const { initContainerStatuses = [], containerStatuses = [] } =
      statusOf(uid) ?? pod.status ?? {};
    const status = [...initContainerStatuses, ...containerStatuses].find(
      (one) => idOf(one) === container,
    );
    if (status === undefined) return [];
    const used = stats
      .find((one) => one.uid === uid)
      ?.containers.find(({ name }) => name === status.name);
    return [
      {
        cgroup,
        id,
        pod,
        status,
        ...(used && { startedAt: used.startedAt, processes: used.processes }),
      },
    ];
  });
}

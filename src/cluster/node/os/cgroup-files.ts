/**
 * Control groups as files, the way a shell in a container or on the host reads them.
 *
 * Models the interface files of the cpu, cpuset, memory and pids controllers. In: a control
 * group. Out: file names and texts; on cgroup v1 each controller has a tree of its own, on v2 there
 * is one tree.
 */
import type { Cgroup, CgroupVersion } from './cgroups.ts';

const cgroupRoot = '/sys/fs/cgroup';

const period = 100_000;
/** `memory.limit_in_bytes` of a group without a limit: the largest page-aligned number. */
const unlimitedMemory = '9223372036854771712';
const leastShares = 2;

/**
 * `cpu.weight` as the kubelet writes it for pods and QoS classes.
 * Source: kubernetes/pkg/kubelet/cm/cgroup_manager_linux.go getCPUWeight.
 */
const kubeletWeight = (shares: number): number =>
  1 + Math.floor(((shares - leastShares) * 9999) / 262142);

/**
 * `cpu.weight` as runc writes it for a container, so that 1024 shares are the default of 100.
 * Source: opencontainers/cgroups v0.0.6 ConvertCPUSharesToCgroupV2Value.
 */
export function runcWeight(shares: number): number {
  if (shares <= leastShares) return 1;
  if (shares >= 262_144) return 10_000;
  const l = Math.log2(shares);
  const exact = 10 ** ((l * l + 125 * l) / 612 - 7 / 34);
  // A power that is whole except for rounding errors stays whole.
  const whole = Math.round(exact);
  return Math.abs(exact - whole) < 1e-6 ? whole : Math.ceil(exact);
}

/** The files of one group, by name; `processes` are the ids of its processes. */
export interface CgroupLook {
  readonly group: Cgroup;
  readonly processes: readonly number[];
  /** All CPUs and NUMA nodes of the machine, where the group names none. */
  readonly allCpus: string;
  readonly allMems: string;
}

type Files = Readonly<Record<string, string>>;

const lines = (numbers: readonly number[]): string => numbers.map((pid) => `${pid}\n`).join('');

/** The files of cgroup v2 in the group's one folder. */
function unifiedFiles({ group, processes, allCpus, allMems }: CgroupLook): Files {
  const { cpuShares, cpuQuota, memoryLimit, pidsLimit, ofContainer } = group;
  const weight = ofContainer ? runcWeight(cpuShares) : kubeletWeight(cpuShares);
  return {
    'cgroup.controllers': 'cpuset cpu io memory hugetlb pids rdma misc\n',
    'cgroup.procs': lines(processes),
    'cgroup.type': 'domain\n',
    'cpu.max': `${cpuQuota <= 0 ? 'max' : cpuQuota} ${period}\n`,
    'cpu.weight': `${weight}\n`,
    'cpuset.cpus': `${group.cpus}\n`,
    'cpuset.cpus.effective': `${group.cpus === '' ? allCpus : group.cpus}\n`,
    'cpuset.mems': `${group.mems}\n`,
    'cpuset.mems.effective': `${group.mems === '' ? allMems : group.mems}\n`,
    'memory.current': `${group.memoryUsage}\n`,
    'memory.high': 'max\n',
    'memory.max': `${memoryLimit ?? 'max'}\n`,
    'memory.min': '0\n',
    // The kubelet has all processes of a container ended together (singleProcessOOMKill: false).
    'memory.oom.group': `${ofContainer ? 1 : 0}\n`,
    'pids.current': `${processes.length}\n`,
    'pids.max': `${pidsLimit ?? 'max'}\n`,
  };
}

/** The files of cgroup v1, by controller. */
function legacyFiles({ group, processes, allCpus, allMems }: CgroupLook): Files {
  const { cpuShares, cpuQuota, memoryLimit, pidsLimit } = group;
  return {
    'cpu/cpu.shares': `${cpuShares}\n`,
    'cpu/cpu.cfs_quota_us': `${cpuQuota}\n`,
    'cpu/cpu.cfs_period_us': `${period}\n`,
    'cpuset/cpuset.cpus': `${group.cpus === '' ? allCpus : group.cpus}\n`,
    'cpuset/cpuset.mems': `${group.mems === '' ? allMems : group.mems}\n`,
    'memory/memory.limit_in_bytes': `${memoryLimit ?? unlimitedMemory}\n`,
    'memory/memory.usage_in_bytes': `${group.memoryUsage}\n`,
    'pids/pids.current': `${processes.length}\n`,
    'pids/pids.max': `${pidsLimit ?? 'max'}\n`,
  };
}

/**
 * The files of a group by their whole path. `at` is where the group is seen: its own path on the
 * host, empty in a container, which sees its group as the root.
 */
export function cgroupFiles(version: CgroupVersion, look: CgroupLook, at: string): Files {
  const files: Record<string, string> = {};
  const own = version === 2 ? unifiedFiles(look) : legacyFiles(look);
  for (const name in own) {
    const [controller = '', file = ''] = version === 2 ? ['', name] : name.split('/');
    const folder = controller === '' ? cgroupRoot : `${cgroupRoot}/${controller}`;
    files[`${folder}${at}/${file}`] = own[name] ?? '';
  }
  return files;
}

/** The paths of the files that a container sees of its own group, whatever is in them. */
export function ownCgroupPaths(version: CgroupVersion): readonly string[] {
  ownPaths[version] ??= Object.keys(cgroupFiles(version, anyLook, ''));
  return ownPaths[version];
}

const ownPaths: Partial<Record<CgroupVersion, readonly string[]>> = {};
const anyLook: CgroupLook = {
  group: {
    ...{ path: '', cpuShares: 0, cpuQuota: 0, memoryLimit: undefined, memoryUsage: 0 },
    ...{ cpuUsage: 0, cpus: '', mems: '', pidsLimit: undefined, ofContainer: false },
  },
  ...{ processes: [], allCpus: '', allMems: '' },
};

/** The values that a fact of the kubelet shows: weight, quota and memory by file name. */
export function cgroupLimits(version: CgroupVersion, group: Cgroup): Files {
  const names =
    version === 2
      ? ['cpu.weight', 'cpu.max', 'memory.max']
      : ['cpu/cpu.shares', 'cpu/cpu.cfs_quota_us', 'memory/memory.limit_in_bytes'];
  const look = { group, processes: [], allCpus: '', allMems: '' };
  const all = version === 2 ? unifiedFiles(look) : legacyFiles(look);
  return Object.fromEntries(
    names.map((name) => [name.replace(/^.*\//, ''), (all[name] ?? '').trim()]),
  );
}

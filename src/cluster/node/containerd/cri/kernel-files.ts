/**
 * What the kernel shows a container as files: its control group, its devices, its processes, its
 * mounts, and parameters of its namespaces, which have no effect.
 */
import { cgroupFiles } from '#cluster/node/os/cgroup-files';
import type { ContainerdContext } from '../containerd-context.ts';
import type { Container } from '../node-state.ts';

type Files = Record<string, string>;

/** Looks at the files by path. Each process has `cmdline`, `comm` and `oom_score_adj`. */
export function kernelFiles(
  { cgroups, host }: ContainerdContext,
  container: () => Container,
): () => Readonly<Files> {
  let fixed: Readonly<Files> | undefined;
  return () => {
    const { spec, task } = container();
    // A program looks here all the time, so what never changes is made once.
    fixed ??= fixedFiles(container(), cgroups.version);
    const group = cgroups.get(spec.cgroupsPath);
    const files: Files = {};
    if (group !== undefined) {
      const processes = task?.ownProcesses.map(({ pid }) => pid) ?? [];
      const { allCpus, allMems } = host;
      const look = { group, processes, allCpus, allMems };
      Object.assign(files, cgroupFiles(cgroups.version, look, ''));
    }
    addProcessFiles(files, container());
    return Object.assign(files, fixed);
  };
}

/** Devices, parameters and mounts. */
function fixedFiles(container: Container, version: 1 | 2): Readonly<Files> {
  const devices = (container.config.devices ?? []).map(({ containerPath }) => [containerPath, '']);
  return {
    ...Object.fromEntries(devices),
    ...parameterFiles(container),
    '/proc/mounts': mountTable(container, version),
  };
}

const commLength = 15;

function addProcessFiles(files: Files, { spec, task }: Container): void {
  const own = new Set(task?.ownProcesses);
  for (const entry of task?.processes.processes ?? []) {
    const folder = `/proc/${entry.pid}`;
    files[`${folder}/cmdline`] = entry.argv.map((word) => `${word}\0`).join('');
    const name = (entry.argv[0] ?? '').replace(/^.*\//, '');
    files[`${folder}/comm`] = `${name.slice(0, commLength)}\n`;
    if (own.has(entry)) files[`${folder}/oom_score_adj`] = `${spec.oomScoreAdj}\n`;
  }
}

/** What a new namespace has; the last two are set by containerd. Source: Linux 6.12. */
const parameters: Readonly<Record<string, string>> = {
  'kernel.shm_rmid_forced': '0',
  'net.ipv4.ip_local_port_range': '32768\t60999',
  'net.ipv4.ip_local_reserved_ports': '',
  'net.ipv4.tcp_fin_timeout': '60',
  'net.ipv4.tcp_keepalive_intvl': '75',
  'net.ipv4.tcp_keepalive_probes': '9',
  'net.ipv4.tcp_keepalive_time': '7200',
  'net.ipv4.tcp_rmem': '4096\t131072\t6291456',
  'net.ipv4.tcp_syncookies': '1',
  'net.ipv4.tcp_wmem': '4096\t16384\t4194304',
  'net.ipv4.ip_unprivileged_port_start': '0',
  'net.ipv4.ping_group_range': '0\t2147483647',
};

function parameterFiles({ sandbox }: Container): Readonly<Record<string, string>> {
  const values = { ...parameters, ...sandbox.config.linux.sysctls };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `/proc/sys/${name.replaceAll('.', '/')}`,
      `${value}\n`,
    ]),
  );
}

const hidden = 'nosuid,nodev,noexec,relatime';

/** Device, place, type and options of each mount. Source: containerd oci defaultMounts. */
function mountTable({ spec, mounts }: Container, version: 1 | 2): string {
  const ofGroups =
    version === 2
      ? [`cgroup /sys/fs/cgroup cgroup2 ro,${hidden}`]
      : ['cpu', 'cpuset', 'memory', 'pids'].map(
          (name) => `cgroup /sys/fs/cgroup/${name} cgroup ro,${hidden},${name}`,
        );
  const lines = [
    `overlay / overlay ${spec.readonlyRootfs ? 'ro' : 'rw'},relatime`,
    `proc /proc proc rw,${hidden}`,
    'tmpfs /dev tmpfs rw,nosuid,size=65536k,mode=755',
    'devpts /dev/pts devpts rw,nosuid,noexec,relatime,gid=5,mode=620,ptmxmode=666',
    `mqueue /dev/mqueue mqueue rw,${hidden}`,
    `sysfs /sys sysfs ro,${hidden}`,
    ...ofGroups,
    ...mounts.map(({ containerPath, folder, readonly }) => {
      const [device, type] = folder.inMemory ? ['tmpfs', 'tmpfs'] : ['/dev/sda1', 'ext4'];
      return `${device} ${containerPath} ${type} ${readonly ? 'ro' : 'rw'},relatime`;
    }),
  ];
  return lines.map((line) => `${line} 0 0\n`).join('');
}

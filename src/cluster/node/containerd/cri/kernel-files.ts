/**
 * What the kernel shows a container as files: its control group, its devices, its processes, its
 * mounts, and parameters of its namespaces, which have no effect.
 */
import { cgroupFiles, ownCgroupPaths } from '#cluster/node/os/cgroup-files';
import type { ContainerdContext } from '../containerd-context.ts';
import type { KernelFiles } from '../files/file-types.ts';
import type { Container } from '../node-state.ts';
import { contentOf } from '../processes/image-content.ts';
import { isLeftOut, machineFiles, processFile, processFileNames } from './proc-files.ts';

type Files = Readonly<Record<string, string>>;

/** Looks at the files by path. Each process has those of `proc-files.ts`, and `oom_score_adj`. */
export function kernelFiles(
  { cgroups, host }: ContainerdContext,
  container: () => Container,
): () => KernelFiles {
  // A program looks here all the time, and mostly for one file: what never changes is made once,
  // and a text when it is read.
  let fixed: Files | undefined;
  const fixedOnes = (): Files => {
    fixed ??= fixedFiles(container());
    return fixed;
  };
  return () => {
    const { spec, task } = container();
    const hasGroup = cgroups.has(spec.cgroupsPath);
    const processes = task?.processes.processes ?? [];
    const own = new Set(task?.ownProcesses);
    const groupPaths = hasGroup ? ownCgroupPaths(cgroups.version) : [];
    const fixedPaths = Object.keys(fixedOnes());
    const paths = [...groupPaths, mounts, ...Object.keys(machineFiles), ...fixedPaths];
    for (const entry of processes) {
      const folder = `/proc/${entry.pid}`;
      for (const name of processFileNames(cgroups.version)) paths.push(`${folder}/${name}`);
      if (own.has(entry)) paths.push(`${folder}/oom_score_adj`);
    }
    const read = (path: string): string | undefined => {
      if (path === mounts) return mountTable(container(), cgroups.version);
      const text = machineFiles[path]?.(host) ?? fixedOnes()[path];
      if (text !== undefined) return text;
      const [, pid, name = ''] = /^\/proc\/(\d+)\/(\w+)$/.exec(path) ?? [];
      const entry = processes.find((each) => String(each.pid) === pid);
      if (entry !== undefined) {
        return name === 'oom_score_adj'
          ? scoreOf(spec.oomScoreAdj, own.has(entry))
          : processFile(entry, name);
      }
      const group = path.startsWith('/sys/') ? cgroups.get(spec.cgroupsPath) : undefined;
      if (group === undefined) return undefined;
      const { allCpus, allMems } = host;
      const pids = task?.ownProcesses.map((each) => each.pid) ?? [];
      return cgroupFiles(cgroups.version, { group, processes: pids, allCpus, allMems }, '')[path];
    };
    return { paths, read, leavesOut: isLeftOut };
  };
}

/** What stands for the streams and pseudoterminals of a process. Source: runc setupDevSymlinks. */
const deviceLinks: Files = {
  '/dev/core': '/proc/kcore',
  '/dev/fd': '/proc/self/fd',
  '/dev/ptmx': 'pts/ptmx',
  '/dev/stderr': '/proc/self/fd/2',
  '/dev/stdin': '/proc/self/fd/0',
  '/dev/stdout': '/proc/self/fd/1',
};

/** The links of the kernel: those of /dev, and the program of each process as `exe`. */
export function kernelLinks(container: Container): Files {
  const links: Record<string, string> = { ...deviceLinks };
  for (const { pid } of container.task?.processes.processes ?? []) {
    const path = `/proc/${pid}/exe`;
    const target = kernelLinkAt(container, path);
    if (target !== undefined) links[path] = target;
  }
  return links;
}

/** Where one of them leads. */
export function kernelLinkAt(container: Container, path: string): string | undefined {
  const [, pid] = /^\/proc\/(\d+)\/exe$/.exec(path) ?? [];
  if (pid === undefined) return deviceLinks[path];
  const { image, task, files: seen } = container;
  const entry = task?.processes.get(Number(pid));
  if (entry === undefined) return undefined;
  // A program may have changed its own words: `nginx: master process nginx -g daemon off;`.
  const name = (entry.argv[0] ?? '').replace(/:.*$/s, '');
  const { files } = contentOf(image.config);
  const paths = name.startsWith('/')
    ? [seen.realPath(name) ?? '']
    : programFolders.map((folder) => `${folder}${name}`);
  return paths.find((each) => files[each] !== undefined);
}

const programFolders = ['/usr/local/sbin/', '/usr/local/bin/', '/usr/sbin/', '/usr/bin/', '/bin/'];

const mounts = '/proc/mounts';

/** Devices and parameters. */
function fixedFiles(container: Container): Files {
  const devices = (container.config.devices ?? []).map(({ containerPath }) => [containerPath, '']);
  return { ...Object.fromEntries(devices), ...parameterFiles(container) };
}

const scoreOf = (score: number, isOwn: boolean): string | undefined =>
  isOwn ? `${score}\n` : undefined;

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

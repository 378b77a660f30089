/**
 * What /proc tells a container of the machine and of its processes, as far as this machine knows.
 *
 * Models fs/proc of Linux: meminfo.c, cpuinfo, array.c proc_pid_status, and the cgroup of a process
 * in a namespace of its own. What a kernel shows besides is known by name (`isLeftOut`), so that
 * nobody is told that it does not exist.
 */
import type { HostResources } from '#cluster/node/os/host-resources';
import type { ProcessEntry } from '../processes/process-table.ts';

const kibi = 1024;
const commLength = 15;

/** Of the machine, whatever limits a container has. By path. */
export const machineFiles: Readonly<Record<string, (host: HostResources) => string>> = {
  '/proc/cpuinfo': ({ allCpus }) =>
    cpusIn(allCpus)
      .map((cpu) => `processor\t: ${cpu}\n\n`)
      .join(''),
  '/proc/meminfo': ({ memoryBytes, memoryAvailable }) =>
    [
      memoryLine('MemTotal', memoryBytes),
      memoryLine('MemAvailable', memoryAvailable),
      memoryLine('SwapTotal', 0),
      memoryLine('SwapFree', 0),
    ].join(''),
};

const memoryLine = (name: string, bytes: number): string =>
  `${`${name}:`.padEnd(16)}${String(Math.floor(bytes / kibi)).padStart(8)} kB\n`;

/** `0-2,4`: 0, 1, 2 and 4. */
function cpusIn(list: string): readonly number[] {
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** Of each process, by name; `cgroup` only where there is one tree of groups. */
const processFiles: Readonly<Record<string, (entry: ProcessEntry) => string>> = {
  cgroup: () => '0::/\n',
  cmdline: ({ argv }) => argv.map((word) => `${word}\0`).join(''),
  comm: (entry) => `${commOf(entry)}\n`,
  status: (entry) => {
    const { pid, ppid, uid, memory } = entry;
    const lines = [
      `Name:\t${commOf(entry)}`,
      `Tgid:\t${pid}`,
      `Pid:\t${pid}`,
      `PPid:\t${ppid}`,
      `Uid:\t${Array(4).fill(uid).join('\t')}`,
      `VmRSS:\t${String(Math.floor(memory / kibi)).padStart(8)} kB`,
    ];
    return lines.map((line) => `${line}\n`).join('');
  },
};

const commOf = ({ argv }: ProcessEntry): string =>
  (argv[0] ?? '').replace(/^.*\//, '').slice(0, commLength);

/** The names of a process's files. */
export const processFileNames = (version: 1 | 2): readonly string[] =>
  Object.keys(processFiles).filter((name) => name !== 'cgroup' || version === 2);

export const processFile = (entry: ProcessEntry, name: string): string | undefined =>
  processFiles[name]?.(entry);

const ofMachine =
  'buddyinfo bus cgroups cmdline consoles crypto devices diskstats dma driver filesystems fs ' +
  'interrupts iomem ioports irq kallsyms kcore key-users keys kmsg kpagecount loadavg locks ' +
  'misc modules mtrr net pagetypeinfo partitions pressure schedstat scsi self slabinfo softirqs ' +
  'stat swaps sysvipc thread-self timer_list tty uptime version vmallocinfo vmstat zoneinfo';
const ofProcess =
  'attr auxv cgroup clear_refs coredump_filter cpuset cwd environ fd fdinfo gid_map io limits ' +
  'loginuid maps mem mountinfo mounts mountstats net ns numa_maps oom_adj oom_score pagemap ' +
  'personality projid_map root sched schedstat setgroups smaps smaps_rollup stack stat statm ' +
  'syscall task timers uid_map wchan';
const names = (words: string): string => words.replaceAll(' ', '|');
const leftOut = new RegExp(
  `^/proc/(?:(?:${names(ofMachine)})|\\d+/(?:${names(ofProcess)}))(?:/|$)`,
);

/** Whether a real kernel has something at this path below /proc, and this one has not. */
export const isLeftOut = (path: string): boolean => leftOut.test(path);

/** What the kernel shows a container as files: its control group, its devices, its processes. */
import { cgroupFiles } from '#cluster/node/os/cgroup-files';
import type { ContainerdContext } from '../containerd-context.ts';
import type { Container } from '../node-state.ts';

/** Files by path. Each process has `cmdline`, `comm` and `oom_score_adj`. */
export function kernelFiles(
  { cgroups, host }: ContainerdContext,
  container: Container,
): Readonly<Record<string, string>> {
  const { spec, config, task } = container;
  const devices = (config.devices ?? []).map(({ containerPath }) => [containerPath, '']);
  const own = { ...Object.fromEntries(devices), ...processFiles(container) };
  const group = cgroups.get(spec.cgroupsPath);
  if (group === undefined) return own;
  const processes = task?.ownProcesses.map(({ pid }) => pid) ?? [];
  const { allCpus, allMems } = host;
  const look = { group, processes, allCpus, allMems };
  return { ...cgroupFiles(cgroups.version, look, ''), ...own };
}

const commLength = 15;

function processFiles({ spec, task }: Container): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  const own = new Set(task?.ownProcesses);
  for (const entry of task?.processes.processes ?? []) {
    const folder = `/proc/${entry.pid}`;
    files[`${folder}/cmdline`] = entry.argv.map((word) => `${word}\0`).join('');
    const name = (entry.argv[0] ?? '').replace(/^.*\//, '');
    files[`${folder}/comm`] = `${name.slice(0, commLength)}\n`;
    if (own.has(entry)) files[`${folder}/oom_score_adj`] = `${spec.oomScoreAdj}\n`;
  }
  return files;
}

/** What pods use now. Models containerd internal/cri/server list_pod_sandbox_stats. */
import { defined } from '#base/defined';
import type { CgroupValues } from '#cluster/node/os/cgroups';
import type { FilesystemUsage, LinuxContainerResources, PodStats } from '#k8s.io/cri-api/runtime';
import type { ContainerdContext } from '../containerd-context.ts';
import type { Container } from '../node-state.ts';

export function podStats({ state, cgroups }: ContainerdContext): readonly PodStats[] {
  const pods = new Map<string, { containers: PodStats['containers'][number][]; paths: string[] }>();
  for (const container of state.containers.values()) {
    if (container.status.state !== 'CONTAINER_RUNNING') continue;
    const { uid } = container.sandbox.config.metadata;
    const pod = pods.get(uid) ?? { containers: [], paths: [] };
    pods.set(uid, pod);
    pod.containers.push({
      name: container.config.metadata.name,
      memoryBytes: cgroups.get(container.spec.cgroupsPath)?.memoryUsage ?? 0,
      cpuTime: cgroups.get(container.spec.cgroupsPath)?.cpuUsage ?? 0,
      startedAt: container.status.startedAt,
      diskBytes: container.files.layerBytes + state.logs.usageBeside(container.status.logPath),
      inodes: container.files.layerFiles,
      processes: container.task?.processes.processes.length ?? 0,
    });
    for (const { hostPath, readonly } of container.config.mounts) {
      if (!readonly) pod.paths.push(hostPath);
    }
  }
  return [...pods].map(([uid, { containers, paths }]) => ({
    uid,
    containers,
    volumes: Object.fromEntries(paths.map((path) => [path, state.disk.usage(path)])),
    volumeFiles: paths.reduce((sum, path) => sum + state.disk.files(path), 0),
  }));
}

export function filesystemUsage({ state, host }: ContainerdContext): FilesystemUsage {
  const imageBytes = state.images.list().reduce((sum, { size }) => sum + size, 0);
  return { imageBytes, containerBytes: Math.max(0, host.diskUsed - imageBytes) };
}

/** What runc writes to the control group of a container. */
export function cgroupValues(resources: LinuxContainerResources): CgroupValues {
  const { cpuShares, cpuQuota, memoryLimitInBytes, cpusetCpus, cpusetMems } = resources;
  return {
    ...defined({
      cpuShares,
      cpuQuota,
      memoryLimit: memoryLimitInBytes,
      cpus: cpusetCpus,
      mems: cpusetMems,
    }),
  };
}

/** Models container_update_resources_linux.go: the cgroup first, then what the status shows. */
export function updateResources(
  { state, cgroups }: ContainerdContext,
  container: Container,
  resources: LinuxContainerResources,
): void {
  cgroups.set(container.spec.cgroupsPath, cgroupValues(resources));
  state.setContainer(container, { resources: { ...container.status.resources, ...resources } });
}

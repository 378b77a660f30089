/** What pods use now. Models containerd internal/cri/server list_pod_sandbox_stats. */
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
      diskBytes: container.files.layerBytes + logBytes(container),
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
  }));
}

const logBytes = ({ log }: Container): number =>
  log.reduce((sum, { text }) => sum + text.length + 40, 0);

export function filesystemUsage({ state, host }: ContainerdContext): FilesystemUsage {
  const imageBytes = state.images.list().reduce((sum, { size }) => sum + size, 0);
  return { imageBytes, containerBytes: Math.max(0, (host?.diskUsed ?? imageBytes) - imageBytes) };
}

/** Models container_update_resources_linux.go: the cgroup first, then what the status shows. */
export function updateResources(
  { state, cgroups }: ContainerdContext,
  container: Container,
  resources: LinuxContainerResources,
): void {
  const { cpuShares, cpuQuota, memoryLimitInBytes } = resources;
  cgroups.set(container.spec.cgroupsPath, {
    ...(cpuShares === undefined ? {} : { cpuShares }),
    ...(cpuQuota === undefined ? {} : { cpuQuota }),
    ...(memoryLimitInBytes === undefined ? {} : { memoryLimit: memoryLimitInBytes }),
  });
  state.setContainer(container, { resources: { ...container.status.resources, ...resources } });
}

/**
 * Memory of containers: charges to their cgroup, and what the kernel does when a limit is passed.
 * Models the memory controller's OOM killer and containerd's notifier (TaskOOM events).
 */
import type { ContainerdContext } from '../containerd-context.ts';
import type { Container } from '../node-state.ts';

/**
 * Charges or releases memory. If this takes the container's cgroup or a parent over its limit, the
 * kernel kills the process that uses most.
 */
export function chargeMemory(
  { cgroups, env, component, host }: ContainerdContext,
  container: Container,
  bytes: number,
): void {
  const full = bytes > 0 && host.memoryAvailable < bytes;
  const over = cgroups.charge(container.spec.cgroupsPath, bytes);
  if (full) host.onSystemOom?.(container.spec.args[0] ?? '', container.task?.pid ?? 0);
  if ((over === undefined && !full) || bytes < 0) return;
  env.sim.aside(() => {
    env.tracer.emit({
      type: 'OomKilled',
      component,
      pod: container.sandbox.pod,
      container: container.config.metadata.name,
      cgroup: over ?? '/',
      limitBytes: cgroups.get(over ?? '')?.memoryLimit ?? host.memoryBytes,
    });
    container.oomKilled = true;
    // On cgroup v2 the kubelet sets memory.oom.group: all processes of the container end together.
    if (cgroups.version === 2) container.task?.kill('SIGKILL');
    else container.task?.killLargest();
  });
}

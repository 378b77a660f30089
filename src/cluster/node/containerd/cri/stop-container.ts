/**
 * StopContainer: the stop signal (the image's, or SIGTERM), the grace period, then SIGKILL.
 * Models containerd internal/cri/server/container_stop.go.
 */

import { ok } from '#base/result';
import { seconds } from '#base/sim-time';
import type { CriResult } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import type { Container } from '../node-state.ts';
import type { SignalName } from '../processes/program.ts';
import type { ContainerTask } from '../shim/container-task.ts';

/** `timeout` in seconds. Stopping a container that does not run or is unknown is no error. */
export function* stopContainer(
  context: ContainerdContext,
  id: string,
  timeout: number,
): Process<CriResult<undefined>> {
  const container = context.state.containers.get(id);
  if (container !== undefined) yield* stopContainerRecord(context, container, timeout);
  return ok(undefined);
}

export function* stopContainerRecord(
  context: ContainerdContext,
  container: Container,
  timeout: number,
): Process {
  const { task } = container;
  if (task === undefined || task.exit !== undefined) return;
  const params = { id: container.id, container: container.config.metadata.name, pid: task.pid };
  if (timeout > 0) {
    const signal = container.image.config.stopSignal ?? 'SIGTERM';
    context.step('task-killed', container.sandbox.pod, { ...params, signal });
    task.kill(signal);
    if (yield* task.waitForExit(seconds(timeout))) return;
    // It has ended in time; only its task is not deleted yet.
    if (task.exit !== undefined) {
      yield* task.waitForExit();
      return;
    }
  }
  context.step('task-killed', container.sandbox.pod, { ...params, signal: 'SIGKILL' });
  yield* endTask(task, 'SIGKILL');
}

/** Sends a fatal signal and waits until the task is reaped. */
export function* endTask(task: ContainerTask, signal: SignalName): Process {
  task.kill(signal);
  yield* task.waitForExit();
}
